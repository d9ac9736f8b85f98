"""Names that the host gives people, tenants and roles, and that every store keeps as they are.

Walks in: whatever the host hands over. Walks out: whether it may stand in the ledger. What PostgreSQL
or SQLite could not hold, or not as the part of a key, is a name nowhere.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from toolcharter_runtime._visible import is_visible

MOST_CHARACTERS = 256
"""Four bytes each, twice in a key of the ledger, are what a page of PostgreSQL's indexes takes."""

A_NAME = f"text of 1 to {MOST_CHARACTERS} characters, no NUL and no lone surrogate among them"


def spelled_plainly(name: str) -> str:
    """The name without what one person's spellings differ in: case, width, blanks, accents in one
    character or two, and what nobody sees."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    seen = "".join(each if is_visible(each) else " " * each.isspace() for each in folded)
    return unicodedata.normalize("NFKC", " ".join(seen.split()))


def is_one_of(name: str, names: Iterable[str]) -> bool:
    """Whether a person may be one of these under another spelling. Systems that tell who somebody
    is do not agree on case; who is refused for it is refused for nothing else."""
    plain = spelled_plainly(name)
    return any(spelled_plainly(each) == plain for each in names)


def is_name(text: object) -> bool:
    """Whether this is a text that can be stored, compared and found again everywhere."""
    if not isinstance(text, str) or not 1 <= len(text) <= MOST_CHARACTERS:
        return False
    return not any(each == "\0" or "\ud800" <= each <= "\udfff" for each in text)
