"""The known word that was most likely meant by one that is not known."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(written: str, known: Iterable[str], *, likeness: float) -> str | None:
    """The known word most like the written one, or None where none is like it enough.

    ``likeness`` is between 0 and 1; keys of records and paths share more than free names do, so
    they ask for more of it.
    """
    found = difflib.get_close_matches(written, list(known), n=1, cutoff=likeness)
    return found[0] if found else None
