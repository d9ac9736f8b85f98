"""What of an answer a role sees.

Walks in: the ``reveal`` tree of a view and the schema of what it shows, both compiled. Walks out: a
function from a valid answer to its projection. A field that is not revealed is not there; the
projection never looks at names, so a field that nobody listed cannot slip through.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from functools import partial
from typing import TYPE_CHECKING, Any

from toolcharter_runtime._masks import MASKS
from toolcharter_runtime._schema_nodes import Node, constant, discriminator

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON
    from toolcharter_runtime.formats.v1 import Reveal

Project = Callable[[Any], Any]


def projection(reveal: Reveal, schema: dict[str, Any]) -> Project:
    """The function that projects an answer; ``schema`` describes what it gives."""
    return _project(reveal, Node.top(schema))


def _whole(value: JSON) -> JSON:
    return value


def _nothing(value: JSON) -> JSON:
    return None


def _project(reveal: Reveal, node: Node) -> Project:
    if isinstance(reveal, dict):
        return _fields(reveal, node)
    if isinstance(reveal, str):
        return MASKS[reveal]
    return _whole if reveal else _nothing


def _fields(reveal: dict[str, Any], node: Node) -> Project:
    """Only the fields of ``reveal``, looked up through lists and in the branch of a union."""
    node = _without_null(node)
    if node.has("items"):
        node = _without_null(node.child("items"))
    of_object = _branch(reveal, node.alternatives()) or _object(reveal, node)

    def project(value: Any) -> Any:
        if isinstance(value, dict):
            return of_object(value)
        if isinstance(value, list):
            return [of_object(item) if isinstance(item, dict) else project(item) for item in value]
        return None

    return project


def _branch(reveal: dict[str, Any], branches: list[Node]) -> Project | None:
    """The fields of the branch that a value chose; None where nothing tells the branches apart."""
    tag = discriminator(branches)
    if tag is None:
        return None
    by_tag = {constant(each, tag): _object(reveal, each) for each in branches}
    return lambda value: by_tag[value[tag]](value)


def _object(reveal: dict[str, Any], node: Node) -> Project:
    declared = node.schema.get("properties", {})
    fields = {
        name: _project(part, node.child("properties", name) if name in declared else Node.top({}))
        for name, part in reveal.items()
        if part is not False
    }
    # Where a value is hidden but its presence is shown, its absence is shown too.
    flags = [name for name, part in reveal.items() if part == "present" and name in declared]
    if all(each is _whole for each in fields.values()):
        return partial(_only, fields.keys())

    def project(value: dict[str, Any]) -> dict[str, Any]:
        shown = {name: fields[name](part) for name, part in value.items() if name in fields}
        for name in flags:
            shown.setdefault(name, False)
        return shown

    return project


def _only(names: Set[str], value: dict[str, JSON]) -> dict[str, JSON]:
    """The fields of these names, unchanged; most often that is all there are."""
    if value.keys() <= names:
        return value
    return {name: part for name, part in value.items() if name in names}


def _without_null(node: Node) -> Node:
    node = node.resolved()
    alternatives = node.alternatives()
    return alternatives[0] if len(alternatives) == 1 else node
