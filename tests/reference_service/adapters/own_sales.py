"""What the host's own tables say about sales: rows as values, read under a lock by
whoever is about to change them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from sqlalchemy import Connection, func, select
from toolcharter_runtime import Call

from reference_service.adapters.own_tables import customer_access, opportunities, sellers

Stage: TypeAlias = Literal["open", "offered", "won", "lost"]

OPEN = ("open", "offered")
"""The stages of a sale that is not settled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sale:
    """One possible sale."""

    id: str
    customer_id: str
    title: str
    stage: Stage
    value_minor: int
    currency: str
    closing_on: str | None
    seller: str | None
    version: int


def sale(connection: Connection, tenant: str, id: str, *, for_change: bool = False) -> Sale | None:
    columns = [column for column in opportunities.c if column.name != "tenant"]
    asked = select(*columns).where(opportunities.c.tenant == tenant, opportunities.c.id == id)
    row = connection.execute(asked.with_for_update() if for_change else asked).one_or_none()
    return None if row is None else Sale(**row._mapping)


def is_visible(connection: Connection, call: Call, found: Sale | None) -> bool:
    """Whether there is such a sale, and the requester may see its customer."""
    if found is None:
        return False
    access = customer_access.c
    row = connection.execute(
        select(access.identity).where(
            access.tenant == call.tenant,
            access.customer_id == found.customer_id,
            access.identity == call.requester.identity,
        )
    ).one_or_none()
    return row is not None


def seller_version(
    connection: Connection, tenant: str, id: str, *, for_change: bool = False
) -> int | None:
    """The version of a seller who sells now; None for anybody else."""
    asked = select(sellers.c.version).where(
        sellers.c.tenant == tenant, sellers.c.id == id, sellers.c.sells
    )
    version: int | None = connection.execute(
        asked.with_for_update() if for_change else asked
    ).scalar_one_or_none()
    return version


def open_sales(connection: Connection, tenant: str, seller_id: str) -> int:
    """How many unsettled sales a seller has."""
    sales = opportunities.c
    return connection.execute(
        select(func.count()).where(
            sales.tenant == tenant, sales.seller == seller_id, sales.stage.in_(OPEN)
        )
    ).scalar_one()
