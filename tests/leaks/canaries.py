"""A hundred canaries: words that stand where a secret could, each in one place, and where each may be seen.

A value that people decide about is stored and shown to them, and a view shows what it names: these are
allowed sinks. Everything else is a leak.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
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
            case "amount":
                return "387159"
            case "date":
                return "1987-03-19"
            case "look-alike":
                return "".join(chr(0xFF41 + int(each, 16)) for each in digest[:12])
            case _:
                return f"cnry{digest[:14]}"

    def is_in(self, text: bytes) -> bool:
        """Whether its canary is in a text, as it is, in capitals, escaped, in hex or in base64."""
        return any(each.search(text) for each in _forms(self.canary))


@cache
def _forms(canary: str) -> tuple[re.Pattern[bytes], ...]:
    word = canary.encode()
    plain = re.escape(word)
    if canary.isdigit():
        # A number is found where it stands for itself, not in the digits of a hash.
        plain = rb"(?<![0-9a-fA-F])%s(?![0-9a-fA-F])" % word
    coded = [word.hex().encode()]
    if not canary.isascii():
        coded.append(json.dumps(canary)[1:-1].encode())
    for lead in range(3):
        # What a byte shares with its neighbours is left out at both ends.
        text = base64.b64encode(b"x" * lead + word).rstrip(b"=")
        coded.append(text[4 if lead else 0 : -1])
    return tuple(re.compile(each, re.IGNORECASE) for each in (plain, *map(re.escape, coded)))


SHOWN = frozenset({"envelope", "database", "screen"})
"""What people are to decide about."""
KEPT = frozenset({"database", "screen"})
STORED = frozenset({"database"})
TOLD = frozenset({"envelope"})
"""What the agent is told, or what is wrong with its own words."""
RAISED = frozenset({"exceptions"})
"""What a host named itself, and is told about."""
LOGGED = frozenset({"log", "stderr"})

MARKERS: Mapping[str, str] = {
    "envelope": "name of a customer",
    "log": "run id",
    "exceptions": "tool that a host names",
    "database": "approver",
    "screen": "line_1 of an address",
    "stderr": "run id",
}
"""A canary for each sink that has to be found there, or nothing would be. Into metrics and the trace no
word of anybody may come: there these have to be found."""
WORDS: Mapping[str, tuple[str, ...]] = {
    "metrics": ("toolcharter.calls", "preview_address_change_v2", "UPSTREAM_TIMEOUT"),
    "trace": ("preview_address_change_v2", "APPROVAL_DENIED", "support_lead", '"event":"resolved"'),
}


def _places() -> Iterator[Place]:
    for tool in CATALOG["tools"]:
        yield Place(name=f"exception of {tool}")
        yield Place(name=f"undeclared field of {tool}")
    for name, sinks in _ELSEWHERE.items():
        yield Place(name=name, may_be_in=sinks)


_NOWHERE: frozenset[str] = frozenset()
_ELSEWHERE: Mapping[str, frozenset[str]] = {
    # What a view hides, masks or leaves out.
    "risk_note of get_customer_v2": _NOWHERE,
    "risk_note of get_customer_v1": _NOWHERE,
    "email of get_customer_v2 in the view sales": _NOWHERE,
    "email of list_sellers_v1 in the view sales": _NOWHERE,
    "address of get_customer_v2 in the view sales": _NOWHERE,
    "unlock_code of get_export_v1": _NOWHERE,
    "phone of list_sellers_v1 in the view sales": _NOWHERE,
    "date of joining in the view sales": _NOWHERE,
    "recipient of preview_send_email_v1": KEPT,
    "name of a customer": TOLD,
    "cursor of a page": TOLD,
    # What an agent sends and nobody takes, or takes and does not show.
    "value of an unknown argument": _NOWHERE,
    "invalid identifier": _NOWHERE,
    "near miss of an identifier": _NOWHERE,
    "look-alike of an identifier": _NOWHERE,
    "wrong type": _NOWHERE,
    "discriminator": _NOWHERE,
    "near miss of an enum": _NOWHERE,
    "text that is no JSON": _NOWHERE,
    "text that is too long": _NOWHERE,
    "name of a tool": _NOWHERE,
    "argument of a tool outside the run": _NOWHERE,
    "query of a search": _NOWHERE,
    "identifier that is read": _NOWHERE,
    "handle of a content": _NOWHERE,
    "unknown argument": TOLD,
    "unknown argument in a branch": TOLD,
    "key that stands twice": TOLD,
    # What host code raises and answers.
    "answer that is no JSON": _NOWHERE,
    "word outside the enum of an answer": _NOWHERE,
    "text too long for an answer": _NOWHERE,
    "exception of a precondition": _NOWHERE,
    "answer of a precondition": _NOWHERE,
    "undeclared code of no such form": _NOWHERE,
    "exception of a clock": _NOWHERE,
    "exception chained to a failure": _NOWHERE,
    "note on an exception": _NOWHERE,
    "header of a response in an exception": _NOWHERE,
    "member of a group of exceptions": _NOWHERE,
    "class of an exception": _NOWHERE,
    "exception after the time was up": _NOWHERE,
    # What looks like a code is one: it stands in the source of an adapter.
    "undeclared code": LOGGED,
    # What a write is about, what proves it, and what a service says of it later.
    "record that is changed": SHOWN,
    "line_1 of an address": SHOWN,
    "city of an address": SHOWN,
    "before of a plan": SHOWN,
    "version of a plan": SHOWN,
    "remark of a stage": KEPT,
    "amount of a refund": KEPT,
    "version in evidence": TOLD | STORED,
    "record in evidence of something else": _NOWHERE,
    "reference of long work": STORED,
    "message of a status": _NOWHERE,
    "subject of a draft": STORED,
    "body of a draft": STORED,
    # People, and what they say.
    "reason of a denial": SHOWN,
    "reason of an operator": KEPT,
    "name of an operator": KEPT,
    "requester": KEPT,
    "principal": KEPT,
    "approver": KEPT,
    "name of a verifier": KEPT,
    "role of an approver": STORED,
    "tenant": KEPT | LOGGED,
    "run id": KEPT | LOGGED,
    "request id": STORED,
    "permission that the catalog does not know": _NOWHERE,
    "tool that a host names": RAISED,
    # Secrets.
    "token of an approver": _NOWHERE,
    "key of the seals": _NOWHERE,
    "id of the key of the seals": STORED,
    "key of the trace": _NOWHERE,
}


PLACES: Mapping[str, Place] = {each.name: each for each in _places()}


def canary(name: str) -> str:
    """The canary of a place."""
    return PLACES[name].canary
