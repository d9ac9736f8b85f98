"""The nearest known name to one that is not known."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def did_you_mean(written: str, known: Iterable[str]) -> str:
    """A question that names the nearest known word, or nothing where none is near."""
    found = difflib.get_close_matches(written, list(known), n=1, cutoff=0.6)
    return f"Did you mean `{found[0]}`?" if found else ""
