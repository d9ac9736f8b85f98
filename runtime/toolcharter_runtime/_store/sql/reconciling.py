"""What an older ledger may still do, once a person has taken it up.

Walks in: a store whose rows are older than what has happened. Walks out: the same rows, with nothing
left in them that could make something happen a second time: every run is cancelled, every open
proposal is void, and a write that could have been tried again is unknown, for the service or a person
to say what became of it. A claim that is under way needs nothing: recovery asks about it anyway. It
may be done again, in whole or in part.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

from sqlalchemy import ColumnElement, Table, select, union, update

from toolcharter_runtime._ledger import steps
from toolcharter_runtime._store.seals import BrokenSealError
from toolcharter_runtime._store.sql import tables
from toolcharter_runtime._store.sql.store import SqlStore
from toolcharter_runtime._store.sql.transaction import SqlTransaction
from toolcharter_runtime._store.transaction import Transaction

T = TypeVar("T")

_OPEN_RUN = tables.run.c.cancelled_at.is_(None)
_OPEN_PROPOSAL = tables.proposal.c.state.in_(("pending", "approved"))
_OPEN_OPERATION = tables.operation.c.state == "released"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciled:
    """How many runs were cancelled, how many proposals are void, and the outcomes of how many
    operations nobody knows, because of it."""

    runs: int = 0
    proposals: int = 0
    operations: int = 0


async def close_what_is_open(store: SqlStore) -> Reconciled:
    """Close what is open in the rows of every tenant."""
    found = [await store.transact(tenant, _of_any(_close)) for tenant in await _tenants(store)]
    return Reconciled(
        runs=sum(each.runs for each in found),
        proposals=sum(each.proposals for each in found),
        operations=sum(each.operations for each in found),
    )


async def _tenants(store: SqlStore) -> list[str]:
    query = union(
        select(tables.run.c.tenant).where(_OPEN_RUN),
        select(tables.proposal.c.tenant).where(_OPEN_PROPOSAL),
        select(tables.operation.c.tenant).where(_OPEN_OPERATION),
    )

    def ask(tx: SqlTransaction) -> list[str]:
        return sorted(tx.connection.execute(query).scalars())

    return await store.transact("", _of_any(ask))


def _close(tx: SqlTransaction) -> Reconciled:
    now = tx.now()
    run = tables.run
    ended = update(run).where(run.c.tenant == tx.tenant, _OPEN_RUN).values(cancelled_at=now)
    runs = tx.connection.execute(ended.returning(run.c.run_id)).scalars().all()
    proposals = _rows(tx, tables.proposal, _OPEN_PROPOSAL, tx.proposal)
    for row in proposals:
        tx.change_proposal(replace(row, state="void", decided_at=now, serial=row.serial + 1))
    operations = _rows(tx, tables.operation, _OPEN_OPERATION, tx.operation)
    for each in operations:
        tx.change_operation(steps.unknown(each, reason="restored"))
    return Reconciled(runs=len(runs), proposals=len(proposals), operations=len(operations))


def _rows(
    tx: SqlTransaction, table: Table, condition: ColumnElement[bool], row: Callable[[str], T | None]
) -> list[T]:
    """The rows with a condition; one whose seal is broken is carried out by nobody as it is."""
    columns = table.c
    query = select(columns.id).where(columns.tenant == tx.tenant, condition).order_by(columns.id)
    found = []
    for each in tx.connection.execute(query).scalars().all():
        with contextlib.suppress(BrokenSealError):
            found.append(row(each))
    return [each for each in found if each is not None]


def _of_any(work: Callable[[SqlTransaction], Any]) -> Callable[[Transaction], Any]:
    """Work of a database, as what a store of any kind takes."""
    return lambda tx: work(cast("SqlTransaction", tx))
