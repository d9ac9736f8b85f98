"""On whose behalf a service is called: the requester of a run, or of an operation that a process
left behind.

Walks in: a grant, or a row of the ledger. Walks out: what an adapter's ``Call`` is made of.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from toolcharter_runtime._call import Call, Cancellation, Requester

if TYPE_CHECKING:
    from datetime import datetime

    from toolcharter_runtime._call import Target
    from toolcharter_runtime._store.records import OperationRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """``deadline`` is the run's; recovery has none, since nobody waits for it."""

    requester: Requester
    run_id: str
    deadline: datetime | None = None
    cancellation: Cancellation = field(default_factory=Cancellation)

    @classmethod
    def of_operation(cls, row: OperationRow, permissions: frozenset[str]) -> Caller:
        """The requester of an operation, with the permissions that its tool needs: the claim was
        made by somebody who held them."""
        requester = Requester(identity=row.requester, tenant=row.tenant, permissions=permissions)
        return cls(requester=requester, run_id=row.run_id)

    def call(
        self,
        tool: str,
        *,
        now: datetime,
        timeout: timedelta,
        key: str | None = None,
        target: Target | None = None,
    ) -> Call:
        """What the adapter of ``tool`` is told."""
        end = now + timeout
        return Call(
            tool=tool,
            requester=self.requester,
            run_id=self.run_id,
            deadline=end if self.deadline is None else min(end, self.deadline),
            idempotency_key=key,
            target=target,
            cancellation=self.cancellation,
        )
