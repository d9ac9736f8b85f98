"""What a service of the world is like when it is written to: the four kinds, and who is which.

    name       versions  keys  status   a write that was sent twice
    versioned  checked   kept  by key   has one effect; one that is out of date has none
    append     none      kept  none     has one effect
    status     checked   none  by key   has two, unless the version moved; somebody can ask before
    neither    none      none  none     has two, and nobody can ask

The catalog's contracts say what they rely on (``idempotency``, ``version_checked_by``), and each of
its writes is served by a service that keeps exactly that. A test may give a kind another
personality, or change one of its traits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Personality:
    """``versions``: a write says which version it is for, and another one is refused. ``keys``: a
    key that was seen answers as it did. ``status``: somebody may ask what became of a key."""

    versions: bool
    keys: bool
    status: bool


PERSONALITIES: Mapping[str, Personality] = {
    "versioned": Personality(versions=True, keys=True, status=True),
    "append": Personality(versions=False, keys=True, status=False),
    "status": Personality(versions=True, keys=False, status=True),
    "neither": Personality(versions=False, keys=False, status=False),
}

OF_KIND: Mapping[str, str] = {
    "customers": "versioned",  # commit_address_change_v2
    "refunds": "status",  # commit_refund_v1
    "messages": "versioned",  # commit_send_email_v1, which asks nobody
    "exports": "append",  # start_export_v1; what became of one is told by the export itself
    "cancels": "append",  # cancel_export_v1
    "opportunities": "neither",  # no tool of the catalog writes them over HTTP
}
"""The kinds of write, and the personality that each has until a test says otherwise."""
