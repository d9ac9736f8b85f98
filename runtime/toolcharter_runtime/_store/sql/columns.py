"""Rows as columns, and columns as rows.

Walks in: a row, or what a query gave. Walks out: its columns by name, or the row. Roles are one text
in the database, in the one spelling that is ours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from operator import attrgetter
from typing import Any, TypeAlias

import orjson
from sqlalchemy import Table

from toolcharter_runtime._store.records import (
    AnomalyRow,
    DecisionRow,
    OperationRow,
    ProposalRow,
    RunRow,
    SlotRow,
)
from toolcharter_runtime._store.seals import BrokenSealError
from toolcharter_runtime._store.sql import tables

Row: TypeAlias = ProposalRow | DecisionRow | OperationRow | RunRow | SlotRow | AnomalyRow

_NAMES: Mapping[Table, tuple[str, ...]] = {
    table: tuple(column.name for column in table.c) for table in tables.METADATA.sorted_tables
}
_FIELDS: Mapping[type, tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]] = {
    kind: (names, attrgetter(*names))
    for kind in (ProposalRow, DecisionRow, OperationRow, RunRow, SlotRow, AnomalyRow)
    for names in [tuple(each.name for each in fields(kind))]
}


def columns_of(row: Row) -> dict[str, Any]:
    """The columns of a row by name."""
    names, values = _FIELDS[type(row)]
    columns = dict(zip(names, values(row), strict=True))
    if isinstance(row, DecisionRow):
        columns["roles"] = _text_of(row.roles)
    return columns


def named(table: Table, found: Sequence[Any]) -> dict[str, Any]:
    """What a query found, by the names of the columns; a time that came with it is left out."""
    return dict(zip(_NAMES[table], found, strict=False))


def decision(found: Sequence[Any]) -> DecisionRow:
    """A decision, whose roles are spelled as we spell them; BrokenSealError if not."""
    columns = named(tables.decision, found)
    text = columns["roles"]
    try:
        columns["roles"] = tuple(orjson.loads(text))
        is_ours = _text_of(columns["roles"]) == text
    except (TypeError, ValueError):
        is_ours = False
    if not is_ours:
        raise BrokenSealError("decision", f"{columns['proposal_id']} no. {columns['number']}")
    return DecisionRow(**columns)


def _text_of(roles: tuple[str, ...]) -> str:
    return orjson.dumps(roles).decode()
