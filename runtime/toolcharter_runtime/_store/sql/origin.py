"""Where rows are at home, and how far they have come: what tells a ledger from an older one of itself.

A backup that is restored, or a copy that is opened beside the first, has forgotten what was claimed
since. Proposals would be committed once more from it, so nothing is stored in it until a person has
said so (``reconciling.py``). The table ``toolcharter_origin`` has one row. It is compared with what
no backup of the tables brings along: on SQLite with the mark beside the file (``mark.py``), on
PostgreSQL with what the server says of itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from toolcharter_runtime._store.sql.statements import Statement
from toolcharter_runtime._store.transaction import StoreUnavailableError

COMMAND = "toolcharter store reconcile"
READ = Statement("SELECT place, timeline, commits FROM toolcharter_origin WHERE id = 1", ())


@dataclass(frozen=True, slots=True)
class Origin:
    """``place`` is where the rows are at home. ``timeline`` is the server's, None where it is not
    compared; ``commits`` is how many transactions there were, counted on SQLite."""

    place: str
    timeline: int | None = None
    commits: int = 0


class RestoredError(StoreUnavailableError):
    """The rows may be older than they once were. ``found`` says what shows it."""

    def __init__(self, found: str) -> None:
        super().__init__(found)
        self.found = found

    def __str__(self) -> str:
        return (
            f"{self.found}. What was done since is not in it, so nothing is stored in it until "
            f"somebody has said what it still may do: {COMMAND}"
        )
