"""From the name that an agent calls to the tool that its run may call.

A name is compared exactly, with no normalisation. What is not registered and what is outside the
run answer the same; only the record tells them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from toolcharter_runtime._codes import Code
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._tools import Tool
from toolcharter_runtime._write_tools import FollowerTool, WriteTool
from toolcharter_runtime.errors import CatalogError

if TYPE_CHECKING:
    from toolcharter_runtime._notes import Notes
    from toolcharter_runtime._runs import Grant
    from toolcharter_runtime.formats.v1 import CatalogRow


_KINDS: Mapping[str, type[Tool]] = {
    "read": Tool,
    "preview": WriteTool,
    "commit": WriteTool,
    "write": WriteTool,
    "status": FollowerTool,
    "poll": FollowerTool,
    "cancel": FollowerTool,
}


class ToolBox:
    """The tools of a catalog, each made when it is first called."""

    def __init__(self, catalog: CatalogRow, adapters: Mapping[str, object]) -> None:
        self._catalog = catalog
        self._factories = cast("dict[str, Callable[[], Any]]", dict(adapters))
        self._made: dict[str, Tool] = {}

    def find(self, grant: Grant, wire_name: str, notes: Notes) -> tuple[Tool, str]:
        """The tool, and the view in which the run sees it."""
        view = grant.view_of(wire_name) if isinstance(wire_name, str) else None
        if view is not None:
            tool = self._made.get(wire_name) or self._make(wire_name)
            notes.found(tool.wire_name, tool.version)
            grant.check_not_cancelled()
            return tool, view
        grant.check_not_cancelled()
        known = isinstance(wire_name, str) and self._catalog["tools"].get(wire_name)
        if known:
            notes.outside_run(wire_name, known["version"])
        else:
            notes.unregistered(str(wire_name))
        raise Refusal(Code.UNKNOWN_TOOL)

    def tool(self, wire_name: str) -> Tool:
        """A tool of the catalog, whatever a run may call: for the runtime's own questions."""
        if wire_name not in self._catalog["tools"]:
            raise CatalogError(f"the catalog has no {wire_name}")
        return self._made.get(wire_name) or self._make(wire_name)

    def _make(self, wire_name: str) -> Tool:
        kind = _KINDS[self._catalog["tools"][wire_name]["form"]]
        tool = kind(wire_name, self._catalog, self._factories.get(wire_name))
        return self._made.setdefault(wire_name, tool)
