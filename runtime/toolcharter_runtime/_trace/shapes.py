"""The places of a schema, and which of its parts look at each: all that a stand-in must answer alike.

Walks in: a canonical JSON Schema. Walks out: shapes, one for each place that a value can have, with
the questions of *every* part of the schema that may look at that place: in a reference, in any branch,
under ``not``, in a condition. A stand-in that answers each of them as the original does is judged by the
whole schema as the original is: same verdict, same place, same branch. Only of a union with a
discriminator the branches that were not chosen are left out, for the tag alone refuses the value there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from toolcharter_runtime._call import JSON
from toolcharter_runtime._schema_nodes import Node, constant, discriminator
from toolcharter_runtime._trace import questions
from toolcharter_runtime._trace.questions import Keyword, NumberQuestions, TextQuestions, given

_IN_PLACE = ("not", "if", "then", "else")
_UNIONS = ("oneOf", "anyOf")

Choices = Mapping[str, Node | None]
"""From the place of a union to the branch that a value chose; None where it chose none of them."""


@dataclass(eq=False)
class Shapes:
    """The shapes of one schema. ``published`` are words that have a meaning wherever a machine
    writes them, ``thresholds`` numbers at which a policy changes its mind."""

    schema: Mapping[str, Any]
    published: frozenset[str] = frozenset()
    thresholds: tuple[float, ...] = ()
    _made: dict[tuple[Any, ...], Shape] = field(default_factory=dict)

    @property
    def top(self) -> Shape:
        return self.at((Node.top(self.schema),))

    def at(self, starts: Iterable[Node], choices: Choices | None = None) -> Shape:
        """The shape of a place that these parts describe."""
        chosen, nodes = choices or {}, tuple({each.at: each for each in starts}.values())
        key = (
            tuple(each.at for each in nodes),
            *((at, None if node is None else node.at) for at, node in chosen.items()),
        )
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = Shape(self, nodes, chosen)
        return made


class Shape:
    """One place."""

    def __init__(self, family: Shapes, starts: tuple[Node, ...], choices: Choices) -> None:
        self._family = family
        self._starts = starts
        self._choices = choices
        self._members: dict[str, Shape] = {}
        self._open: dict[str, list[Node]] = {}
        self.nodes = tuple(self._closure())

    def of(self, value: JSON) -> Shape:
        """The shape with the branches that ``value`` chooses."""
        shape = self
        while shape._open:
            chosen = {at: _chosen(each, value) for at, each in shape._open.items()}
            shape = self._family.at(self._starts, {**shape._choices, **chosen})
        return shape

    def member(self, name: str) -> Shape:
        """The place of a member of an object."""
        made = self._members.get(name)
        if made is None:
            made = self._family.at(self._member_nodes(name))
            if self.declares(name):
                self._members[name] = made
        return made

    def item(self, index: int) -> Shape:
        """The place of an item of a list."""
        return self._family.at(self._item_nodes(index))

    def declares(self, name: str) -> bool:
        """Whether the schema names this member."""
        return any(name in node.schema.get("properties", ()) for node in self.nodes)

    def keeps(self, value: JSON) -> bool:
        """Whether the contract lists the value as a whole."""
        return any(
            value == each
            for node in self.nodes
            for each in (*node.schema.get("enum", ()), *given(node, "const"))
        )

    @cached_property
    def is_map(self) -> bool:
        """Whether names are data here."""
        rules = ("propertyNames", "additionalProperties")
        return any(
            "patternProperties" in node.schema or any(map(node.has, rules)) for node in self.nodes
        )

    @cached_property
    def may_be_cut(self) -> bool:
        """Whether all items of a list are looked at alike, each by itself."""
        return not any(
            node.schema.get("uniqueItems")
            or "contains" in node.schema
            or "prefixItems" in node.schema
            for node in self.nodes
        )

    @cached_property
    def names(self) -> TextQuestions:
        """What is asked of the names of a map."""
        starts = [node.child("propertyNames") for node in self.nodes if node.has("propertyNames")]
        patterns = (
            each for node in self.nodes for each in node.schema.get("patternProperties", ())
        )
        return questions.of_names(self._family.at(starts).texts, patterns)

    @cached_property
    def texts(self) -> TextQuestions:
        """What is asked of a string."""
        return questions.of_text(self.nodes, self._family.published)

    @cached_property
    def numbers(self) -> NumberQuestions:
        """What is asked of a number."""
        return questions.of_number(self.nodes, self._family.thresholds)

    def _closure(self) -> Iterator[Node]:
        """Every part of the schema that looks at the value in this place."""
        seen: set[str] = set()
        waiting = [*self._starts]
        while waiting:
            node = waiting.pop(0)
            if node.at in seen:
                continue
            seen.add(node.at)
            yield node
            if (target := node.target()) is not None:
                waiting.append(target)
            waiting += node.children("allOf")
            waiting += (node.child(each) for each in _IN_PLACE if node.has(each))
            waiting += (node.child("dependentSchemas", each) for each in _named(node))
            for keyword in _UNIONS:
                if keyword in node.schema:
                    waiting += self._branches(f"{node.at}/{keyword}", node, keyword)

    def _branches(self, at: str, node: Node, keyword: str) -> list[Node]:
        branches = [each.resolved() for each in node.children(keyword)]
        tagged = [each for each in branches if each.schema.get("type") != "null"]
        if discriminator(tagged) is None:
            return branches
        if at not in self._choices:
            self._open[at] = tagged
            return []
        chosen = self._choices[at]
        return branches if chosen is None else [chosen]

    def _member_nodes(self, name: str) -> Iterator[Node]:
        for node in self.nodes:
            parts = []
            if name in node.schema.get("properties", ()):
                parts.append(node.child("properties", name))
            for pattern in node.schema.get("patternProperties", ()):
                if Keyword("pattern", pattern).accepts(name):
                    parts.append(node.child("patternProperties", pattern))
            if not parts and node.has("additionalProperties"):
                parts.append(node.child("additionalProperties"))
            if node.has("unevaluatedProperties"):
                parts.append(node.child("unevaluatedProperties"))
            yield from parts

    def _item_nodes(self, index: int) -> Iterator[Node]:
        for node in self.nodes:
            first = len(node.schema.get("prefixItems", ()))
            if index < first:
                yield node.child("prefixItems", index)
            elif node.has("items"):
                yield node.child("items")
            yield from (
                node.child(each) for each in ("contains", "unevaluatedItems") if node.has(each)
            )


def _chosen(branches: list[Node], value: JSON) -> Node | None:
    tag = discriminator(branches)
    if tag is None or not isinstance(value, dict):
        return None
    return next((each for each in branches if constant(each, tag) == value.get(tag)), None)


def _named(node: Node) -> Iterable[str]:
    parts: Mapping[str, Any] = node.schema.get("dependentSchemas", {})
    return (name for name, part in parts.items() if isinstance(part, Mapping))
