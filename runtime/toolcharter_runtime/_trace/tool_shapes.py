"""The shapes of everything that passes through one tool.

Walks in: a tool. Walks out: the shapes of its arguments, its answer and its views, made once. Codes are words
that every contract publishes; what is above a threshold of the tool's policy is decided differently.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from toolcharter_runtime._codes import Code
from toolcharter_runtime._tools import Tool
from toolcharter_runtime._trace.shapes import Shape, Shapes

_VERSION = {"type": "string", "pattern": "^[!-~]+$"}


class ToolShapes:
    """The shapes of one tool version."""

    def __init__(self, tool: Tool) -> None:
        self._tool = tool
        self._published = frozenset(tool.error_rows).union(Code)
        self._thresholds = tuple(sorted(_thresholds(tool)))
        self._views: dict[str, Shape] = {}

    @cached_property
    def input(self) -> Shape:
        return self._of(self._tool.schemas["input"])

    @cached_property
    def answer(self) -> Shape:
        return self._of(self._tool.schemas["answer"])

    @cached_property
    def version(self) -> Shape:
        """The version of a record, whatever its kind."""
        return self._of(_VERSION)

    def view(self, name: str) -> Shape:
        """What a view shows."""
        made = self._views.get(name)
        if made is None:
            made = self._views[name] = self._of(self._tool.schemas["views"][name]["schema"])
        return made

    def _of(self, schema: dict[str, Any]) -> Shape:
        return Shapes(schema, self._published, self._thresholds).top


def _thresholds(tool: Tool) -> Iterator[float]:
    write = tool.row["write"]
    policy = {} if write is None else write.get("policy", {})
    for rule in (*policy.get("raise", ()), *policy.get("refuse", ())):
        yield from (rule["above"] or {}).values()
