"""A store in the memory of one process: for tests, simulations and trying things out.

It answers as the SQL store does, and forgets everything when the process ends. The clock comes in,
so that a test can let hours pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from toolcharter_runtime._store.records import (
    AnomalyRow,
    DecisionRow,
    OperationRow,
    OperationState,
    ProposalRow,
    RunRow,
    SlotRow,
)
from toolcharter_runtime._store.seals import Seals
from toolcharter_runtime._store.transaction import (
    ConflictError,
    Reading,
    StoreUnavailableError,
    Transaction,
)

T = TypeVar("T")


@dataclass(slots=True)
class _Rows:
    """The rows of one tenant, by their keys."""

    proposals: dict[str, ProposalRow] = field(default_factory=dict)
    requests: dict[tuple[str, str, str], str] = field(default_factory=dict)
    decisions: dict[tuple[str, int], DecisionRow] = field(default_factory=dict)
    operations: dict[str, OperationRow] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    runs: dict[tuple[str, str], RunRow] = field(default_factory=dict)
    slots: dict[tuple[str, str], SlotRow] = field(default_factory=dict)
    anomalies: dict[tuple[str, int], AnomalyRow] = field(default_factory=dict)

    def copy(self) -> _Rows:
        return _Rows(
            dict(self.proposals),
            dict(self.requests),
            dict(self.decisions),
            dict(self.operations),
            dict(self.keys),
            dict(self.runs),
            dict(self.slots),
            dict(self.anomalies),
        )


class MemoryStore:
    """Keeps rows in dictionaries, sealed. ``now`` tells the store's time in milliseconds."""

    def __init__(self, seals: Seals, now: Callable[[], int]) -> None:
        self._seals = seals
        self._now = now
        self._tenants: dict[str, _Rows] = {}

    async def read(self, tenant: str, work: Callable[[Reading], T]) -> T:
        return work(self._transaction(tenant, self._rows(tenant)))

    async def transact(self, tenant: str, work: Callable[[Transaction], T]) -> T:
        changed = self._rows(tenant).copy()
        try:
            result = work(self._transaction(tenant, changed))
        except ConflictError as error:
            # Nobody came in between, so another run would find the same.
            raise StoreUnavailableError(str(error)) from None
        self._tenants[tenant] = changed
        return result

    async def overdue(self, most: int, *, skip: int = 0) -> Sequence[tuple[str, str]]:
        now = self._now()
        found = [
            (row.lease_until, tenant, row.id)
            for tenant, rows in self._tenants.items()
            for row in rows.operations.values()
            if row.state == "claimed" and row.lease_until is not None and row.lease_until <= now
        ]
        return [(tenant, each) for _, tenant, each in sorted(found)[skip : skip + most]]

    async def sweep(self, *, older_than_ms: int) -> None:
        before = self._now() - older_than_ms
        for rows in self._tenants.values():
            over = [key for key, slot in rows.slots.items() if slot.lease_until < before]
            for key in over:
                del rows.slots[key]

    async def unknown(self, most: int) -> Sequence[tuple[str, str]]:
        found = [
            (row.claimed_at, tenant, row.id)
            for tenant, rows in self._tenants.items()
            for row in rows.operations.values()
            if row.state == "unknown"
        ]
        return [(tenant, each) for _, tenant, each in sorted(found)[:most]]

    def _transaction(self, tenant: str, rows: _Rows) -> _MemoryTransaction:
        return _MemoryTransaction(tenant, rows, self._seals, self._now)

    def _rows(self, tenant: str) -> _Rows:
        return self._tenants.get(tenant) or _Rows()


