"""What people decide: about a proposal, and about an outcome that nobody knows.

Walks in: who said what, and what came of it. Walks out: what the events ``decision`` and ``resolved``
say, also where it was refused. People are told apart and not named; of their words a stand-in remains.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

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


def decision(
    table: Table,
    approver: object,
    proposal_id: str,
    *,
    verdict: Verdict,
    reason: str | None,
    came_to: ShownProposal | BaseException,
) -> dict[str, Any]:
    """What came of a decision about a proposal."""
    if isinstance(came_to, BaseException):
        stand_ins, facts = StandIns(table, "people"), {"refused": _word(came_to)}
    else:
        run = (came_to.tenant, came_to.requester, came_to.run_id)
        stand_ins, facts = StandIns(table, "run", *run), _shown(came_to, approver)
    return {
        "proposal": stand_ins.id(str(proposal_id)),
        "verdict": verdict,
        "reason": None if reason is None else stand_ins.words(str(reason)),
        **_person(table, approver),
        **facts,
    }


def resolution(
    table: Table,
    operation_id: str,
    *,
    as_: Resolution,
    by: str,
    tenant: str | None,
    came_to: ShownOperation | BaseException,
) -> dict[str, Any]:
    """What came of a person's word on an unknown outcome."""
    if isinstance(came_to, BaseException):
        facts = {"refused": _word(came_to)}
    else:
        tenant = came_to.tenant
        facts = {"state": came_to.state, "tool": came_to.tool}
    return {
        "operation": StandIns(table, "people").id(str(operation_id)),
        "as": as_,
        "by": table.named("person", str(tenant), str(by)),
        **facts,
    }


def _person(table: Table, approver: object) -> dict[str, Any]:
    """Who decided, as the trace calls people; nobody for what no verifier has made."""
    if not isinstance(approver, VerifiedApprover):
        return {"approver": None}
    named = table.named
    return {
        "approver": named("person", approver.tenant, approver.identity),
        "tenant": named("tenant", approver.tenant),
    }


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
