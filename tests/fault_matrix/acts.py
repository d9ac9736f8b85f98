"""What an approver does, as a value that another process can be given."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from approvals.scene import person
from toolcharter_runtime._store.records import ProposalRow
from toolcharter_runtime.approvals import Approvals, ShownProposal

What: TypeAlias = Literal["show", "approve", "deny"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """``who`` looks at a proposal, or decides about what ``hash`` names."""

    who: str
    roles: tuple[str, ...]
    what: What = "show"
    proposal_id: str = ""
    hash: str = ""
    reason: str = "The street is closed."

    def about(self, row: ProposalRow, what: What) -> Act:
        """The same person with a proposal."""
        return replace(self, what=what, proposal_id=row.id, hash=row.hash)

    async def carried_out(self, approvals: Approvals) -> ShownProposal:
        """The proposal as it stands afterwards."""
        approver = await person(self.who, *self.roles)
        match self.what:
            case "show":
                return await approvals.show(approver, self.proposal_id)
            case "approve":
                return await approvals.approve(approver, self.proposal_id, hash=self.hash)
            case "deny":
                return await approvals.deny(
                    approver, self.proposal_id, hash=self.hash, reason=self.reason
                )


LEA = Act(who="lea", roles=("support_lead",))
MAX = Act(who="max", roles=("support_lead",))
ADA = Act(who="ada", roles=("finance_lead",))
VERA = Act(who="vera", roles=("support_lead", "finance_lead", "head_of_support"))
"""Somebody who may see every proposal, and decides about none."""
