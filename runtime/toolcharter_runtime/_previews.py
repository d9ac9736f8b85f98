"""The walk of a preview: from arguments to a stored proposal.

request seen before? -> preconditions -> the adapter's plan -> target, facts, level -> one
transaction that stores the proposal -> what the agent is told of it. A preview changes nothing in
the business; the same request gives the same proposal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC
from typing import TYPE_CHECKING, Any, NamedTuple

from toolcharter_runtime import _reads
from toolcharter_runtime._admission import Admission
from toolcharter_runtime._call import Target
from toolcharter_runtime._codes import Code
from toolcharter_runtime._json_value import canonical_bytes
from toolcharter_runtime._ledger.keys import request_id
from toolcharter_runtime._ledger.proposals import whole
from toolcharter_runtime._ledger.propose import (
    Proposing,
    Request,
    proposal_of_request,
    propose,
)
from toolcharter_runtime._proposal.document import Draft
from toolcharter_runtime._proposal.effect_text import effect_text
from toolcharter_runtime._proposal.facts import Facts, facts_of, value_at
from toolcharter_runtime._proposal.policy import level_of
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._told import Told, instant

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON
    from toolcharter_runtime._ledger.keys import RequestName
    from toolcharter_runtime._notes import Notes
    from toolcharter_runtime._runs import Grant
    from toolcharter_runtime._store.records import ProposalRow
    from toolcharter_runtime._store.transaction import Transaction
    from toolcharter_runtime._tools import Tool
    from toolcharter_runtime._write_path import WritePath
    from toolcharter_runtime._write_tools import WriteTool

_SHOWN_STATES = {"consumed": "closed", "void": "closed"}
_DOMAIN = b"toolcharter preview request 1\n"


async def preview(
    path: WritePath,
    tool: WriteTool,
    grant: Grant,
    arguments: JSON,
    *,
    view: str,
    request: RequestName,
    notes: Notes,
) -> Told:
    """The proposal that ``arguments`` make, as the view shows it."""
    tenant = grant.requester.tenant
    given = canonical_bytes(arguments)
    made = Request(
        requester=grant.requester.identity,
        run_id=grant.run_id,
        request_id=request_id(request, run_id=grant.run_id, tool=tool.wire_name, arguments=given),
        request_hash=hashlib.sha256(_DOMAIN + tool.wire_name.encode() + b"\n" + given).hexdigest(),
    )
    admission = Admission(path, tool, grant, notes.counting)
    try:
        row = await admission.go_in(lambda tx: proposal_of_request(tx, made), unless_found=True)
        if row is None:
            answer = await _reads.read(tool, grant, arguments, notes, path.clock)
            plan, notes.replaced_characters = tool.answers.read(answer)
            commit = path.tool(tool.write["commit"])
            wanted = _proposing(path, tool, commit, grant, arguments, plan, made)
            row = await path.transact(tenant, lambda tx: _proposed(tx, wanted, admission))
            admission.is_out()
    finally:
        admission.go_out()
    notes.recording.proposed(row)
    return Told(result=shown(whole(row).document.content, row.state, tool, view))


def _proposed(tx: Transaction, wanted: Proposing, admission: Admission) -> ProposalRow:
    row = propose(tx, wanted)
    admission.go_out_in(tx)
    return row


def _proposing(
    path: WritePath,
    tool: WriteTool,
    commit: Tool,
    grant: Grant,
    arguments: JSON,
    plan: Any,
    request: Request,
) -> Proposing:
    """What is to be stored of the plan."""
    write = tool.write
    judged = judge(write, arguments, plan, environment=grant.environment)
    target, facts, level = judged.target, judged.facts, judged.level
    sources = judged.sources | {
        "target": {"id": target.id, "version": target.version},
        "facts": dict(facts),
    }
    effect = _effect(write, sources)
    proposal_id = path.new_id("pro")

    def draft(now: int) -> Draft:
        return Draft(
            proposal_id=proposal_id,
            preview=tool.wire_name,
            commit=commit.wire_name,
            enforced=commit.row["enforced"],
            snapshot=path.snapshot,
            tenant=grant.requester.tenant,
            requester=grant.requester.identity,
            principal=grant.principal,
            role=grant.role,
            environment=grant.environment,
            run_id=grant.run_id,
            arguments=judged.sources["input"],
            target=target,
            version_checked_by=write["target"]["version_checked_by"],
            version_because=write["target"]["because"],
            effect=effect,
            before=plan["before"],
            after=plan["after"],
            consequences=plan.get("consequences"),
            facts=facts,
            level=level,
            created_at=now,
            expires_at=now + level["expires_ms"],
        )

    return Proposing(
        request=request,
        preview=tool.wire_name,
        consequence=write["policy"]["consequence"],
        level=level,
        pending_per_run=write["policy"]["pending_per_run"],
        draft=draft,
    )


class Judged(NamedTuple):
    """``sources`` are the resolved arguments and what is planned, as facts and sentences read
    them."""

    target: Target
    facts: Facts
    level: Mapping[str, Any]
    sources: dict[str, JSON]


def judge(write: Mapping[str, Any], arguments: JSON, plan: Any, *, environment: str) -> Judged:
    """What a plan comes to: the target as it is now, the facts, the level they need."""
    resolved = plan.get("arguments", arguments)
    target = _target(write["target"], arguments, resolved, plan["target_version"])
    _check_expected_version(arguments, target)
    planned = {**plan.get("consequences", {}), **plan["after"]}
    sources: dict[str, JSON] = {"input": resolved, "plan": planned}
    facts = facts_of(write["facts"], sources, environment=environment)
    return Judged(target, facts, level_of(write["policy"], facts), sources)


def _target(row: Mapping[str, Any], arguments: JSON, resolved: JSON, version: str) -> Target:
    """The record that was named. A plan may fill in arguments, never name another record."""
    named = value_at({"input": arguments}, ("input", *row["field"]))
    if value_at({"input": resolved}, ("input", *row["field"])) != named:
        raise Refusal(Code.OUTPUT_INVALID)
    return Target(kind=row["kind"], id=named, version=version)


def _check_expected_version(arguments: JSON, target: Target) -> None:
    expected = value_at({"input": arguments}, ("input", "expected_version"))
    if expected is not None and expected != target.version:
        raise Refusal(Code.VERSION_CONFLICT, field="/expected_version", place="/expected_version")


def _effect(write: Mapping[str, Any], sources: Mapping[str, JSON]) -> dict[str, JSON]:
    """What the approver is told about the effect: declared facets, and the filled sentence."""
    return {
        "summary": effect_text(write["summary"], sources),
        "touches": list(write["touches"]),
        "external": write["external"],
        "reversibility": dict(write["reversibility"]),
        "creates": write["creates"],
        "next_states": list(write["next_states"]),
        "consequence": write["policy"]["consequence"],
    }


def shown(content: Mapping[str, Any], state: str, tool: WriteTool, view: str) -> JSON:
    """A proposal as an agent sees it: its document, and where it stands."""
    target = content["target"]
    plan = {name: content[name] for name in ("before", "after", "consequences")}
    return tool.shown(
        plan,
        view,
        fixed={
            "proposal_id": content["proposal"],
            "expires_at": instant(content["expires_at"]).astimezone(UTC).isoformat(),
            "approval": {
                "state": _SHOWN_STATES.get(state, state),
                "level": content["approval"]["level"],
            },
            "target": {name: target[name] for name in ("kind", "id", "version")},
        },
    )
