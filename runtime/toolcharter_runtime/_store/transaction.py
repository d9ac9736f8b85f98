"""What a store can do: run a function over rows, all of it or nothing.

Such a function is the protocol. It may be run more than once (after a serialisation failure, say),
so it reads and writes rows and does nothing else. A transaction belongs to one tenant and sees
nothing of another's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from toolcharter_runtime._store.records import (
    AnomalyRow,
    DecisionRow,
    OperationRow,
    ProposalRow,
    RunRow,
    SlotRow,
)

T = TypeVar("T")


class Reading(Protocol):
    """Questions about the rows of one tenant."""

    tenant: str

    def now(self) -> int:
        """The store's clock, in milliseconds; never less than what an earlier question of this
        transaction was told."""
        ...

    def proposal(self, proposal_id: str) -> ProposalRow | None: ...

    def proposal_of_request(
        self, requester: str, run_id: str, request_id: str
    ) -> ProposalRow | None:
        """The proposal that this request id of this run has made."""
        ...

    def proposals_of_run(self, requester: str, run_id: str) -> Sequence[ProposalRow]:
        """The undecided and the approved proposals of a run."""
        ...

    def pending(self) -> Sequence[ProposalRow]:
        """All undecided proposals, the oldest first."""
        ...

    def count_pending(
        self,
        *,
        level: str | None = None,
        consequence: str | None = None,
        run: tuple[str, str] | None = None,
    ) -> int:
        """How many proposals are undecided and not expired: of a level, of a consequence, of a run
        (requester and run id), or of several of these at once."""
        ...

    def decisions(self, proposal_id: str) -> Sequence[DecisionRow]:
        """Every decision about a proposal, in the order of their numbers."""
        ...

    def operation(self, operation_id: str) -> OperationRow | None: ...

    def operation_of_key(self, key: str) -> OperationRow | None: ...

    def operations_of_run(self, requester: str, run_id: str) -> Sequence[OperationRow]:
        """The operations of a run that have not come to an end."""
        ...

    def unresolved(self) -> Sequence[OperationRow]:
        """All operations in the state ``unknown``, the oldest first."""
        ...

    def count_claims(
        self, consequence: str, *, since: int | None = None, run: tuple[str, str] | None = None
    ) -> int:
        """How many operations of a consequence were claimed: since an instant, or by a run."""
        ...

    def run(self, requester: str, run_id: str) -> RunRow | None: ...

    def slots(self, *gates: str) -> Sequence[SlotRow]:
        """The slots at these gates, in the order of gates and holders."""
        ...

    def anomalies(self, operation_id: str) -> Sequence[AnomalyRow]: ...


class Transaction(Reading, Protocol):
    """Rows of one tenant, read under lock, and changed.

    Reading one proposal or one operation here locks its row until the end, and so does reading the
    proposals of a run; other lists lock nothing. ``lock`` comes before everything else: ``now`` is
    asked for after it. It tells the time at which the last lock was had, or a later one.
    """

    def lock(self, *gates: str) -> None:
        """Wait until no other transaction of this tenant holds any of these gates."""
        ...

    def add_proposal(self, row: ProposalRow) -> None: ...

    def change_proposal(self, row: ProposalRow) -> None:
        """Replace the row whose serial is one less; its document stays the same."""
        ...

    def add_decision(self, row: DecisionRow) -> None: ...

    def add_operation(self, row: OperationRow) -> bool:
        """Whether the row was added; false where its key stands already, and then nothing is."""
        ...

    def change_operation(self, row: OperationRow) -> None:
        """Replace the row whose serial is one less; its document stays the same."""
        ...

    def put_run(self, row: RunRow) -> None:
        """Add or replace the row."""
        ...

    def count_calls(self, requester: str, run_id: str, more: int) -> RunRow:
        """Add to the calls of a run, which need not be there. The row as it then is."""
        ...

    def put_slots(self, gates: Sequence[str], *, holder: str, lease_until: int) -> None:
        """Add or replace the rows of a holder at these gates."""
        ...

    def drop_slots(self, holder: str) -> None:
        """Remove the rows of a holder, at all gates."""
        ...

    def add_anomaly(self, row: AnomalyRow) -> None: ...


class SharedTransaction(Transaction, Protocol):
    """A transaction in which others may write as well, on its connection."""

    connection: Any

    def set_savepoint(self) -> None:
        """Remember this point, before statements that may have to be undone."""
        ...

    def go_back(self) -> None:
        """Undo what came after the savepoint."""
        ...


class Store(Protocol):
    """Keeps rows. Every method may raise StoreUnavailableError."""

    async def read(self, tenant: str, work: Callable[[Reading], T]) -> T:
        """What ``work`` finds in one consistent state of the tenant's rows."""
        ...

    async def transact(self, tenant: str, work: Callable[[Transaction], T]) -> T:
        """What ``work`` gives, once everything that it wrote is stored for good.

        An exception that ``work`` raises undoes what it wrote and comes out unchanged; only a
        ConflictError never does. Cancelling the caller does not stop work that has begun: whoever
        has to know what became of it shields the call.
        """
        ...

    async def overdue(self, most: int, *, skip: int = 0) -> Sequence[tuple[str, str]]:
        """Tenants and ids of operations that are claimed under a lease that is over, those that
        have been so for longest first; the first ``skip`` are left out."""
        ...

    async def sweep(self, *, older_than_ms: int) -> None:
        """Remove what only takes up room: slots whose lease has been over for so long, and locks
        that nobody has held since."""
        ...


class StoreUnavailableError(Exception):
    """The transaction did not happen: the store cannot be reached, is locked, or is full."""


class CommitUnknownError(StoreUnavailableError):
    """The store was lost while it committed: the transaction happened, or did not."""


class ConflictError(Exception):
    """A row was changed or made by somebody else in between. A store runs the work again, and
    raises StoreUnavailableError where that does not help."""
