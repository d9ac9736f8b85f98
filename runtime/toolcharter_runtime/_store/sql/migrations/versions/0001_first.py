"""The first tables."""

from __future__ import annotations

from typing import Any

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, PrimaryKeyConstraint, Text, text
from sqlalchemy.types import TypeEngine

revision = "0001"
down_revision = None

_TEXT: TypeEngine[Any] = Text().with_variant(Text(collation="C"), "postgresql")
_INTEGER: TypeEngine[Any] = BigInteger().with_variant(Integer(), "sqlite")
_BYTES: TypeEngine[Any] = LargeBinary()


def upgrade() -> None:
    """Make every table and index."""
    _proposals()
    _operations()
    _limits()


def _where(condition: str) -> dict[str, Any]:
    return {"sqlite_where": text(condition), "postgresql_where": text(condition)}


def _proposals() -> None:
    op.create_table(
        "toolcharter_proposal",
        Column("tenant", _TEXT, nullable=False),
        Column("id", _TEXT, nullable=False),
        Column("requester", _TEXT, nullable=False),
        Column("run_id", _TEXT, nullable=False),
        Column("preview", _TEXT, nullable=False),
        Column("request_id", _TEXT, nullable=False),
        Column("request_hash", _TEXT, nullable=False),
        Column("tool", _TEXT, nullable=False),
        Column("enforced", _TEXT, nullable=False),
        Column("consequence", _TEXT, nullable=False),
        Column("level", _TEXT, nullable=False),
        Column("document", _BYTES, nullable=False),
        Column("hash", _TEXT, nullable=False),
        Column("state", _TEXT, nullable=False),
        Column("created_at", _INTEGER, nullable=False),
        Column("expires_at", _INTEGER, nullable=False),
        Column("decided_at", _INTEGER, nullable=True),
        Column("reason", _TEXT, nullable=True),
        Column("serial", _INTEGER, nullable=False),
        Column("seal", _TEXT, nullable=False),
        PrimaryKeyConstraint("tenant", "id"),
        sqlite_strict=True,
    )
    op.create_index(
        "toolcharter_proposal_pending",
        "toolcharter_proposal",
        ["tenant", "created_at", "id"],
        **_where("state = 'pending'"),
    )
    op.create_index(
        "toolcharter_proposal_request",
        "toolcharter_proposal",
        ["tenant", "requester", "run_id", "request_id"],
        unique=True,
    )
    op.create_table(
        "toolcharter_decision",
        Column("tenant", _TEXT, nullable=False),
        Column("proposal_id", _TEXT, nullable=False),
        Column("number", _INTEGER, nullable=False, autoincrement=False),
        Column("approver", _TEXT, nullable=False),
        Column("roles", _TEXT, nullable=False),
        Column("verified_by", _TEXT, nullable=False),
        Column("verdict", _TEXT, nullable=False),
        Column("reason", _TEXT, nullable=True),
        Column("hash", _TEXT, nullable=False),
        Column("enforced", _TEXT, nullable=False),
        Column("target", _TEXT, nullable=False),
        Column("expires_at", _INTEGER, nullable=False),
        Column("decided_at", _INTEGER, nullable=False),
        Column("seal", _TEXT, nullable=False),
        PrimaryKeyConstraint("tenant", "proposal_id", "number"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _operations() -> None:
    op.create_table(
        "toolcharter_operation",
        Column("tenant", _TEXT, nullable=False),
        Column("id", _TEXT, nullable=False),
        Column("key", _TEXT, nullable=False),
        Column("tool", _TEXT, nullable=False),
        Column("enforced", _TEXT, nullable=False),
        Column("snapshot", _TEXT, nullable=False),
        Column("requester", _TEXT, nullable=False),
        Column("run_id", _TEXT, nullable=False),
        Column("proposal_id", _TEXT, nullable=True),
        Column("consequence", _TEXT, nullable=False),
        Column("target", _TEXT, nullable=False),
        Column("document", _BYTES, nullable=False),
        Column("document_hash", _TEXT, nullable=False),
        Column("state", _TEXT, nullable=False),
        Column("attempt", _INTEGER, nullable=False),
        Column("owner", _TEXT, nullable=True),
        Column("lease_until", _INTEGER, nullable=True),
        Column("claimed_at", _INTEGER, nullable=False),
        Column("reference", _TEXT, nullable=True),
        Column("progress", _TEXT, nullable=True),
        Column("seen_at", _INTEGER, nullable=True),
        Column("finished_at", _INTEGER, nullable=True),
        Column("evidence", _BYTES, nullable=True),
        Column("results", _BYTES, nullable=True),
        Column("error", _BYTES, nullable=True),
        Column("resolved_by", _TEXT, nullable=True),
        Column("reason", _TEXT, nullable=True),
        Column("serial", _INTEGER, nullable=False),
        Column("seal", _TEXT, nullable=False),
        PrimaryKeyConstraint("tenant", "id"),
        sqlite_strict=True,
    )
    op.create_index(
        "toolcharter_operation_consequence",
        "toolcharter_operation",
        ["tenant", "consequence", "claimed_at"],
    )
    op.create_index(
        "toolcharter_operation_key", "toolcharter_operation", ["tenant", "key"], unique=True
    )
    op.create_index(
        "toolcharter_operation_overdue",
        "toolcharter_operation",
        ["lease_until", "tenant", "id"],
        **_where("state = 'claimed'"),
    )
    op.create_index(
        "toolcharter_operation_run", "toolcharter_operation", ["tenant", "requester", "run_id"]
    )
    op.create_index(
        "toolcharter_operation_unknown",
        "toolcharter_operation",
        ["tenant", "claimed_at", "id"],
        **_where("state = 'unknown'"),
    )
    op.create_table(
        "toolcharter_anomaly",
        Column("tenant", _TEXT, nullable=False),
        Column("operation_id", _TEXT, nullable=False),
        Column("number", _INTEGER, nullable=False, autoincrement=False),
        Column("seen_at", _INTEGER, nullable=False),
        Column("said", _TEXT, nullable=False),
        Column("digest", _TEXT, nullable=False),
        PrimaryKeyConstraint("tenant", "operation_id", "number"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _limits() -> None:
    op.create_table(
        "toolcharter_run",
        Column("tenant", _TEXT, nullable=False),
        Column("requester", _TEXT, nullable=False),
        Column("run_id", _TEXT, nullable=False),
        Column("calls", _INTEGER, nullable=False),
        Column("cancelled_at", _INTEGER, nullable=True),
        PrimaryKeyConstraint("tenant", "requester", "run_id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "toolcharter_slot",
        Column("tenant", _TEXT, nullable=False),
        Column("gate", _TEXT, nullable=False),
        Column("holder", _TEXT, nullable=False),
        Column("lease_until", _INTEGER, nullable=False),
        PrimaryKeyConstraint("tenant", "gate", "holder"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("toolcharter_slot_holder", "toolcharter_slot", ["tenant", "holder"])
    op.create_table(
        "toolcharter_gate",
        Column("tenant", _TEXT, nullable=False),
        Column("name", _TEXT, nullable=False),
        Column("used_at", _INTEGER, nullable=False),
        PrimaryKeyConstraint("tenant", "name"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
