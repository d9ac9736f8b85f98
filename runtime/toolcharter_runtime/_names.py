"""Names that the host gives people, tenants and roles, and that every store keeps as they are.

Walks in: whatever the host hands over. Walks out: whether it may stand in the ledger. What PostgreSQL
or SQLite could not hold, or not as the part of a key, is a name nowhere.
"""

from __future__ import annotations

MOST_CHARACTERS = 256
"""Four bytes each, twice in a key of the ledger, are what a page of PostgreSQL's indexes takes."""

A_NAME = f"text of 1 to {MOST_CHARACTERS} characters, no NUL and no lone surrogate among them"


def is_name(text: object) -> bool:
    """Whether this is a text that can be stored, compared and found again everywhere."""
    if not isinstance(text, str) or not 1 <= len(text) <= MOST_CHARACTERS:
        return False
    return not any(each == "\0" or "\ud800" <= each <= "\udfff" for each in text)
