"""Who asks, and what that person may see: the service decides, by the identity that it is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from reference_service.records import Database, Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Who:
    """The person in whose name a request is made."""

    tenant: str
    identity: str

    @classmethod
    def of(cls, headers: Mapping[str, str]) -> Who | None:
        """Both names are percent-encoded, since a header holds ASCII; None where one is missing."""
        tenant, identity = headers.get("x-tenant"), headers.get("x-person")
        if not tenant or not identity:
            return None
        return cls(tenant=unquote(tenant), identity=unquote(identity))


def visible_customer(db: Database, who: Who, customer_id: str) -> Record | None:
    customer = db.get(who.tenant, "customer", customer_id)
    if customer is None or who.identity not in customer.body["seen_by"]:
        return None
    return customer


def visible_order(db: Database, who: Who, order_id: str) -> Record | None:
    """The order, where the person may see its customer."""
    order = db.get(who.tenant, "order", order_id)
    if order is None or visible_customer(db, who, order.body["customer_id"]) is None:
        return None
    return order


def own_export(db: Database, who: Who, name: str) -> Record | None:
    """The export that the person started, by the service's name for it or by the key of the
    request that started it."""
    of_key = db.get(who.tenant, "export_of_key", name)
    export = db.get(who.tenant, "export", name if of_key is None else of_key.body["export_id"])
    return export if export is not None and export.body["owner"] == who.identity else None
