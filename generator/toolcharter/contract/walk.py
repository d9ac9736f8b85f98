"""Walks a document beside its schema and finds each sin once, at its exact place.

Walks in: a document and a published schema. Walks out: violations. The schemas choose every
alternative by ``if`` (see ``contract.language.parts``), so at each node the parts that apply are
first gathered, then judged together: a key that is forbidden is not also judged for its value, and
a value of the wrong type is not judged further. Nothing here knows a rule or words a message.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.contract.applying import (
    Part,
    Parts,
    closed_against,
    forbidding,
    listing,
    noun,
)
from toolcharter.contract.blame import about, about_absence, about_key
from toolcharter.contract.conditions import meets
from toolcharter.contract.language.parts import UNDECIDED, Schema
from toolcharter.contract.scalar_checks import (
    broken_bound,
    is_accepted,
    is_of_type,
    reads_as,
    repeated_item,
)
from toolcharter.contract.violation import Place, Sin, Violation
from toolcharter.diagnostics import Span
from toolcharter.source.document import Document, Mapping, Node, Scalar, Sequence


def violations(document: Document, schema: Schema, name: str) -> Iterator[Violation]:
    """Every sin of a document against the schema ``name``, in no particular order."""
    root = document.root
    place = Place(record=name, key="", route=(), names=(), anchor=_anchor(root, root.span))
    yield from Walk(schema).judge(root, [Part(schema, name)], place)


class Walk:
    """One schema, and how it judges nodes."""

    def __init__(self, schema: Schema) -> None:
        self._definitions: dict[str, Schema] = schema.get("$defs", {})

    def judge(self, node: Node, parts: Parts, place: Place) -> Iterator[Violation]:
        """The sins of one node and of everything below it."""
        applying = [each for part in parts for each in self._applying(node, part)]
        if _is_marker(node) and any(part.is_question for part in applying):
            yield about(Sin.UNDECIDED, node, place, applying[0], applying)
            return
        broken = [each for part in applying for each in self._broken(node, part, place, applying)]
        wrong_type = next((each for each in broken if each.sin is Sin.TYPE), None)
        yield from [wrong_type] if wrong_type else broken[:1]
        if wrong_type is not None:
            return
        match node:
            case Mapping():
                yield from self._entries(node, applying, place)
                yield from self._absent(node, applying, place)
            case Sequence():
                yield from self._items(node, applying, place)
            case Scalar():
                pass

    def _applying(self, node: Node, part: Part) -> Iterator[Part]:
        schema = part.schema
        yield part
        below: list[tuple[Schema | bool, str]] = []
        if "$ref" in schema:
            name = schema["$ref"].removeprefix("#/$defs/")
            below.append((self._definitions[name], name))
        below.extend((each, part.record) for each in schema.get("allOf", ()))
        if "if" in schema:
            chosen = "then" if meets(node, schema["if"]) else "else"
            below.append((schema.get(chosen, True), part.record))
        for each, record in below:
            if isinstance(each, dict):
                yield from self._applying(node, Part(each, record))

    def _broken(self, node: Node, part: Part, place: Place, applying: Parts) -> Iterator[Violation]:
        """The first thing about the node itself that a part does not accept."""
        schema = part.schema
        if not is_of_type(node, schema):
            yield about(Sin.TYPE, node, place, part, applying)
        elif (
            not is_accepted(node, schema)
            or not reads_as(node, part.record)
            or ("not" in schema and meets(node, schema["not"]))
        ):
            yield about(Sin.VALUE, node, place, part, applying)
        elif keyword := broken_bound(node, schema):
            yield about(Sin.RANGE, node, place, part, applying, keyword=keyword)
        elif (twice := repeated_item(node, schema)) is not None:
            yield about(Sin.REPEATED, twice, place, part, applying)

    def _entries(self, node: Mapping, parts: Parts, place: Place) -> Iterator[Violation]:
        for key, value in node.entries.items():
            if (owner := forbidding(key, parts)) is not None:
                yield about_key(Sin.FORBIDDEN, node, key, place, owner, parts)
            elif (owner := closed_against(key, parts)) is not None:
                yield about_key(Sin.UNKNOWN, node, key, place, owner, parts)
            else:
                yield from self._name(node, key, place, parts)
                below = [each for part in parts for each in part.below(key)]
                yield from self.judge(value, below, _place_of(key, node, parts, place))

    def _name(self, node: Mapping, key: str, place: Place, parts: Parts) -> Iterator[Violation]:
        """The sin of a key that the author chose, if it is not written like a name."""
        name = Scalar(key, key, node.key_spans[key])
        for part in parts:
            names = part.schema.get("propertyNames")
            if names is None:
                continue
            for broken in self.judge(name, [Part(names, part.record)], place):
                yield Violation(
                    sin=Sin.NAME,
                    span=name.span,
                    place=place,
                    record=broken.record,
                    key=key,
                    noun=noun(parts),
                    schema=broken.schema,
                    node=name,
                )

    def _items(self, node: Sequence, parts: Parts, place: Place) -> Iterator[Violation]:
        for index, item in enumerate(node):
            below = [each for part in parts for each in part.below_item(index)]
            item_place = Place(
                record=place.record,
                key=place.key,
                route=(*place.route, "[]"),
                names=(*place.names, str(index)),
                anchor=_anchor(item, item.span),
                is_item=True,
            )
            yield from self.judge(item, below, item_place)

    def _absent(self, node: Mapping, parts: Parts, place: Place) -> Iterator[Violation]:
        """The keys that are not there, each once, and choices that were not made or made twice."""
        missing: set[str] = set()
        for part in parts:
            for key in part.needs(node):
                if key not in node and key not in missing:
                    missing.add(key)
                    yield about_absence(key, place, part, parts, self._listed(key, parts))
            for names, is_only_one in part.choices():
                there = tuple(key for key in node if key in names)
                if not there:
                    yield about_absence("", place, part, parts, {}, others=names)
                elif is_only_one and len(there) > 1:
                    yield about_key(Sin.BOTH, node, there[-1], place, part, parts, others=there)

    def _listed(self, key: str, parts: Parts) -> Schema:
        """What the language says about a key."""
        owner = listing(key, parts)
        schema: Schema = owner.properties[key] if owner else {}
        name = schema.get("$ref", "").removeprefix("#/$defs/")
        return {**self._definitions.get(name, {}), **schema}


def _is_marker(node: Node) -> bool:
    return isinstance(node, Scalar) and node.value == UNDECIDED


def _anchor(node: Node, otherwise: Span) -> Span:
    """Where to point at when a key is missing: the first key, as that is where one looks."""
    if isinstance(node, Mapping) and node.key_spans:
        return next(iter(node.key_spans.values()))
    return otherwise


def _place_of(key: str, node: Mapping, parts: Parts, place: Place) -> Place:
    owner = listing(key, parts)
    return Place(
        record=owner.record if owner else place.record,
        key=key,
        route=(*place.route, key if owner else "*"),
        names=(*place.names, key),
        anchor=node.key_spans[key],
    )