class _MemoryTransaction:
    """Nothing can come between the questions of one transaction here: it never waits."""

    def __init__(self, tenant: str, rows: _Rows, seals: Seals, now: Callable[[], int]) -> None:
        self.tenant = tenant
        self._rows = rows
        self._seals = seals
        self._clock = now

    def now(self) -> int:
        return self._clock()

    def lock(self, *gates: str) -> None:
        """Nobody else is here."""

    def proposal(self, proposal_id: str) -> ProposalRow | None:
        row = self._rows.proposals.get(proposal_id)
        return None if row is None else self._seals.check(row)

    def proposal_of_request(
        self, requester: str, run_id: str, request_id: str
    ) -> ProposalRow | None:
        found = self._rows.requests.get((requester, run_id, request_id))
        return None if found is None else self.proposal(found)

    def proposals_of_run(self, requester: str, run_id: str) -> Sequence[ProposalRow]:
        return self._oldest_first(
            row
            for row in self._rows.proposals.values()
            if (row.requester, row.run_id) == (requester, run_id)
            and row.state in ("pending", "approved")
        )

    def pending(self) -> Sequence[ProposalRow]:
        return self._oldest_first(
            row for row in self._rows.proposals.values() if row.state == "pending"
        )

    def count_pending(
        self,
        *,
        level: str | None = None,
        consequence: str | None = None,
        run: tuple[str, str] | None = None,
    ) -> int:
        now = self._clock()
        return sum(
            row.expires_at > now
            and level in (None, row.level)
            and consequence in (None, row.consequence)
            and run in (None, (row.requester, row.run_id))
            for row in self._rows.proposals.values()
            if row.state == "pending"
        )

    def decisions(self, proposal_id: str) -> Sequence[DecisionRow]:
        rows = self._rows.decisions
        return [self._seals.check(rows[key]) for key in sorted(rows) if key[0] == proposal_id]

    def operation(self, operation_id: str) -> OperationRow | None:
        row = self._rows.operations.get(operation_id)
        return None if row is None else self._seals.check(row)

    def operation_of_key(self, key: str) -> OperationRow | None:
        found = self._rows.keys.get(key)
        return None if found is None else self.operation(found)

    def operations_of_run(self, requester: str, run_id: str) -> Sequence[OperationRow]:
        return [
            row
            for row in self._open("claimed", "running", "unknown")
            if (row.requester, row.run_id) == (requester, run_id)
        ]

    def unresolved(self) -> Sequence[OperationRow]:
        return self._open("unknown")

    def count_claims(
        self, consequence: str, *, since: int | None = None, run: tuple[str, str] | None = None
    ) -> int:
        return sum(
            row.consequence == consequence
            and (since is None or row.claimed_at >= since)
            and run in (None, (row.requester, row.run_id))
            for row in self._rows.operations.values()
        )

    def run(self, requester: str, run_id: str) -> RunRow | None:
        return self._rows.runs.get((requester, run_id))

    def slots(self, *gates: str) -> Sequence[SlotRow]:
        rows = self._rows.slots
        return [rows[key] for key in sorted(rows) if key[0] in gates]

    def anomalies(self, operation_id: str) -> Sequence[AnomalyRow]:
        rows = self._rows.anomalies
        return [rows[key] for key in sorted(rows) if key[0] == operation_id]

    def add_proposal(self, row: ProposalRow) -> None:
        self._own(row)
        request = (row.requester, row.run_id, row.request_id)
        if row.id in self._rows.proposals or request in self._rows.requests:
            raise ConflictError
        self._rows.proposals[row.id] = self._seals.seal(row)
        self._rows.requests[request] = row.id

    def change_proposal(self, row: ProposalRow) -> None:
        self._own(row)
        old = self._rows.proposals.get(row.id)
        if old is None or (old.serial, old.hash) != (row.serial - 1, row.hash):
            raise ConflictError(f"{row.id} is not as it was")
        self._rows.proposals[row.id] = self._seals.seal(row)

    def add_decision(self, row: DecisionRow) -> None:
        self._own(row)
        key = (row.proposal_id, row.number)
        if key in self._rows.decisions:
            raise ConflictError
        self._rows.decisions[key] = self._seals.seal(row)

    def add_operation(self, row: OperationRow) -> bool:
        self._own(row)
        if row.key in self._rows.keys:
            return False
        if row.id in self._rows.operations:
            raise ConflictError
        self._rows.operations[row.id] = self._seals.seal(row)
        self._rows.keys[row.key] = row.id
        return True

    def change_operation(self, row: OperationRow) -> None:
        self._own(row)
        old = self._rows.operations.get(row.id)
        if old is None or (old.serial, old.document_hash) != (row.serial - 1, row.document_hash):
            raise ConflictError(f"{row.id} is not as it was")
        self._rows.operations[row.id] = self._seals.seal(row)

    def put_run(self, row: RunRow) -> None:
        self._own(row)
        self._rows.runs[row.requester, row.run_id] = row

    def count_calls(self, requester: str, run_id: str, more: int) -> RunRow:
        row = self.run(requester, run_id) or RunRow(
            tenant=self.tenant, requester=requester, run_id=run_id
        )
        counted = replace(row, calls=row.calls + more)
        self.put_run(counted)
        return counted

    def put_slots(self, gates: Sequence[str], *, holder: str, lease_until: int) -> None:
        for gate in gates:
            self._rows.slots[gate, holder] = SlotRow(
                tenant=self.tenant, gate=gate, holder=holder, lease_until=lease_until
            )

    def drop_slots(self, holder: str) -> None:
        self._rows.slots = {
            key: row for key, row in self._rows.slots.items() if row.holder != holder
        }

    def add_anomaly(self, row: AnomalyRow) -> None:
        self._own(row)
        key = (row.operation_id, row.number)
        if key in self._rows.anomalies:
            raise ConflictError
        self._rows.anomalies[key] = row

    def _oldest_first(self, rows: Iterable[ProposalRow]) -> list[ProposalRow]:
        found = sorted(rows, key=lambda row: (row.created_at, row.id))
        return [self._seals.check(row) for row in found]

    def _open(self, *states: OperationState) -> list[OperationRow]:
        found = [row for row in self._rows.operations.values() if row.state in states]
        found.sort(key=lambda row: (row.claimed_at, row.id))
        return [self._seals.check(row) for row in found]

    def _own(
        self, row: ProposalRow | DecisionRow | OperationRow | RunRow | SlotRow | AnomalyRow
    ) -> None:
        if row.tenant != self.tenant:
            raise ValueError("a transaction writes rows of its own tenant only")
