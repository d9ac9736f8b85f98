"""Moving about in a canonical JSON Schema: parts, references, and which branch a value chose.

A schema here is self-contained: every ``$ref`` is a pointer into the same document.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from toolcharter_runtime._pointer import escaped


@dataclass(frozen=True, slots=True)
class Node:
    """A part of ``root``, at the pointer ``at``."""

    root: Mapping[str, Any]
    at: str
    schema: Mapping[str, Any]

    @classmethod
    def top(cls, root: Mapping[str, Any]) -> Node:
        """The whole of a schema."""
        return cls(root, "", root)

    def child(self, *segments: str | int) -> Node:
        """The part at the end of the segments; ``true`` and ``false`` are parts without keywords."""
        at = self.at
        schema: Any = self.schema
        for segment in segments:
            at = f"{at}/{escaped(str(segment))}"
            schema = schema[int(segment)] if isinstance(schema, list) else schema[segment]
        return Node(self.root, at, schema if isinstance(schema, Mapping) else {})

    def children(self, keyword: str) -> Iterator[Node]:
        """The parts in the list under ``keyword``."""
        for index in range(len(self.schema.get(keyword, ()))):
            yield self.child(keyword, index)

    def has(self, keyword: str) -> bool:
        """Whether ``keyword`` holds a schema with content."""
        return isinstance(self.schema.get(keyword), Mapping)

    def target(self) -> Node | None:
        """What ``$ref`` points to."""
        reference = self.schema.get("$ref")
        if reference is None:
            return None
        if not reference.startswith("#"):
            raise ValueError("a reference leaves the schema")
        segments = reference[1:].split("/")[1:]
        return Node.top(self.root).child(
            *(segment.replace("~1", "/").replace("~0", "~") for segment in segments)
        )

    def resolved(self) -> Node:
        """This part, or what it refers to where it is a reference."""
        node = self
        while (target := node.target()) is not None:
            node = target
        return node

    def alternatives(self) -> list[Node]:
        """The branches of ``oneOf`` or ``anyOf``, resolved, without a branch that is only null."""
        keyword = "oneOf" if "oneOf" in self.schema else "anyOf"
        branches = [branch.resolved() for branch in self.children(keyword)]
        return [branch for branch in branches if branch.schema.get("type") != "null"]


def discriminator(branches: list[Node]) -> str | None:
    """The property that is required in every branch and has a constant of its own in each."""
    tags = [_constants(branch) for branch in branches]
    for name in tags[0] if len(tags) > 1 else ():
        values = [each[name] for each in tags if name in each]
        if len(values) == len(set(values)) == len(branches):
            return name
    return None


def constant(branch: Node, tag: str) -> str:
    """The value of the discriminator that stands for ``branch``."""
    return _constants(branch)[tag]


def _constants(branch: Node) -> dict[str, str]:
    required = branch.schema.get("required", ())
    return {
        name: part["const"]
        for name, part in branch.schema.get("properties", {}).items()
        if name in required and isinstance(part, Mapping) and isinstance(part.get("const"), str)
    }
