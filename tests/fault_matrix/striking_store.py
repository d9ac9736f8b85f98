"""A store around whose transactions a test strikes.

Walks in: a real store. Walks out: the same one, which looks at what each transaction writes. A strike
before a transaction is possible because work may be run again: it is undone when it comes to the
write, and begun anew after the strike.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from fault_matrix.places import LOOKED, Strikes, after, before, inside
from toolcharter_runtime._store.records import DecisionRow, OperationRow, ProposalRow
from toolcharter_runtime._store.transaction import Reading, Transaction

T = TypeVar("T")


class NotYetError(Exception):
    """The transaction is undone, because a strike comes before it."""

    def __init__(self, step: str) -> None:
        super().__init__(step)
        self.step = step


class StrikingStore:
    """Everything but ``read`` and ``transact`` is the real store's."""

    def __init__(self, store: Any, strikes: Strikes) -> None:
        self._store = store
        self._strikes = strikes

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def go_on_with(self, store: Any) -> None:
        """Have another real store."""
        self._store = store

    async def read(self, tenant: str, work: Callable[[Reading], T]) -> T:
        def looked(rows: Reading) -> T:
            found = work(rows)
            self._strikes.meet(LOOKED)
            return found

        found: T = await self._store.read(tenant, looked)
        return found

    async def transact(self, tenant: str, work: Callable[[Transaction], T]) -> T:
        steps: list[str] = []

        def watched(tx: Transaction) -> T:
            steps.clear()
            result = work(_Watched(tx, steps, self._strikes))
            for step in steps:
                self._strikes.meet(inside(step))
            return result

        while True:
            try:
                result: T = await self._store.transact(tenant, watched)
                break
            except NotYetError as early:
                await self._strikes.wait(before(early.step))
        for step in steps:
            await self._strikes.wait(after(step))
        return result


class _Watched:
    """A transaction that notes what is written in it."""

    def __init__(self, tx: Transaction, steps: list[str], strikes: Strikes) -> None:
        self._tx = tx
        self._steps = steps
        self._strikes = strikes

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tx, name)

    def add_proposal(self, row: ProposalRow) -> None:
        self._writes("proposal")
        self._tx.add_proposal(row)

    def add_decision(self, row: DecisionRow) -> None:
        self._writes("decision")
        self._tx.add_decision(row)

    def add_operation(self, row: OperationRow) -> bool:
        self._writes("claim")
        return self._tx.add_operation(row)

    def change_operation(self, row: OperationRow) -> None:
        self._writes("claim" if row.state == "claimed" else "end")
        self._tx.change_operation(row)

    def _writes(self, step: str) -> None:
        if self._strikes.is_armed(before(step)):
            raise NotYetError(step)
        self._steps.append(step)
