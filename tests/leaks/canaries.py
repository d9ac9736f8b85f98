"""A hundred canaries: words that stand where a secret could, each in one place, and where each may be seen.

A value that people decide about is stored and shown to them, and a view shows what it names: these are
allowed sinks. Everything else is a leak.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256

import reference_service.fixtures  # noqa: F401 - puts the generated package on the path
from acme_tools import CATALOG

SINKS = ("envelope", "log", "metrics", "trace", "exceptions", "database", "screen", "stderr")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """``may_be_in`` names the sinks in which the canary of this place is meant to be."""

    name: str
    may_be_in: frozenset[str] = frozenset()

    @property
    def canary(self) -> str:
        """A word that stands nowhere else, in characters that the pattern of its place takes."""
        digest = sha256(self.name.encode()).hexdigest()
        match self.name.partition(" ")[0]:
            case "unlock_code":
                return digest[:32].upper()
            case "phone":
                return str(int(digest, 16))[:13]
            case _:
                return f"cnry{digest[:14]}"


SHOWN = frozenset({"envelope", "database", "screen"})
"""What people are to decide about."""
KEPT = frozenset({"database", "screen"})


def _places() -> Iterator[Place]:
    for tool in CATALOG["tools"]:
        yield Place(name=f"exception of {tool}")
        yield Place(name=f"undeclared field of {tool}")
    for name in (
        "risk_note of get_customer_v2",
        "risk_note of get_customer_v1",
        "email of get_customer_v2 in the view sales",
        "email of list_sellers_v1 in the view sales",
        "address of get_customer_v2 in the view sales",
        "unlock_code of get_export_v1",
        "phone of list_sellers_v1 in the view sales",
        "recipient of preview_send_email_v1",
    ):
        is_proposed = name.startswith("recipient")
        yield Place(name=name, may_be_in=KEPT if is_proposed else frozenset())
    for name in (
        "value of an unknown argument",
        "invalid identifier",
        "wrong type",
        "discriminator",
        "text that is no JSON",
        "name of a tool",
        "argument of a tool outside the run",
        "query of a search",
        "identifier that is read",
        "answer that is no JSON",
        "exception of a precondition",
        "answer of a precondition",
        "undeclared code of no such form",
        "exception of a clock",
        "exception chained to a failure",
    ):
        yield Place(name=name)
    for name in ("unknown argument", "unknown argument in a branch", "key that stands twice"):
        # The agent is told which of its own names is wrong.
        yield Place(name=name, may_be_in=frozenset({"envelope"}))
    # What looks like a code is one: it stands in the source of an adapter.
    yield Place(name="undeclared code", may_be_in=frozenset({"log", "stderr"}))
    for name in ("line_1 of an address", "city of an address", "remark of a stage"):
        yield Place(name=name, may_be_in=SHOWN)
    for name in ("subject of a draft", "body of a draft"):
        yield Place(name=name, may_be_in=frozenset({"database"}))
    yield Place(name="reason of a denial", may_be_in=SHOWN)
    yield Place(name="reason of an operator", may_be_in=KEPT)
    yield Place(name="name of an operator", may_be_in=KEPT)
    yield Place(name="requester", may_be_in=KEPT)
    yield Place(name="principal", may_be_in=KEPT)
    yield Place(name="approver", may_be_in=KEPT)
    yield Place(name="tenant", may_be_in=KEPT | {"log", "stderr"})
    yield Place(name="run id", may_be_in=KEPT | {"log", "stderr"})
    yield Place(name="request id", may_be_in=frozenset({"database"}))
    yield Place(name="permission that the catalog does not know")
    for name in ("token of an approver", "key of the seals", "key of the trace"):
        yield Place(name=name)


PLACES: Mapping[str, Place] = {each.name: each for each in _places()}


def canary(name: str) -> str:
    """The canary of a place."""
    return PLACES[name].canary
