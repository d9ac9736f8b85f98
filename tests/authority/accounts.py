"""The one effect that there is, against what an approver was shown.

Walks in: a scene after a commit, and the document as it was read back from the page. Walks out: nothing,
or an AssertionError. The bytes of the account are compared, and every field of the record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import orjson
from approvals.scene import Scene
from authority.alphabets import HANDOVER
from reference_service.adapters.own_tables import opportunities, own_effects, sellers
from sqlalchemy import Engine, select
from toolcharter_runtime._json_value import canonical_bytes
from write_path.changes import ADDRESS, REFUND, SEND, STAGE, Change


def check_account(scene: Scene, change: Change, said: Any) -> None:
    """The one effect that there is, field by field, against what was shown."""
    effects: list[Any] = [*_own_effects(scene.own), *scene.service.effects()]
    (effect,) = effects
    assert effect.id == said["target"]["id"]
    assert str(effect.version_before) == said["target"]["version"]
    assert (effect.tenant, effect.identity) == (said["tenant"], said["requester"])
    body = effect.body.encode() if isinstance(effect.body, str) else bytes(effect.body)
    assert body == canonical_bytes(EXECUTED[change.commit](said, orjson.loads(body)))
    RECORDS[change.commit](scene, said)


def _own_effects(own: Engine) -> list[Any]:
    with own.connect() as connection:
        return list(connection.execute(select(own_effects)))


EXECUTED: Mapping[str, Callable[[Any, Any], Any]] = {
    ADDRESS.commit: lambda said, body: {
        "shipping_address": said["arguments"]["destination"]["address"]
    },
    REFUND.commit: lambda said, body: {
        "refund": body["refund"],
        "amount": said["arguments"]["amount"],
        "reason": said["arguments"]["reason"],
    },
    SEND.commit: lambda said, body: said["consequences"],
    STAGE.commit: lambda said, body: said["after"],
    HANDOVER.commit: lambda said, body: {
        name: said["arguments"][name] for name in ("opportunity_ids", "reason")
    },
}
"""What the account must say was done. A refund has a name that only the service gives."""


def _record(scene: Scene, said: Any, kind: str) -> Any:
    found = scene.service.record("acme", kind, said["target"]["id"])
    assert found is not None
    return found["body"]


def _check_address(scene: Scene, said: Any) -> None:
    assert _record(scene, said, "customer")["shipping_address"] == said["after"]["shipping_address"]


def _check_refund(scene: Scene, said: Any) -> None:
    order = _record(scene, said, "order")
    left = order["total"]["amount_minor"] - order["refunded_minor"]
    assert said["after"]["refundable"] == {"amount_minor": left, "currency": "EUR"}
    assert order["paid_with"] == said["consequences"]["paid_with"]


def _check_message(scene: Scene, said: Any) -> None:
    draft = _record(scene, said, "draft")
    assert draft["state"] == said["after"]["state"]
    assert {name: draft[name] for name in said["consequences"]} == said["consequences"]


def _rows(scene: Scene, table: Any) -> dict[str, Any]:
    with scene.own.connect() as connection:
        return {row.id: row for row in connection.execute(select(table))}


def _check_stage(scene: Scene, said: Any) -> None:
    row = _rows(scene, opportunities)[said["target"]["id"]]
    assert {"stage": row.stage, "closing_on": row.closing_on} == said["after"]


def _check_handover(scene: Scene, said: Any) -> None:
    rows, seller = _rows(scene, opportunities), said["target"]["id"]
    moved = {row.id for row in rows.values() if row.seller == seller}
    shown = said["consequences"]["moved"]
    assert [each["opportunity_id"] for each in shown] == said["arguments"]["opportunity_ids"]
    assert moved == {each["opportunity_id"] for each in shown}
    for each in shown:
        row = rows[each["opportunity_id"]]
        assert each["title"] == row.title
        assert each["value"] == {"amount_minor": row.value_minor, "currency": row.currency}
    assert len(moved) == said["after"]["open_sales"]
    assert _rows(scene, sellers)[seller].version == int(said["target"]["version"]) + 1


RECORDS: Mapping[str, Callable[[Scene, Any], None]] = {
    ADDRESS.commit: _check_address,
    REFUND.commit: _check_refund,
    SEND.commit: _check_message,
    STAGE.commit: _check_stage,
    HANDOVER.commit: _check_handover,
}
