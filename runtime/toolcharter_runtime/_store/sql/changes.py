"""The changes of the store in SQLAlchemy Core. Parameters have the names of the columns that they fill.

A change that may find nothing to change gives back the key of what it changed (RETURNING): drivers
do not agree on row counts.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Delete,
    Table,
    Text,
    bindparam,
    delete,
    select,
    true,
    update,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.sql import ClauseElement

from toolcharter_runtime._store.sql import queries, tables
from toolcharter_runtime._store.sql.manner import Manner


def lock(manner: Manner, clock: ColumnElement[Any]) -> ClauseElement:
    """Locks gates in the order of ``names``; a gate that is new is locked by being made."""
    table = tables.gate
    wanted = select(bindparam("tenant", type_=Text), manner.listed("names"), clock)
    insert = postgresql.insert(table).from_select(["tenant", "name", "used_at"], wanted)
    locked = insert.on_conflict_do_update(
        index_elements=["tenant", "name"], set_={"used_at": insert.excluded.used_at}
    )
    return locked.returning(clock)


def added(manner: Manner, table: Table) -> ClauseElement:
    """Adds a row that is not there."""
    return manner.insert(table).values({each.name: bindparam(each.name) for each in table.c})


def added_unless_there(manner: Manner) -> ClauseElement:
    """Adds an operation, or nothing where its key stands already."""
    table = tables.operation
    insert = manner.insert(table).values({each.name: bindparam(each.name) for each in table.c})
    return insert.on_conflict_do_nothing(index_elements=["tenant", "key"]).returning(table.c.id)


def changed(table: Table, digest: str) -> ClauseElement:
    """Replaces all but the key, and the document, which its digest says is the same."""
    kept = {"tenant", "id", "document", digest}
    return (
        update(table)
        .where(*queries.where(table, "tenant", "id", digest), table.c.serial == bindparam("before"))
        .values({each.name: bindparam(each.name) for each in table.c if each.name not in kept})
        .returning(table.c.id)
    )


def put(manner: Manner, table: Table) -> ClauseElement:
    """Adds or replaces a row."""
    insert = manner.insert(table).values({each.name: bindparam(each.name) for each in table.c})
    key = [each.name for each in table.primary_key]
    rest = {each.name: insert.excluded[each.name] for each in table.c if each.name not in key}
    return insert.on_conflict_do_update(index_elements=key, set_=rest)


def counted(manner: Manner) -> ClauseElement:
    """Adds ``more`` calls to a run. Gives the columns of the row that are not its key."""
    table = tables.run
    key = [each.name for each in table.primary_key]
    insert = manner.insert(table).values(
        {name: bindparam(name) for name in key} | {"calls": bindparam("more")}
    )
    total = table.c.calls + insert.excluded.calls
    counting = insert.on_conflict_do_update(index_elements=key, set_={"calls": total})
    return counting.returning(table.c.calls, table.c.cancelled_at)


def put_slots(manner: Manner) -> ClauseElement:
    """Adds or replaces the slots of a holder at the gates ``names``."""
    table = tables.slot
    rest = [bindparam("holder", type_=Text), bindparam("lease_until", type_=BigInteger)]
    wanted = select(bindparam("tenant", type_=Text), manner.listed("names"), *rest)
    # Without a condition SQLite takes ON CONFLICT for one of a join.
    insert = manner.insert(table).from_select(
        ["tenant", "gate", "holder", "lease_until"], wanted.where(true())
    )
    return insert.on_conflict_do_update(
        index_elements=["tenant", "gate", "holder"],
        set_={"lease_until": insert.excluded.lease_until},
    )


def dropped_slots() -> Delete:
    """Removes the slots of a holder at all gates."""
    return delete(tables.slot).where(*queries.where(tables.slot, "tenant", "holder"))


def swept(manner: Manner, table: Table, instant: str) -> ClauseElement:
    """Removes what was last used before an instant, and waits for nobody."""
    key = list(table.primary_key)
    old = queries.first(select(*key).where(table.c[instant] < bindparam("before")))
    if manner.clock is not None:
        old = old.with_for_update(skip_locked=True)
    found = old.subquery()
    matches = [each == found.c[each.name] for each in key]
    return delete(table).where(select(1).where(*matches).exists()).returning(key[0])
