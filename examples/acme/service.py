"""The systems of Acme, in memory: what an adapter would reach over the network.

Every question carries the tenant and the identity of the person who asks; the service decides what
that person may see, and remembers who asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Customer:
    """A customer of one tenant. ``notes`` is for the fraud team and never leaves the service's side
    of a view."""

    id: str
    tenant: str
    name: str
    email: str
    status: Literal["active", "suspended", "closed"] = "active"
    notes: str = ""
    seen_by: frozenset[str] = frozenset()


@dataclass(slots=True)
class Service:
    """Customers, and the identities that asked for them, in order."""

    customers: dict[str, Customer] = field(default_factory=dict)
    asked_by: list[tuple[str, str]] = field(default_factory=list)

    def find(self, tenant: str, identity: str, customer_id: str) -> Customer | None:
        """The customer, if it exists in the tenant and the person may see it."""
        self.asked_by.append((tenant, identity))
        found = self.customers.get(customer_id)
        if found is None or found.tenant != tenant or identity not in found.seen_by:
            return None
        return found

    def search(self, tenant: str, identity: str, words: str) -> list[Customer]:
        """The customers the person may see whose name or address holds the words."""
        self.asked_by.append((tenant, identity))
        return [
            each
            for each in self.customers.values()
            if each.tenant == tenant
            and identity in each.seen_by
            and (words.lower() in each.name.lower() or words == each.email)
        ]


def sample() -> Service:
    """Two tenants, and in one of them a person who may see less."""
    everybody = frozenset({"ines", "omar"})
    rows = [
        Customer(
            id="cus_4f7a2b9c",
            tenant="acme",
            name="Nordwind GmbH",
            email="office@nordwind.example",
            notes="Paid late twice.",
            seen_by=everybody,
        ),
        Customer(
            id="cus_8d1e6a0f",
            tenant="acme",
            name="Südlicht AG",
            email="hallo@suedlicht.example",
            seen_by=frozenset({"ines"}),
        ),
        Customer(
            id="cus_77777777",
            tenant="globex",
            name="Nordwind Holding",
            email="info@nordwind-holding.example",
            seen_by=frozenset({"zoe"}),
        ),
    ]
    return Service(customers={row.id: row for row in rows})
