"""What people decide: about a proposal, and about an outcome that nobody knows.

Walks in: who said what, and what came of it. Walks out: what the events ``decision`` and ``resolved``
say, also where it was refused. People are told apart and not named; of their words a stand-in remains.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from toolcharter_runtime._ledger.keys import may_be_id
from toolcharter_runtime._names import spelled_plainly
from toolcharter_runtime._trace.structure import StandIns
from toolcharter_runtime._verified import VerifiedApprover
from toolcharter_runtime.errors import (
    AlteredRecordError,
    DecisionRefusedError,
    NotVerifiedError,
    ResolutionRefusedError,
    WordsRefusedError,
)

if TYPE_CHECKING:
    from toolcharter_runtime._ledger.resolve import Resolution
    from toolcharter_runtime._proposal.shown import ShownProposal
    from toolcharter_runtime._shown_operation import ShownOperation
    from toolcharter_runtime._store.records import Verdict
    from toolcharter_runtime._trace.table import Table


def person(table: Table, tenant: str, identity: str) -> str:
    """What the trace calls a person, however the name is spelled: so nobody is found to have
    approved their own."""
    return table.named("person", tenant, spelled_plainly(identity))


def decision(
    table: Table,
    approver: object,
    proposal_id: object,
    *,
    verdict: Verdict,
    reason: str | None,
    came_to: ShownProposal | BaseException,
) -> dict[str, Any]:
    """What came of a decision about a proposal. Of words that were refused as such, and of what is
    no id, nothing is told: they may be anything, and of any length."""
    stand_ins = StandIns(table, "people")
    if isinstance(came_to, BaseException):
        facts: dict[str, Any] = {"refused": _word(came_to)}
    else:
        stand_ins = StandIns(table, "run", came_to.tenant, came_to.requester, came_to.run_id)
        facts = _shown(came_to, approver)
    if isinstance(came_to, WordsRefusedError):
        reason = None
    if isinstance(approver, VerifiedApprover):
        facts["tenant"] = table.named("tenant", approver.tenant)
        facts["approver"] = person(table, approver.tenant, approver.identity)
    else:
        # Nobody whom a verifier has made.
        facts["approver"] = None
    return {
        "proposal": _id(stand_ins, proposal_id),
        "verdict": verdict,
        "reason": None if reason is None else stand_ins.words(reason),
        **facts,
    }


def resolution(
    table: Table,
    operation_id: object,
    *,
    as_: Resolution,
    by: str,
    tenant: str | None,
    came_to: ShownOperation | BaseException,
) -> dict[str, Any]:
    """What came of a person's word on an unknown outcome."""
    facts: dict[str, Any] = {}
    if isinstance(came_to, BaseException):
        facts["refused"] = _word(came_to)
    else:
        tenant = came_to.tenant
        facts |= {"state": came_to.state, "tool": came_to.tool}
    if not isinstance(came_to, WordsRefusedError):
        facts["by"] = person(table, str(tenant), by)
    return {"operation": _id(StandIns(table, "people"), operation_id), "as": as_, **facts}


def _id(stand_ins: StandIns, given: object) -> str | None:
    return stand_ins.id(given) if isinstance(given, str) and may_be_id(given) else None


def _shown(proposal: ShownProposal, approver: object) -> dict[str, Any]:
    roles = approver.roles if isinstance(approver, VerifiedApprover) else frozenset()
    return {
        "state": proposal.state,
        "level": proposal.level,
        "approvals": proposal.approvals,
        "needed": proposal.approvers_needed,
        "roles": sorted(roles.intersection(proposal.approver_roles)),
    }


def _word(error: BaseException) -> str:
    """Why it was refused, in a word of ours."""
    match error:
        case DecisionRefusedError() | ResolutionRefusedError():
            return error.reason
        case NotVerifiedError():
            return "not_verified"
        case AlteredRecordError():
            return "altered_record"
        case WordsRefusedError():
            return "words"
        case asyncio.CancelledError():
            return "abandoned"
        case _:
            return "failed"
