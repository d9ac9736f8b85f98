"""Links the files of ``roles/``: which tool versions, under which heading, through which view."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Table

from toolcharter.ir.model import EffectClass, Located, Role, RoleTool, ToolRef
from toolcharter.ir.reading import integer, mapping, pairs, string, truth
from toolcharter.source.document import Document, Mapping

_HEADINGS = {
    "reads": EffectClass.READ,
    "previews": EffectClass.PREVIEW,
    "writes": EffectClass.WRITE,
}


def link_roles(documents: Table[str, Document]) -> tuple[Role, ...]:
    """The roles of a catalog, by file name; what they name is judged with the whole catalog."""
    return tuple(_role(documents[path]) for path in sorted(documents) if path.startswith("roles/"))


def _role(document: Document) -> Role:
    root = mapping(document.root)
    name = string(root.entries["role"])
    return Role(
        name=name.value,
        file=document.file,
        span=name.span,
        describe=string(root.entries["describe"]).value,
        is_read_only=truth(root.entries["read_only"]),
        environment=string(root.entries["environment"]).value,
        tools=tuple(_tools(root)),
        calls_per_run=integer(mapping(root.entries["limits"]).entries["calls_per_run"]),
    )


def _tools(root: Mapping) -> Iterator[RoleTool]:
    for heading, effect in _HEADINGS.items():
        for written, span, view in pairs(root.get(heading)):
            tool, _, version = written.rpartition(".v")
            yield RoleTool(
                ref=Located(ToolRef(tool, int(version)), span), view=string(view), heading=effect
            )
