"""Whether a default, once the boundary has filled it in, leaves its object valid.

Walks in: a shape. Walks out: a diagnostic at each default that is never filled in, and at each that
could make a valid value invalid. A default is filled in where its property is absent, so every
schema that the object answers to at that place is asked; alternatives that a value cannot choose
together with the default's own are not. What cannot be decided is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from toolcharter.diagnostics import Diagnostic
from toolcharter.ir.model import JsonSchema, Shape
from toolcharter.ir.pointers import below, tokens_of
from toolcharter.ir.validators import misfit
from toolcharter.ir.walk import ANY, SchemaPart, walk


def harmful_defaults(shape: Shape) -> Iterator[Diagnostic]:
    """A diagnostic at each default that does nothing, or that could break a call."""
    parts = tuple(walk(shape))
    for part in parts:
        if "default" not in part.schema:
            continue
        trouble = _Filling(shape, parts, part).trouble()
        if trouble is not None:
            code, message = trouble
            yield Diagnostic(code=code, span=shape.span_at(_place(shape, part)), message=message)


@dataclass(frozen=True, slots=True)
class _Filling:
    """One default: ``part`` is the part that it stands in."""

    shape: Shape
    parts: tuple[SchemaPart, ...]
    part: SchemaPart

    def trouble(self) -> tuple[str, str] | None:
        """The rule and the words, or None for a default that is filled in and does no harm."""
        owner = self.part.parent
        if owner is None or not self._is_filled():
            message = "Nothing fills this default in: it does not stand at a field itself."
            return "in/default-forbidden", message
        if self._is_always_there():
            return None
        why = self._above() or next(
            (why for each in self._answering() if (why := self._why_not(each))), None
        )
        if why is None:
            return None
        return (
            "in/default-invalid",
            f"Once this default is filled in, a call may be invalid: {why}.",
        )

    @property
    def name(self) -> str:
        return self.part.path[-1]

    @property
    def value(self) -> Any:
        return self.part.schema["default"]

    def _is_filled(self) -> bool:
        """Whether it stands beside the name of a property, where the boundary looks for it."""
        part, owner = self.part, self.part.parent
        if part.is_branch or owner is None or "default" not in _written(self.shape, part.use):
            return False
        if part.use != below(owner.pointer, "properties", *part.path[-1:]):
            return False
        # Of two unions in one schema the boundary follows `oneOf` only.
        return not any(
            each.use.rpartition("/")[0].endswith("/anyOf")
            for each in part.lineage()
            if each.is_branch and each.parent is not None and "oneOf" in each.parent.schema
        )

    def _above(self) -> str | None:
        """Why something around the object would take offence."""
        path = self.part.path[:-1]
        for each in self.parts:
            reach = len(each.path)
            is_around = reach < len(path) and each.path == path[:reach]
            if not is_around or not self._is_together(each):
                continue
            if each.schema.keys() & {"const", "enum"}:
                return "what it is in is listed value by value"
            if each.schema.get("uniqueItems") and path[reach] == ANY:
                return "two items may become the same"
        return None

    def _answering(self) -> Iterator[SchemaPart]:
        """The parts that the object answers to, or may."""
        path = self.part.path[:-1]
        return (
            each
            for each in self.parts
            if each.path == path and not each.is_key and self._is_together(each)
        )

    def _is_together(self, other: SchemaPart) -> bool:
        """Whether a value may answer to the part while it has chosen what the default stands in."""
        own = _choices(self.part)
        return all(own.get(union, choice) == choice for union, choice in _choices(other).items())

    def _is_sure(self, other: SchemaPart) -> bool:
        """Whether a value answers to the part wherever the default is filled in."""
        return _choices(other).items() <= _choices(self.part).items()

    def _is_always_there(self) -> bool:
        return self.name in self._required()

    def _required(self) -> set[str]:
        sure = (each for each in self._answering() if self._is_sure(each))
        return {name for each in sure for name in each.schema.get("required", ())}

    def _why_not(self, object_part: SchemaPart) -> str | None:
        """Why this schema may refuse the object with the default in it."""
        schema, name = object_part.schema, self.name
        if schema.keys() & {"const", "enum"}:
            return "the object is listed value by value"
        return (
            self._why_not_here(object_part)
            or self._why_not_named(schema)
            or self._why_not_beside(schema)
            or self._why_not_counted(schema)
            or self._why_not_chosen(object_part, name)
        )

    def _why_not_here(self, object_part: SchemaPart) -> str | None:
        """Whether the schema lets the field in, with this value."""
        schema, name = object_part.schema, self.name
        if name in schema.get("properties", {}):
            is_needed = name in schema.get("required", ())
            fits = is_needed or self._fits(schema["properties"][name])
            return None if fits else f"another rule for `{name}` refuses it"
        if not self._fits(schema.get("additionalProperties", True)):
            return f"`additionalProperties` refuses `{name}` beside it"
        if schema.get("unevaluatedProperties") is False and not any(
            self._is_sure(each) and object_part in each.lineage() and _evaluates(each.schema, name)
            for each in self._answering()
        ):
            return f"`unevaluatedProperties` refuses `{name}` beside it"
        return None

    def _why_not_named(self, schema: JsonSchema) -> str | None:
        names = schema.get("propertyNames", True)
        if names is True or self._fits(names, self.name):
            return None
        return f"`propertyNames` refuses `{self.name}`"

    def _why_not_beside(self, schema: JsonSchema) -> str | None:
        """Whether what the field calls for is sure to be there."""
        known = self._required() | {
            name
            for each in self._answering()
            if self._is_sure(each)
            for name, field in each.schema.get("properties", {}).items()
            if isinstance(field, dict) and "default" in field
        }
        missing = [
            each
            for each in schema.get("dependentRequired", {}).get(self.name, ())
            if each not in known
        ]
        return f"`{self.name}` calls for `{missing[0]}`, which may be absent" if missing else None

    def _why_not_counted(self, schema: JsonSchema) -> str | None:
        most = schema.get("maxProperties")
        if most is None:
            return None
        answering = [each.schema for each in self._answering()]
        names = {name for each in answering for name in each.get("properties", {})}
        rest = [each.get("additionalProperties") for each in answering]
        is_closed = False in rest or any("unevaluatedProperties" in each for each in answering)
        is_few = len(names) <= most and is_closed and not any(rest)
        return None if is_few else f"there may be {most} fields already"

    def _why_not_chosen(self, object_part: SchemaPart, name: str) -> str | None:
        """Whether the field decides which branch the object is."""
        if self._is_sure(object_part) or object_part.branch is not None:
            return None
        if name in object_part.schema.get("required", ()) or "minProperties" in object_part.schema:
            return f"with `{name}` it may be another branch"
        return None

    def _fits(self, schema: Any, value: Any = None) -> bool:
        if not isinstance(schema, dict):
            return schema is not False
        whole = {**schema, "$defs": self.shape.schema.get("$defs", {})}
        return misfit(whole, self.value if value is None else value) is None


def _choices(part: SchemaPart) -> Mapping[str, str]:
    """Which branch of which union leads to the part."""
    found = {}
    for each in part.lineage():
        union, _, place = each.use.rpartition("/")
        if each.is_branch and not each.is_joined:
            found[union] = place
    return found


def _evaluates(schema: JsonSchema, name: str) -> bool:
    return name in schema.get("properties", {}) or "additionalProperties" in schema


def _written(shape: Shape, pointer: str) -> Mapping[str, Any]:
    """What stands at a pointer, before references are followed."""
    found: Any = shape.schema
    for token in tokens_of(pointer):
        found = found[int(token)] if isinstance(found, list) else found[token]
    return found if isinstance(found, dict) else {}


def _place(shape: Shape, part: SchemaPart) -> str:
    """Where the default was written: beside the reference, or in what it names."""
    at = below(part.use, "default")
    return at if at in shape.spans else below(part.pointer, "default")
