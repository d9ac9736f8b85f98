"""One transaction: rows out of the database with their seals checked, rows into it sealed.

Walks in: an open session and the tenant. What it is told and what it changes is that of
``_store/transaction.py``; it decides nothing.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from toolcharter_runtime._store.records import (
    AnomalyRow,
    DecisionRow,
    OperationRow,
    ProposalRow,
    RunRow,
    SlotRow,
)
from toolcharter_runtime._store.seals import Seals
from toolcharter_runtime._store.sql import tables
from toolcharter_runtime._store.sql.columns import Row, columns_of, decision, named
from toolcharter_runtime._store.sql.database import Session
from toolcharter_runtime._store.sql.statements import Statement, Statements
from toolcharter_runtime._store.transaction import ConflictError


class SqlTransaction:
    """A ``Transaction`` of one tenant; in a session that only reads, a ``Reading``."""

    def __init__(
        self,
        tenant: str,
        session: Session,
        statements: Statements,
        seals: Seals,
        *,
        is_writing: bool,
    ) -> None:
        self.tenant = tenant
        self._session = session
        self._statements = statements
        self._questions = statements.writing if is_writing else statements.reading
        self._seals = seals
        self._told: int | None = None
        """What the last answer that tells the time said."""
        self._latest = 0

    @property
    def connection(self) -> Connection:
        """The connection of this transaction, for an adapter that writes its effect in it. Its
        statements are stored with ours or not at all; it may neither commit nor roll back, and
        after a statement that failed it has to go back to a savepoint of its own."""
        return self._session.connection

    def set_savepoint(self) -> None:
        """Remember this point, before statements that may have to be undone."""
        self._session.set_savepoint()

    def go_back(self) -> None:
        """Undo what came after the savepoint."""
        self._session.go_back()

    def now(self) -> int:
        now = self._told
        if now is None:
            clock = self._statements.clock
            if clock is None:
                now = time.time_ns() // 1_000_000
            else:
                ((now,),) = self._session.ask(clock, ())
        self._latest = max(self._latest, now)
        return self._latest

    def lock(self, *gates: str) -> None:
        statement = self._statements.lock
        if statement is not None and gates:
            self._ask(statement, names=self._session.listed(sorted(set(gates))))

    def proposal(self, proposal_id: str) -> ProposalRow | None:
        return self._proposal(self._ask(self._questions.proposal, id=proposal_id))

    def proposal_of_request(
        self, requester: str, run_id: str, request_id: str
    ) -> ProposalRow | None:
        return self._proposal(
            self._ask(
                self._questions.proposal_of_request,
                requester=requester,
                run_id=run_id,
                request_id=request_id,
            )
        )

    def proposals_of_run(self, requester: str, run_id: str) -> Sequence[ProposalRow]:
        question = self._questions.proposals_of_run
        return self._proposals(self._ask(question, requester=requester, run_id=run_id))

    def pending(self) -> Sequence[ProposalRow]:
        return self._proposals(self._ask(self._statements.pending))

    def count_pending(
        self,
        *,
        level: str | None = None,
        consequence: str | None = None,
        run: tuple[str, str] | None = None,
    ) -> int:
        requester, run_id = run or (None, None)
        statement = self._statements.count_pending[
            level is not None, consequence is not None, run is not None
        ]
        return self._count(
            statement,
            level=level,
            consequence=consequence,
            requester=requester,
            run_id=run_id,
            now=self.now(),
        )

    def decisions(self, proposal_id: str) -> Sequence[DecisionRow]:
        rows = self._ask(self._statements.decisions, proposal_id=proposal_id)
        return [self._seals.check(decision(row)) for row in rows]

    def operation(self, operation_id: str) -> OperationRow | None:
        return self._operation(self._ask(self._questions.operation, id=operation_id))

    def operation_of_key(self, key: str) -> OperationRow | None:
        return self._operation(self._ask(self._questions.operation_of_key, key=key))

    def operations_of_run(self, requester: str, run_id: str) -> Sequence[OperationRow]:
        question = self._statements.operations_of_run
        return self._operations(self._ask(question, requester=requester, run_id=run_id))

    def unresolved(self) -> Sequence[OperationRow]:
        return self._operations(self._ask(self._statements.unresolved))

    def count_claims(
        self, consequence: str, *, since: int | None = None, run: tuple[str, str] | None = None
    ) -> int:
        requester, run_id = run or (None, None)
        return self._count(
            self._statements.count_claims[since is not None, run is not None],
            consequence=consequence,
            since=since,
            requester=requester,
            run_id=run_id,
        )

    def run(self, requester: str, run_id: str) -> RunRow | None:
        rows = self._ask(self._statements.run, requester=requester, run_id=run_id)
        return RunRow(**named(tables.run, rows[0])) if rows else None

    def slots(self, *gates: str) -> Sequence[SlotRow]:
        rows = self._ask(self._statements.slots, names=self._session.listed(gates))
        return [SlotRow(**named(tables.slot, row)) for row in rows]

    def anomalies(self, operation_id: str) -> Sequence[AnomalyRow]:
        rows = self._ask(self._statements.anomalies, operation_id=operation_id)
        return [AnomalyRow(**named(tables.anomaly, row)) for row in rows]

    def add_proposal(self, row: ProposalRow) -> None:
        self._add(self._statements.add_proposal, self._sealed(row))

    def change_proposal(self, row: ProposalRow) -> None:
        self._change(self._statements.change_proposal, row)

    def add_decision(self, row: DecisionRow) -> None:
        self._add(self._statements.add_decision, self._sealed(row))

    def add_operation(self, row: OperationRow) -> bool:
        statement = self._statements.add_operation
        given = self._sealed(row)
        return bool(self._session.ask(statement, statement.values(given)))

    def change_operation(self, row: OperationRow) -> None:
        self._change(self._statements.change_operation, row)

    def put_run(self, row: RunRow) -> None:
        self._add(self._statements.put_run, self._given(row))

    def count_calls(self, requester: str, run_id: str, more: int) -> RunRow:
        rows = self._ask(
            self._statements.count_calls, requester=requester, run_id=run_id, more=more
        )
        ((calls, cancelled_at),) = rows
        return RunRow(
            tenant=self.tenant,
            requester=requester,
            run_id=run_id,
            calls=calls,
            cancelled_at=cancelled_at,
        )

    def put_slots(self, gates: Sequence[str], *, holder: str, lease_until: int) -> None:
        given = {"names": self._session.listed(gates), "holder": holder}
        self._add(
            self._statements.put_slots,
            {"tenant": self.tenant, "lease_until": lease_until, **given},
        )

    def drop_slots(self, holder: str) -> None:
        self._add(self._statements.drop_slots, {"tenant": self.tenant, "holder": holder})

    def add_anomaly(self, row: AnomalyRow) -> None:
        self._add(self._statements.add_anomaly, self._given(row))

    def overdue(self, most: int, skip: int) -> Sequence[tuple[str, str]]:
        """What every tenant's recovery has to look at; this question and the next know no tenant."""
        given = {"now": self.now(), "most": most, "skip": skip}
        return self._of_all_tenants(self._statements.overdue, given)

    def unknown(self, most: int) -> Sequence[tuple[str, str]]:
        """What the operators of every tenant have to look at."""
        return self._of_all_tenants(self._statements.unknown, {"most": most})

    def sweep(self, older_than_ms: int, most: int) -> bool:
        """Remove old gates and slots of all tenants; whether there may be more."""
        given = {"before": self.now() - older_than_ms, "most": most}
        swept = [
            len(self._session.ask(statement, statement.values(given)))
            for statement in (self._statements.sweep_gates, self._statements.sweep_slots)
        ]
        return max(swept) >= most

    def _of_all_tenants(
        self, statement: Statement, given: dict[str, int]
    ) -> Sequence[tuple[str, str]]:
        found = self._session.ask(statement, statement.values(given))
        return [(tenant, operation) for tenant, operation in found]

    def _ask(self, statement: Statement, **given: object) -> Sequence[tuple[Any, ...]]:
        given["tenant"] = self.tenant
        rows = self._session.ask(statement, statement.values(given))
        if statement.tells_time:
            # Without a row there may still have been a wait: the next question asks the clock.
            self._told = rows[-1][-1] if rows else None
        return rows

    def _count(self, statement: Statement, **given: object) -> int:
        ((found,),) = self._ask(statement, **given)
        return int(found)

    def _add(self, statement: Statement, given: Mapping[str, object]) -> None:
        self._session.run(statement, statement.values(given))

    def _change(self, statement: Statement, row: ProposalRow | OperationRow) -> None:
        given = self._sealed(row)
        given["before"] = row.serial - 1
        if not self._session.ask(statement, statement.values(given)):
            raise ConflictError(f"{row.id} is not as it was")

    def _proposal(self, rows: Sequence[tuple[Any, ...]]) -> ProposalRow | None:
        return self._proposals(rows)[0] if rows else None

    def _proposals(self, rows: Sequence[tuple[Any, ...]]) -> list[ProposalRow]:
        return [self._seals.check(ProposalRow(**named(tables.proposal, row))) for row in rows]

    def _operation(self, rows: Sequence[tuple[Any, ...]]) -> OperationRow | None:
        return self._operations(rows)[0] if rows else None

    def _operations(self, rows: Sequence[tuple[Any, ...]]) -> list[OperationRow]:
        return [self._seals.check(OperationRow(**named(tables.operation, row))) for row in rows]

    def _sealed(self, row: ProposalRow | DecisionRow | OperationRow) -> dict[str, Any]:
        given = self._given(row)
        given["seal"] = self._seals.seal_of(row)
        return given

    def _given(self, row: Row) -> dict[str, Any]:
        """The fields of a row by their names."""
        if row.tenant != self.tenant:
            raise ValueError("a transaction writes rows of its own tenant only")
        return columns_of(row)
