"""What a call comes to without any fault: what its answer says, what is stored, what the service did.

The service's own account is the oracle. Every check makes the call again: what was carried out once is
told again in the same bytes, and is not carried out again.
"""

from __future__ import annotations

from typing import Any

import orjson
from fault_matrix.asks import Answer, Ask
from fault_matrix.scene import Scene
from reference_service.controller import Effect
from toolcharter_runtime._proposal.document import Document
from toolcharter_runtime._store.records import OperationRow


async def is_as_usual(scene: Scene, ask: Ask) -> Answer:
    """The answer to a call, once everything about it is found as it is without a fault."""
    match ask.form:
        case "read":
            return await _read(scene, ask)
        case "preview":
            return await _proposed(scene, ask)
        case "commit":
            return await _committed(scene, ask)
        case "start":
            return await _accepted(scene, ask)
        case "poll":
            return await _polled(scene, ask)
        case "cancel":
            return await _cancelled(scene, ask)


def write_requests(scene: Scene) -> list[dict[str, Any]]:
    """What the service was asked to do, as its account says."""
    return [each for each in scene.service.requests() if each["method"] != "GET"]


async def _read(scene: Scene, ask: Ask) -> Answer:
    answer = await scene.call(ask)
    words = ask.arguments["search"]["words"]
    assert [each["name"] for each in answer.result["customers"]] == [
        name for name in ("Nordwind GmbH", "Südlicht AG") if words in name
    ]
    assert (await scene.call(ask)).text == answer.text
    return answer


async def _proposed(scene: Scene, ask: Ask) -> Answer:
    answer = await scene.call(ask)
    assert answer.result["approval"]["state"] == "pending"
    assert (await scene.call(ask)).text == answer.text
    row = await scene.ledger.proposal(answer.result["proposal_id"])
    assert (row.state, row.preview, row.request_id) == ("pending", ask.tool, ask.request_id)
    document = Document.read(row.document)
    assert document.arguments == ask.arguments
    assert row.expires_at == document.content["expires_at"] > await scene.ledger.now()
    assert write_requests(scene) == []
    return answer


async def _committed(scene: Scene, ask: Ask) -> Answer:
    answer = await scene.call(ask)
    assert (answer.envelope["ok"], answer.envelope["outcome"]) == (True, "committed")
    again = await scene.call(ask)
    assert again.is_replay
    assert again.as_first_told == answer.as_first_told
    row, effect = await _done_once(scene, ask)
    proposal = await scene.ledger.proposal(ask.arguments["proposal_id"])
    document = Document.read(proposal.document)
    assert (row.state, proposal.state) == ("succeeded", "consumed")
    assert row.evidence is not None
    evidence = orjson.loads(row.evidence)
    assert evidence.items() <= answer.result.items()
    assert (evidence["resource_id"], evidence["previous_version"], evidence["new_version"]) == (
        effect.id,
        str(effect.version_before),
        str(effect.version_after),
    )
    target = document.target
    assert (effect.id, str(effect.version_before)) == (target.id, target.version)
    assert effect.executed.items() <= _approved(document).items()
    return answer


def _approved(document: Document) -> dict[str, Any]:
    """What the approver saw, by the names that the service has for it."""
    content = document.content
    return {**(content["consequences"] or {}), **content["after"]}


async def _accepted(scene: Scene, ask: Ask) -> Answer:
    answer = await scene.call(ask)
    assert (answer.envelope["ok"], answer.envelope["outcome"]) == (True, "accepted")
    assert answer.result["state"] == "queued"
    again = await scene.call(ask)
    assert again.is_replay
    assert again.as_first_told == answer.as_first_told
    row, effect = await _done_once(scene, ask)
    assert (row.state, row.id) == ("running", answer.result["operation_id"])
    assert effect.executed == ask.arguments
    return answer


async def _polled(scene: Scene, ask: Ask) -> Answer:
    answer = await scene.call(ask)
    row = await scene.ledger.operation_of_ask(ask)
    assert row is not None
    export = scene.service.record("acme", "export", str(row.reference))
    assert export is not None
    assert answer.result["state"] == export["body"]["state"]
    assert "as_of" not in answer.envelope
    if row.state == "succeeded":
        assert answer.result["evidence"]["resource_id"] == row.reference
    assert (await scene.call(ask)).text == answer.text
    return answer


async def _cancelled(scene: Scene, ask: Ask) -> Answer:
    answer = await scene.call(ask)
    assert answer.result["operation_id"] == ask.arguments["operation_id"]
    return answer


async def _done_once(scene: Scene, ask: Ask) -> tuple[OperationRow, Effect]:
    """The operation of a write and its one effect. Every effect, and every request for one, has the
    key of an operation."""
    row = await scene.ledger.operation_of_ask(ask)
    assert row is not None
    (effect,) = scene.service.effects(key=row.key)
    assert (effect.tenant, effect.identity) == (row.tenant, row.requester)
    keys = {each.key for each in (await scene.ledger.rows()).operations}
    assert {each["key"] for each in write_requests(scene)} <= keys
    return row, effect
