"""Which one fault of invalid arguments is reported, and where.

Walks in: a value that the engine refused. Walks out: a code and a place. The engine's own list of
errors is not used: of a union it names every branch, and it is made as a whole, which takes seconds
for a large value. Instead the schema is walked beside the value, asking the engine about one part
at a time. In each object the order is:

1. a field that is not declared, the first in the order of the value: UNKNOWN_FIELD
2. a field that is missing, the first in the order of the schema: MISSING_FIELD
3. the first member, in the order of the value, that is invalid: the walk goes on there
4. what is left (too many members, ...): INVALID_ARGUMENT at the object

In a union the discriminator chooses the branch, and only that branch is looked at; a discriminator
that names none is UNKNOWN_DISCRIMINATOR. In a list the number of items comes before the items.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from toolcharter_runtime._codes import Code
from toolcharter_runtime._pointer import Declared, Segment, pointer
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._schema_nodes import Node, constant, discriminator
from toolcharter_runtime._validators import is_valid, validator, validators_by_pointer


class FaultLocator:
    """Finds the fault to report in values that ``schema`` refuses."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self._top = Node.top(schema)
        self._engines = validators_by_pointer(schema)

    def refusal(self, value: object) -> Refusal:
        """The refusal of a value that ``schema`` does not accept."""
        walk = _Walk(self)
        code = walk.locate(self._top, value)
        return Refusal(code, field=pointer(walk.path), place=pointer(walk.place))

    def accepts(self, node: Node, value: object) -> bool:
        """Whether a value is valid in one part of the schema."""
        return is_valid(self._engines[f"#{node.at}"], value)


class _Walk:
    """``path`` is the way so far in the value, ``place`` the same in declared names."""

    def __init__(self, locator: FaultLocator) -> None:
        self._accepts = locator.accepts
        self.path: list[Segment] = []
        self.place: list[Segment] = []

    def locate(self, node: Node, value: object) -> Code:
        for part in self._parts_in_place(node, value):
            if not self._accepts(part, value):
                return self.locate(part, value)
        if ("oneOf" in node.schema or "anyOf" in node.schema) and (
            code := self._in_union(node, value)
        ):
            return code
        if isinstance(value, dict) and _allows(node, "object"):
            return self._in_object(node, value)
        if isinstance(value, list) and _allows(node, "array"):
            return self._in_list(node, value)
        return Code.INVALID_ARGUMENT

    def _parts_in_place(self, node: Node, value: object) -> Iterator[Node]:
        """Parts of the schema that describe the same value."""
        if (target := node.target()) is not None:
            yield target
        yield from node.children("allOf")
        if node.has("if"):
            branch = "then" if self._accepts(node.child("if"), value) else "else"
            if node.has(branch):
                yield node.child(branch)

    def _in_union(self, node: Node, value: object) -> Code | None:
        """The fault of the chosen branch; None where that branch accepts the value."""
        branches = node.alternatives()
        if any(self._accepts(branch, value) for branch in branches):
            return None
        if len(branches) == 1:
            return self.locate(branches[0], value)
        tag = discriminator(branches)
        if tag is None or not isinstance(value, dict):
            return Code.INVALID_ARGUMENT
        if tag not in value:
            return self._at(Declared(tag), Code.MISSING_FIELD)
        for branch in branches:
            if constant(branch, tag) == value[tag]:
                return self.locate(branch, value)
        return self._at(Declared(tag), Code.UNKNOWN_DISCRIMINATOR)

    def _in_object(self, node: Node, value: dict[str, object]) -> Code:
        declared = _declared(node)
        is_closed = _is_closed(node)
        for name in value:
            if is_closed and name not in declared and not _matches(node, name):
                return self._at(name, Code.UNKNOWN_FIELD, shown="?")
        for name in _required(node, value):
            if name not in value:
                return self._at(Declared(name), Code.MISSING_FIELD)
        for name, member in value.items():
            segment = Declared(name) if name in declared else name
            if node.has("propertyNames") and not self._accepts(node.child("propertyNames"), name):
                return self._at(segment, Code.INVALID_ARGUMENT)
            part = _member(node, name)
            if part is not None and not self._accepts(part, member):
                self._at(segment, Code.INVALID_ARGUMENT)
                return self.locate(part, member)
        return Code.INVALID_ARGUMENT

    def _in_list(self, node: Node, value: list[object]) -> Code:
        if not node.schema.get("minItems", 0) <= len(value) <= node.schema.get("maxItems", 1 << 62):
            return Code.INVALID_ARGUMENT
        prefix = len(node.schema.get("prefixItems", ()))
        for index, item in enumerate(value):
            if index >= prefix and "items" not in node.schema:
                break
            part = node.child("items") if index >= prefix else node.child("prefixItems", index)
            if not self._accepts(part, item):
                self._at(index, Code.INVALID_ARGUMENT)
                return self.locate(part, item)
        return Code.INVALID_ARGUMENT

    def _at(self, segment: Segment, code: Code, *, shown: str = "*") -> Code:
        """``code``, one step further; ``shown`` stands for a segment that is not declared."""
        self.path.append(segment)
        self.place.append(segment if isinstance(segment, Declared) else Declared(shown))
        return code


def _allows(node: Node, name: str) -> bool:
    types = node.schema.get("type", name)
    return name == types or (isinstance(types, list) and name in types)


def _is_closed(node: Node) -> bool:
    return (
        node.schema.get("additionalProperties") is False
        or node.schema.get("unevaluatedProperties") is False
    )


def _declared(node: Node) -> frozenset[str]:
    """The names that an object may have, those declared in parts of the same object included."""
    names = set(node.schema.get("properties", ()))
    if "unevaluatedProperties" in node.schema:
        for keyword in ("allOf", "anyOf", "oneOf"):
            for part in node.children(keyword):
                names |= _declared(part.resolved())
        for keyword in ("if", "then", "else"):
            if node.has(keyword):
                names |= _declared(node.child(keyword).resolved())
        if (target := node.target()) is not None:
            names |= _declared(target.resolved())
    return frozenset(names)


def _required(node: Node, value: Mapping[str, object]) -> Iterator[str]:
    yield from node.schema.get("required", ())
    for name, others in node.schema.get("dependentRequired", {}).items():
        if name in value:
            yield from others


def _member(node: Node, name: str) -> Node | None:
    """The part of the schema that describes the member ``name``."""
    if name in node.schema.get("properties", ()):
        return node.child("properties", name)
    for pattern in node.schema.get("patternProperties", ()):
        if _pattern_matches(pattern, name):
            return node.child("patternProperties", pattern)
    return node.child("additionalProperties") if node.has("additionalProperties") else None


def _matches(node: Node, name: str) -> bool:
    return any(_pattern_matches(each, name) for each in node.schema.get("patternProperties", ()))


def _pattern_matches(pattern: str, name: str) -> bool:
    return is_valid(validator({"pattern": pattern}), name)
