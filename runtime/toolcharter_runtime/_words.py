"""Words that a person gives for the record, and that others will read.

Walks in: a reason or a name. Walks out: the same; WordsRefusedError where it is not one line of
visible characters of a bounded length.
"""

from __future__ import annotations

from toolcharter_runtime._visible import is_one_visible_line
from toolcharter_runtime.errors import WordsRefusedError

MOST_CHARACTERS = 300


def words(text: object, what: str) -> str:
    """``text``, if it may be stored as ``what``."""
    if not isinstance(text, str) or not 1 <= len(text) <= MOST_CHARACTERS:
        raise WordsRefusedError(f"{what} has 1 to {MOST_CHARACTERS} characters")
    if not is_one_visible_line(text):
        raise WordsRefusedError(f"{what} is one line of visible characters")
    return text
