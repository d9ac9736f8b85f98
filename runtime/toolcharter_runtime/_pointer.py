"""JSON Pointers (RFC 6901) that may be shown.

A segment can be a key that the agent invented. One that does not look like a name ends the
pointer, so that no text of any length comes back to a reader through ``field``. A name that the
schema declares is always shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

Segment = str | int

_NAME = re.compile(r"[A-Za-z0-9_.\-]{1,64}")


class Declared(str):
    """A segment that the schema names, not only the value."""

    __slots__ = ()


def pointer(path: Iterable[Segment]) -> str:
    """The pointer to the place at ``path``, or to the nearest place above it that may be named."""
    parts = []
    for segment in path:
        if isinstance(segment, int | Declared):
            parts.append(f"/{escaped(str(segment))}")
        elif _NAME.fullmatch(segment):
            parts.append(f"/{segment}")
        else:
            break
    return "".join(parts)


def escaped(segment: str) -> str:
    """A name as a token of a pointer."""
    return segment.replace("~", "~0").replace("/", "~1")
