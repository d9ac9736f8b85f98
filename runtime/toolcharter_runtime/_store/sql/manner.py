"""What databases do differently, as far as statements show it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Dialect, Table
from sqlalchemy.dialects import postgresql, sqlite

Insert = Callable[[Table], postgresql.Insert | sqlite.Insert]


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a database does what they do differently.

    ``clock`` is the time in milliseconds as a server tells it, whose transactions lock rows: there,
    reading a row in a transaction that writes locks it, and the answer tells the time after the
    lock was had as its last column. None where one transaction at a time writes to a file of this
    machine, whose clock is the store's. ``listed`` is what a list that is one
    parameter holds.
    """

    dialect: Dialect
    insert: Insert
    clock: ColumnElement[Any] | None
    listed: Callable[[str], ColumnElement[str]]
