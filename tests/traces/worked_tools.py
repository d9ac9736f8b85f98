"""The tools of the worked catalog without adapters, and values that pass through them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import acme_tools
from toolcharter_runtime._toolbox import ToolBox
from toolcharter_runtime._tools import Tool
from toolcharter_runtime._trace.structure import StandIns
from toolcharter_runtime._trace.table import Table
from toolcharter_runtime._trace.tool_shapes import ToolShapes

_BOX = ToolBox(acme_tools.CATALOG, {})

NAMES = sorted(acme_tools.CATALOG["tools"])
TOOLS = {name: _BOX.tool(name) for name in NAMES}
SHAPES = {name: ToolShapes(tool) for name, tool in TOOLS.items()}


def stand_ins(*run: str) -> StandIns:
    """The stand-ins of a run in a trace of its own."""
    return StandIns(Table(), *(run or ("acme", "ines", "run-1")))


def published(tool: Tool) -> str:
    """Everything that the contract of a tool says."""
    return f"{tool.schemas} {[*tool.error_rows]}".replace("\\", "")


def pairs(one: Any, other: Any) -> Iterator[tuple[Any, Any]]:
    """The leaves of two values of one shape, side by side; names of members too."""
    if isinstance(one, dict):
        assert len(one) == len(other)
        for (name, part), (other_name, other_part) in zip(one.items(), other.items(), strict=True):
            yield name, other_name
            yield from pairs(part, other_part)
    elif isinstance(one, list):
        assert len(one) == len(other)
        for part, other_part in zip(one, other, strict=True):
            yield from pairs(part, other_part)
    else:
        yield one, other
