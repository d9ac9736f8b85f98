"""Somebody writes to the database: without the key of the seals, or past the protocol with it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from toolcharter_runtime._proposal.document import hash_of

from simulation.store import SEALS

if TYPE_CHECKING:
    from simulation.world import World


def tamper(world: World) -> None:
    """Change a proposal that is not over yet."""
    source = world.random
    rows = world.store.rows
    open_ = [row for row in rows.proposals.values() if row.state in ("pending", "approved")]
    if not open_:
        return
    row = source.choice(open_)
    world.oracle.tampered.add(row.id)
    other = row.document.replace(b"Bremen", b"Berlin").replace(b'"EUR"', b'"USD"')
    way = source.choice(("document", "both", "state", "expiry", "sealed"))
    changed = {
        "document": lambda: replace(row, document=other + b" "),
        "both": lambda: replace(row, document=other + b" ", hash=hash_of(other + b" ")),
        "state": lambda: replace(row, state="approved", serial=row.serial + 7),
        "expiry": lambda: replace(row, expires_at=row.expires_at + 1),
        "sealed": lambda: SEALS.seal(replace(row, document=other + b" ", state="approved")),
    }[way]()
    rows.proposals[row.id] = changed
    world.note("TAMPERED", row.id, way)
