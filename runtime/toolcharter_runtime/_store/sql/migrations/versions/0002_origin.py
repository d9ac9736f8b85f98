"""Where the rows are at home: what tells a ledger from an older one of itself."""

from __future__ import annotations

from typing import Any

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, PrimaryKeyConstraint, Text
from sqlalchemy.types import TypeEngine

revision = "0002"
down_revision = "0001"

_TEXT: TypeEngine[Any] = Text().with_variant(Text(collation="C"), "postgresql")
_INTEGER: TypeEngine[Any] = BigInteger().with_variant(Integer(), "sqlite")


def upgrade() -> None:
    """Make the table; its row is written by whoever runs the migrations."""
    op.create_table(
        "toolcharter_origin",
        Column("id", _INTEGER, nullable=False, autoincrement=False),
        Column("place", _TEXT, nullable=False),
        Column("timeline", _INTEGER, nullable=True),
        Column("commits", _INTEGER, nullable=False),
        PrimaryKeyConstraint("id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
