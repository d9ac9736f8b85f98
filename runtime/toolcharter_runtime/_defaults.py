"""Schema defaults, filled in after validation and before anything is hashed or carried out.

They are filled at any depth: in objects that are there, in the items of lists, and in the branch of
a union that the value chose. An object that is absent is not made, and null is never absent.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from toolcharter_runtime._schema_nodes import Node, constant, discriminator
from toolcharter_runtime._validators import is_valid, validators_by_pointer

Fill = Callable[[Any], bool]
"""Fills defaults into a value that is valid, in place; tells whether there was one to fill in."""


def filler(schema: dict[str, Any]) -> Fill | None:
    """What fills the defaults of ``schema``; None where it has none."""
    return _Compiler(schema).of(Node.top(schema)) if _mentions_default(schema) else None


def _mentions_default(schema: object) -> bool:
    return _mentions(schema, "default")


def _mentions(schema: object, word: str) -> bool:
    """Whether a key of the schema, or of a part of it, is the word; a field may be called so too."""
    if isinstance(schema, dict):
        return word in schema or any(_mentions(part, word) for part in schema.values())
    return isinstance(schema, list) and any(_mentions(part, word) for part in schema)


class _Compiler:
    """Turns each part of a schema into one function, once, also where parts refer to themselves."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self._schema = schema
        self._made: dict[str, Fill] = {}
        self._engines: Any = None
        self._definitions_fill = _mentions_default(schema.get("$defs"))

    def of(self, node: Node) -> Fill:
        if node.at not in self._made:
            steps: list[Fill] = []

            def fill(value: Any) -> bool:
                is_changed = False
                for step in steps:
                    is_changed |= step(value)
                return is_changed

            # Known before its steps are, so that a part may refer to itself.
            self._made[node.at] = fill
            steps += self._steps(node)
            if len(steps) < 2:
                self._made[node.at] = steps[0] if steps else _nothing
        return self._made[node.at]

    def _fills(self, part: object) -> bool:
        """Whether a part, or what it refers to, may have a default; most of a schema has none."""
        return _mentions_default(part) or (self._definitions_fill and _mentions(part, "$ref"))

    def _steps(self, node: Node) -> list[Fill]:
        if not self._fills(node.schema):
            return []
        steps = [self.of(part) for part in node.children("allOf")]
        if (target := node.target()) is not None:
            steps.append(self.of(target))
        if node.has("if"):
            steps.append(self._conditional(node))
        if "oneOf" in node.schema or "anyOf" in node.schema:
            steps.append(self._union(node))
        if "properties" in node.schema or node.has("additionalProperties"):
            steps.append(self._object(node))
        if node.has("items") or "prefixItems" in node.schema:
            steps.append(self._list(node))
        return steps

    def _object(self, node: Node) -> Fill:
        names = node.schema.get("properties", {})
        members = self._members(node)
        defaults = {
            name: part["default"]
            for name, part in names.items()
            if isinstance(part, dict) and "default" in part
        }
        rest = node.schema.get("additionalProperties")
        is_map = node.has("additionalProperties") and self._fills(rest)
        others = self.of(node.child("additionalProperties")) if is_map else None

        def fill(value: Any) -> bool:
            if not isinstance(value, dict):
                return False
            is_changed = False
            for name, default in defaults.items():
                if name not in value:
                    value[name] = copy.deepcopy(default)
                    is_changed = True
            for name in members if others is None else value:
                chosen = members.get(name) if name in names else others
                if chosen is not None and name in value:
                    is_changed |= chosen(value[name])
            return is_changed

        return fill

    def _members(self, node: Node) -> dict[str, Fill]:
        """What is to be done inside the declared members; most often nothing."""
        made = {
            name: self.of(node.child("properties", name))
            for name, part in node.schema.get("properties", {}).items()
            if self._fills(part)
        }
        return {name: fill for name, fill in made.items() if fill is not _nothing}

    def _list(self, node: Node) -> Fill:
        first = [self.of(part) for part in node.children("prefixItems")]
        has_rest = node.has("items") and self._fills(node.schema["items"])
        rest = self.of(node.child("items")) if has_rest else None

        def fill(value: Any) -> bool:
            if not isinstance(value, list):
                return False
            is_changed = False
            for index, item in enumerate(value):
                step = first[index] if index < len(first) else rest
                if step is not None:
                    is_changed |= step(item)
            return is_changed

        return fill

    def _union(self, node: Node) -> Fill:
        branches = node.alternatives()
        if len(branches) == 1:
            return self.of(branches[0])
        tag = discriminator(branches)
        if tag is None:
            return self._first_that_accepts(branches)
        steps = {constant(each, tag): self.of(each) for each in branches}

        def fill(value: Any) -> bool:
            return isinstance(value, dict) and value.get(tag) in steps and steps[value[tag]](value)

        return fill

    def _first_that_accepts(self, branches: list[Node]) -> Fill:
        choices = [(self._acceptor(each), self.of(each)) for each in branches]

        def fill(value: Any) -> bool:
            for accepts, step in choices:
                if accepts(value):
                    return step(value)
            return False

        return fill

    def _conditional(self, node: Node) -> Fill:
        accepts = self._acceptor(node.child("if"))
        then = self.of(node.child("then")) if node.has("then") else _nothing
        otherwise = self.of(node.child("else")) if node.has("else") else _nothing
        return lambda value: then(value) if accepts(value) else otherwise(value)

    def _acceptor(self, node: Node) -> Callable[[Any], bool]:
        """Whether a value is valid in this part."""
        self._engines = self._engines or validators_by_pointer(self._schema)
        engine = self._engines[f"#{node.at}"]
        return lambda value: is_valid(engine, value)


def _nothing(value: Any) -> bool:
    return False
