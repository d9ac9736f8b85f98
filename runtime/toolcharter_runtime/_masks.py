"""The masks of views: what is left of a value that a role may see only in part.

Absent stays absent and null stays null, but for ``present``, which says just that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

_HIDDEN = "***"
_LAST = 4
_SHORTEST_WITH_LAST = 8


def _email(value: str) -> str:
    _, at, domain = value.rpartition("@")
    return f"{_HIDDEN}@{domain}" if at else _HIDDEN


def _last_4(value: str) -> str:
    return _HIDDEN + value[-_LAST:] if len(value) >= _SHORTEST_WITH_LAST else _HIDDEN


def _year(value: str) -> str:
    return value[:4]


def _present(value: object) -> bool:
    return value is not None


def _of_text(mask: Callable[[str], str]) -> Callable[[Any], Any]:
    def apply(value: Any) -> Any:
        if value is None:
            return None
        if isinstance(value, list):
            return [apply(item) for item in value]
        # A value that is no text is hidden whole; the view's schema then refuses it if need be.
        return mask(value) if isinstance(value, str) else _HIDDEN

    return apply


MASKS: Mapping[str, Callable[[Any], Any]] = {
    "email": _of_text(_email),
    "last_4": _of_text(_last_4),
    "year": _of_text(_year),
    "present": _present,
}
