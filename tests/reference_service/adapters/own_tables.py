"""The host's own tables, beside the ledger: what tools with a shared transaction write into.

They begin with the records that the reference service begins with, and ``own_effects`` is their
account: one row for each effect, written in the transaction that made it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import rfc8785
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
)
from toolcharter_runtime import Call

from reference_service.records import Record

own = MetaData()


def _table(name: str, *columns: Column[Any]) -> Table:
    key = (Column("tenant", String, primary_key=True), Column("id", String, primary_key=True))
    return Table(name, own, *key, *columns)


drafts = _table(
    "drafts",
    Column("owner", String, nullable=False),
    Column("customer_id", String, nullable=False),
    Column("subject", String, nullable=False),
    Column("body", String, nullable=False),
    Column("state", String, nullable=False),
    Column("version", Integer, nullable=False),
)
opportunities = _table(
    "opportunities",
    Column("customer_id", String, nullable=False),
    Column("title", String, nullable=False),
    Column("stage", String, nullable=False),
    Column("value_minor", BigInteger, nullable=False),
    Column("currency", String, nullable=False),
    Column("closing_on", String),
    Column("seller", String),
    Column("version", Integer, nullable=False),
)
sellers = _table(
    "sellers",
    Column("sells", Boolean, nullable=False),
    Column("version", Integer, nullable=False),
)
customer_access = Table(
    "customer_access",
    own,
    Column("tenant", String, primary_key=True),
    Column("customer_id", String, primary_key=True),
    Column("identity", String, primary_key=True),
)
own_effects = Table(
    "own_effects",
    own,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("tenant", String, nullable=False),
    Column("identity", String, nullable=False),
    Column("key", String),
    Column("tool", String, nullable=False),
    Column("id", String, nullable=False),
    Column("version_before", Integer),
    Column("version_after", Integer),
    Column("body", LargeBinary, nullable=False),
)


def note_effect(
    connection: Connection,
    call: Call,
    id: str,
    *,
    before: int | None,
    after: int,
    executed: Mapping[str, Any],
) -> None:
    """Put an effect into the account, in the transaction that makes it."""
    connection.execute(
        own_effects.insert().values(
            tenant=call.tenant,
            identity=call.requester.identity,
            key=call.idempotency_key,
            tool=call.tool,
            id=id,
            version_before=before,
            version_after=after,
            body=rfc8785.dumps(dict(executed)),
        )
    )


def create_own_tables(connection: Connection, records: Iterable[Record]) -> None:
    """Make the tables and put the first records into them."""
    own.create_all(connection)
    for record in records:
        for table, row in _rows(record):
            connection.execute(table.insert().values(tenant=record.tenant, **row))


def _rows(record: Record) -> Iterable[tuple[Table, Mapping[str, Any]]]:
    id, version, body = record.id, record.version, record.body
    match record.kind:
        case "draft":
            names = ("owner", "customer_id", "subject", "body", "state")
            yield drafts, {"id": id, "version": version, **{name: body[name] for name in names}}
        case "opportunity":
            names = ("customer_id", "title", "stage", "closing_on", "seller")
            value = body["value"]
            yield (
                opportunities,
                {
                    "id": id,
                    "version": version,
                    "value_minor": value["amount_minor"],
                    "currency": value["currency"],
                    **{name: body[name] for name in names},
                },
            )
        case "seller":
            yield sellers, {"id": id, "version": version, "sells": body["sells"]}
        case "customer":
            for identity in body["seen_by"]:
                yield customer_access, {"customer_id": id, "identity": identity}
