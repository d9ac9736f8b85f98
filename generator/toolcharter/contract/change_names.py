"""What the two tools of a change are called: the one definition of both prefixes.

Walks in: the name of a change, or of one of its tools, with or without a version behind it. Walks
out: another of these names. No ``tool`` and no ``change`` begins with a prefix, so a prefix says
which of the two a tool is.
"""

from __future__ import annotations

PREVIEW_PREFIX = "preview_"
COMMIT_PREFIX = "commit_"

PREFIXES = (PREVIEW_PREFIX, COMMIT_PREFIX)


def preview_name(change: str) -> str:
    """``address_change`` -> ``preview_address_change``."""
    return PREVIEW_PREFIX + change


def commit_name(change: str) -> str:
    """``address_change`` -> ``commit_address_change``."""
    return COMMIT_PREFIX + change


def is_commit_name(tool: str) -> bool:
    """Whether this is the name of a commit."""
    return tool.startswith(COMMIT_PREFIX)


def change_name(tool: str) -> str:
    """``commit_address_change`` or ``preview_address_change`` -> ``address_change``; any other name
    stays."""
    return tool.removeprefix(PREVIEW_PREFIX).removeprefix(COMMIT_PREFIX)
