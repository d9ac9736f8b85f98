"""The questions of the store in SQLAlchemy Core. Parameters have the names of the columns that they are
compared with, and ``now``, ``since``, ``before``, ``most`` and ``skip``."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select, Table, bindparam, func, literal_column, select

from toolcharter_runtime._store.sql import tables
from toolcharter_runtime._store.sql.manner import Manner


def where(table: Table, *names: str) -> list[ColumnElement[bool]]:
    """Each column is its parameter."""
    return [table.c[name] == bindparam(name) for name in names]


def of(table: Table, *names: str) -> Select[Any]:
    """The rows that these columns name."""
    return select(table).where(*where(table, *names))


def is_in(table: Table, *states: str) -> ColumnElement[bool]:
    """The row is in one of the states."""
    # Literal, because a partial index is only found by a condition that says what it says.
    words: list[ColumnElement[Any]] = [literal_column(f"'{state}'") for state in states]
    return table.c.state == words[0] if len(words) == 1 else table.c.state.in_(words)


def oldest_first(table: Table, state: str) -> Select[Any]:
    """The rows in one state, of all runs."""
    since = table.c.created_at if table is tables.proposal else table.c.claimed_at
    return of(table, "tenant").where(is_in(table, state)).order_by(since, table.c.id)


def numbered(table: Table, parent: str) -> Select[Any]:
    """The children of one row, in the order of their numbers."""
    return of(table, "tenant", parent).order_by(table.c.number)


def operations_of_run() -> Select[Any]:
    """Operations of a run that are under way or unknown."""
    table = tables.operation
    return (
        of(table, "tenant", "requester", "run_id")
        .where(is_in(table, "claimed", "running", "unknown"))
        .order_by(table.c.claimed_at, table.c.id)
    )


def count_pending(*, level: bool, consequence: bool, run: bool) -> Select[Any]:
    """How many proposals are undecided and not expired, of what is asked for."""
    table = tables.proposal
    names = ["tenant"]
    names += ["level"] if level else []
    names += ["consequence"] if consequence else []
    names += ["requester", "run_id"] if run else []
    return (
        select(func.count())
        .select_from(table)
        .where(*where(table, *names), is_in(table, "pending"))
        .where(table.c.expires_at > bindparam("now"))
    )


def count_claims(*, since: bool, run: bool) -> Select[Any]:
    """How many operations of a consequence were claimed, of what is asked for."""
    table = tables.operation
    names = ["tenant", "consequence", *(("requester", "run_id") if run else ())]
    query = select(func.count()).select_from(table).where(*where(table, *names))
    return query.where(table.c.claimed_at >= bindparam("since")) if since else query


def slots(manner: Manner) -> Select[Any]:
    """The slots at the gates ``names``."""
    table = tables.slot
    return (
        of(table, "tenant")
        .where(table.c.gate.in_(select(manner.listed("names"))))
        .order_by(table.c.gate, table.c.holder)
    )


def overdue() -> Select[Any]:
    """Claims of all tenants whose lease is over."""
    table = tables.operation
    # The instant is a parameter: no index is searched for a clock that never stands still.
    return (
        select(table.c.tenant, table.c.id)
        .where(is_in(table, "claimed"), table.c.lease_until <= bindparam("now"))
        .order_by(table.c.lease_until, table.c.tenant, table.c.id)
        .limit(bindparam("most"))
        .offset(bindparam("skip"))
    )


def unknown() -> Select[Any]:
    """Operations of all tenants whose outcome nobody knows, the oldest first."""
    table = tables.operation
    return first(
        select(table.c.tenant, table.c.id)
        .where(is_in(table, "unknown"))
        .order_by(table.c.claimed_at, table.c.tenant, table.c.id)
    )


def first(query: Select[Any]) -> Select[Any]:
    """At most so many rows. Left alone, SQLite's words would have a parameter for the offset."""
    return query.limit(bindparam("most")).offset(literal_column("0"))
