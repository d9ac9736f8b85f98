"""The tables: columns as in ``records.py``, and the indexes that the questions need.

The tenant leads every key and every index, so that the schema also fits databases that spread rows
by tenant; the one index over all tenants is that of recovery, and it holds only what is under way.
Names start with ``toolcharter_``, because the tables may live in the service's own database.

There are no foreign keys: a child is only written under the lock of its parent's row, seals bind
both, and every insert would pay for a look-up that proves nothing new.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, Table, Text, text
from sqlalchemy.types import TypeEngine

METADATA = MetaData()

# The order of texts is that of their code points, in every database, as it is in Python.
_TEXT: TypeEngine[Any] = Text().with_variant(Text(collation="C"), "postgresql")
# INTEGER is what SQLite calls 64 bits, and what a STRICT table accepts.
_INTEGER: TypeEngine[Any] = BigInteger().with_variant(Integer(), "sqlite")
_BYTES: TypeEngine[Any] = LargeBinary()


def _key(name: str) -> Column[Any]:
    return Column(name, _TEXT, primary_key=True)


def _number(name: str) -> Column[Any]:
    return Column(name, _INTEGER, primary_key=True, autoincrement=False)


def _columns(kind: TypeEngine[Any], *names: str) -> list[Column[Any]]:
    """Columns of one type; a name that ends in ``?`` may be null."""
    return [Column(name.rstrip("?"), kind, nullable=name.endswith("?")) for name in names]


def _table(name: str, *columns: Column[Any] | list[Column[Any]], is_small: bool = False) -> Table:
    # Small rows live in the tree of their key: one page written instead of two.
    flat = [
        each for column in columns for each in (column if isinstance(column, list) else [column])
    ]
    return Table(
        f"toolcharter_{name}",
        METADATA,
        *flat,
        sqlite_strict=True,
        sqlite_with_rowid=not is_small,
    )


def _index(table: Table, name: str, *columns: str, where: str | None = None) -> None:
    condition = None if where is None else text(where)
    Index(
        f"{table.name}_{name}",
        *(table.c[column] for column in columns),
        sqlite_where=condition,
        postgresql_where=condition,
    )


proposal = _table(
    "proposal",
    _key("tenant"),
    _key("id"),
    _columns(_TEXT, "requester", "run_id", "preview", "request_id", "request_hash"),
    _columns(_TEXT, "tool", "enforced", "consequence", "level"),
    _columns(_BYTES, "document"),
    _columns(_TEXT, "hash", "state"),
    _columns(_INTEGER, "created_at", "expires_at", "decided_at?"),
    _columns(_TEXT, "reason?"),
    _columns(_INTEGER, "serial"),
    _columns(_TEXT, "seal"),
)
Index(
    "toolcharter_proposal_request",
    *(proposal.c[each] for each in ("tenant", "requester", "run_id", "request_id")),
    unique=True,
)
_index(proposal, "pending", "tenant", "created_at", "id", where="state = 'pending'")

decision = _table(
    "decision",
    _key("tenant"),
    _key("proposal_id"),
    _number("number"),
    _columns(_TEXT, "approver", "roles", "verified_by", "verdict", "reason?", "hash", "enforced"),
    _columns(_TEXT, "target"),
    _columns(_INTEGER, "expires_at", "decided_at"),
    _columns(_TEXT, "seal"),
    is_small=True,
)

operation = _table(
    "operation",
    _key("tenant"),
    _key("id"),
    _columns(_TEXT, "key", "tool", "enforced", "snapshot", "requester", "run_id", "proposal_id?"),
    _columns(_TEXT, "consequence", "target"),
    _columns(_BYTES, "document"),
    _columns(_TEXT, "document_hash", "state"),
    _columns(_INTEGER, "attempt"),
    _columns(_TEXT, "owner?"),
    _columns(_INTEGER, "lease_until?", "claimed_at"),
    _columns(_TEXT, "reference?", "progress?"),
    _columns(_INTEGER, "seen_at?", "finished_at?"),
    _columns(_BYTES, "evidence?", "results?", "error?"),
    _columns(_TEXT, "resolved_by?", "reason?"),
    _columns(_INTEGER, "serial"),
    _columns(_TEXT, "seal"),
)
Index(
    "toolcharter_operation_key",
    operation.c.tenant,
    operation.c.key,
    unique=True,
)
_index(operation, "run", "tenant", "requester", "run_id")
_index(operation, "consequence", "tenant", "consequence", "claimed_at")
_index(operation, "unknown", "tenant", "claimed_at", "id", where="state = 'unknown'")
_index(operation, "overdue", "lease_until", "tenant", "id", where="state = 'claimed'")

run = _table(
    "run",
    _key("tenant"),
    _key("requester"),
    _key("run_id"),
    _columns(_INTEGER, "calls", "cancelled_at?"),
    is_small=True,
)

slot = _table(
    "slot",
    _key("tenant"),
    _key("gate"),
    _key("holder"),
    _columns(_INTEGER, "lease_until"),
    is_small=True,
)
_index(slot, "holder", "tenant", "holder")

anomaly = _table(
    "anomaly",
    _key("tenant"),
    _key("operation_id"),
    _number("number"),
    _columns(_INTEGER, "seen_at"),
    _columns(_TEXT, "said", "digest"),
    is_small=True,
)

gate = _table(
    "gate",
    _key("tenant"),
    _key("name"),
    _columns(_INTEGER, "used_at"),
    is_small=True,
)

origin = _table(
    "origin",
    _number("id"),
    _columns(_TEXT, "place"),
    _columns(_INTEGER, "timeline?", "commits"),
    is_small=True,
)
"""One row, of no tenant: ``origin.py`` says what for."""
