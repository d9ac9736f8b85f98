"""The pieces of schema that apply to one node, and what they say together.

Walks in: parts, each with the definition it was written in. Walks out: which keys may, must and
must not stand in a record, what applies below a key, and what the record is called.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from toolcharter.contract.language.parts import UNDECIDED, Schema
from toolcharter.source.document import Mapping


class Part(NamedTuple):
    """A piece of schema that applies to a node, and the definition it was written in."""

    schema: Schema
    record: str

    @property
    def properties(self) -> Schema:
        """The keys that the part lists, with their schemas; ``false`` forbids a key."""
        found: Schema = self.schema.get("properties", {})
        return found

    @property
    def is_question(self) -> bool:
        """Whether the marker of an open question may stand here."""
        return self.schema.get("if") == {"const": UNDECIDED} and self.schema.get("then") is True

    def below(self, key: str) -> Iterator[Part]:
        """What applies to the value of a key."""
        found = self.properties.get(key, self.schema.get("additionalProperties", True))
        if isinstance(found, dict):
            yield Part(found, self.record)

    def below_item(self, index: int) -> Iterator[Part]:
        """What applies to an item of a list."""
        first = self.schema.get("prefixItems", ())
        found = first[index] if index < len(first) else self.schema.get("items", True)
        if isinstance(found, dict):
            yield Part(found, self.record)

    def needs(self, node: Mapping) -> Iterator[str]:
        """The keys that must be there."""
        yield from self.schema.get("required", ())
        for key, others in self.schema.get("dependentRequired", {}).items():
            if key in node:
                yield from others

    def choices(self) -> Iterator[tuple[tuple[str, ...], bool]]:
        """Groups of keys of which one is needed, and whether it is only one."""
        for keyword in ("oneOf", "anyOf"):
            names = tuple(each["required"][0] for each in self.schema.get(keyword, ()))
            if names:
                yield names, keyword == "oneOf"


Parts = Sequence[Part]


def noun(parts: Parts) -> str:
    """What the record is called: the title of the last part that has one, the most specific."""
    return next((part.schema["title"] for part in reversed(parts) if "title" in part.schema), "")


def forbidding(key: str, parts: Parts) -> Part | None:
    """The part that forbids a key which the language has in the same place."""
    return next((part for part in parts if part.properties.get(key) is False), None)


def closed_against(key: str, parts: Parts) -> Part | None:
    """The closed record that does not have a key."""
    return next(
        (
            part
            for part in parts
            if part.schema.get("additionalProperties") is False and key not in part.properties
        ),
        None,
    )


def listing(key: str, parts: Parts) -> Part | None:
    """The part that lists a key, a closed record first."""
    found = [part for part in parts if isinstance(part.properties.get(key), dict)]
    closed = [part for part in found if part.schema.get("additionalProperties") is False]
    return next(iter((*closed, *found)), None)


def allowed(parts: Parts) -> tuple[str, ...]:
    """The keys that may stand in a record, in the order of the language."""
    keys = dict.fromkeys(key for part in parts for key in part.properties)
    return tuple(
        key for key in keys if forbidding(key, parts) is None and closed_against(key, parts) is None
    )


def described(parts: Parts, schema: Schema) -> Schema:
    """A broken piece of schema, with the words that stand on the way to it."""
    found = dict(schema)
    for part in parts:
        for word in ("errorMessage", "description", "examples"):
            if word in part.schema:
                found.setdefault(word, part.schema[word])
    return found
