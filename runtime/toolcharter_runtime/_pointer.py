"""JSON Pointers (RFC 6901) that may be shown.

A segment can be a key that the agent invented. One that does not look like a name ends the
pointer, so that no text of any length comes back to a reader through ``field``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

Segment = str | int

_NAME = re.compile(r"[A-Za-z0-9_.\-]{1,64}")


def pointer(path: Iterable[Segment]) -> str:
    """The pointer to the place at ``path``, or to the nearest place above it that may be named."""
    parts = []
    for segment in path:
        if isinstance(segment, str) and not _NAME.fullmatch(segment):
            break
        parts.append(f"/{segment}")
    return "".join(parts)
