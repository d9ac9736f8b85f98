"""The calls that an adapter makes to other systems, and patterns that name such calls.

Walks in: a linked adapter, and patterns such as ``POST crm /v1/orders/*/discount*``. Walks out:
whether some call that the adapter can make is one that the pattern names. A hole in a path may be
filled with anything, so it stands for every segment; spelling tricks of paths do not matter.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from toolcharter.ir.model import Adapter, Service

_HOLE = re.compile(r"\{[^{}]*\}")
_MATRIX = re.compile(r";[^/]*")
"""Parameters of one segment (``/merge;v=1``), which many servers leave out of account."""

_ANY_TEXT, _ANY_SEGMENT = "\x00", "\x01"
"""Stand for ``*`` of a pattern (any characters) and for a hole (characters of one segment)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """One call: method, service, path with holes; of an MCP tool the method is ``MCP``.

    ``keys`` lead from the adapter to the place where the path or the tool is written.
    """

    method: str
    service: str
    path: str
    keys: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.method} {self.service} {self.path}"


def endpoints(adapter: Adapter) -> tuple[Endpoint, ...]:
    """Every call that the adapter makes; a Python adapter declares none."""
    service = str(adapter.settings.get("service", ""))
    if adapter.kind == "mcp":
        path = f"/{adapter.settings.get('tool', '')}"
        return (Endpoint(method="MCP", service=service, path=path, keys=("tool",)),)
    return tuple(_calls(adapter, service))


def is_named(endpoint: Endpoint, pattern: str, services: Mapping[str, Service]) -> bool:
    """Whether ``METHOD service path`` with asterisks names the call.

    A service is also named by another one that has an origin in common with it.
    """
    method, service, path = [*pattern.split(" ", 2), "*", "*"][:3]
    return (
        method.upper() in ("*", endpoint.method.upper())
        and (service == "*" or _is_same(service, endpoint.service, services))
        and _meet(_folded(path, _ANY_TEXT), _folded(endpoint.path, _ANY_SEGMENT))
    )


def _calls(adapter: Adapter, service: str) -> Iterator[Endpoint]:
    settings = adapter.settings
    for above, holder in (
        ((), settings),
        (("preview",), settings.get("preview", {})),
        (("commit",), settings.get("commit", {})),
    ):
        call = holder.get("call")
        if call:
            yield Endpoint(
                method=str(call["method"]),
                service=service,
                path=str(call["path"]),
                keys=(*above, "call", "path"),
            )


def _is_same(named: str, called: str, services: Mapping[str, Service]) -> bool:
    return named == called or bool(_hosts(services.get(named)) & _hosts(services.get(called)))


def _hosts(service: Service | None) -> set[str]:
    origins = [] if service is None else service.settings.get("origins", [])
    return {(urlsplit(str(origin)).hostname or "").casefold() for origin in origins} - {""}


def _folded(path: str, wildcard: str) -> str:
    """The path without escapes, matrix parameters, dot segments, case and query; a wildcard is one
    character."""
    marked = path.replace("*", wildcard) if wildcard is _ANY_TEXT else _HOLE.sub(wildcard, path)
    clean = _MATRIX.sub("", unquote(marked.partition("?")[0].partition("#")[0]))
    return posixpath.normpath("/" + clean.lstrip("/")).casefold()


def _meet(pattern: str, path: str) -> bool:
    """Whether some text is matched by both: a walk over pairs of rests, each visited once."""
    waiting, seen = [(0, 0)], set[tuple[int, int]]()
    while waiting:
        left, right = place = waiting.pop()
        if place in seen:
            continue
        seen.add(place)
        one, other = pattern[left : left + 1], path[right : right + 1]
        if not one and not other:
            return True
        if one == _ANY_TEXT:
            waiting.append((left + 1, right))
            if other:
                waiting.append((left, right + 1))
        if other == _ANY_SEGMENT:
            waiting.append((left, right + 1))
            if one and one != "/":
                waiting.append((left + 1, right))
        if one == other:
            waiting.append((left + 1, right + 1))
    return False
