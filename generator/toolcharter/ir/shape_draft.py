"""A shape while it is being built.

Builders return schemas and note here what belongs to them: where each part was written, the shared
definitions it needs, diagnostics, and the defaults and examples to be checked once all is known.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from toolcharter.diagnostics import Diagnostic, Related, Span
from toolcharter.ir.model import Pointer, Shape
from toolcharter.ir.pointers import below
from toolcharter.source.document import Node


class Place(Enum):
    """What a shape is for. A secret and an unknown word are allowed in an output only."""

    INPUT = "input"
    PLAN = "plan"
    OUTPUT = "output"
    TYPE = "type"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenValue:
    """A default or an example that must be valid against the part it stands in."""

    keyword: str
    value: Any
    schema: dict[str, Any]
    span: Span


@dataclass(slots=True, kw_only=True)
class ShapeDraft:
    """What a shape is made of so far. Pointers are those of the finished schema."""

    place: Place
    spans: dict[Pointer, Span] = field(default_factory=dict)
    defs: dict[str, Any] = field(default_factory=dict)
    values: list[WrittenValue] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def note(self, pointer: str, span: Span) -> None:
        """The part at ``pointer`` was written at ``span``."""
        self.spans[Pointer(pointer)] = span

    def move(self, pointer: str, onward: str) -> None:
        """The part at ``pointer`` stands at ``onward`` now."""
        if (span := self.spans.pop(Pointer(pointer), None)) is not None:
            self.spans[Pointer(onward)] = span

    def report(
        self,
        code: str,
        span: Span,
        message: str,
        hint: str = "",
        related: tuple[Related, ...] = (),
    ) -> None:
        """An error at ``span``."""
        self.diagnostics.append(
            Diagnostic(code=code, span=span, message=message, hint=hint, related=related)
        )

    def define(self, name: str, schema: dict[str, Any], spans: dict[Pointer, Span]) -> None:
        """Take a shared definition; a name always has the same content, so the first one stays."""
        if name not in self.defs:
            self.defs[name] = schema
            self.spans.update(spans)

    def adopt(self, shape: Shape, pointer: str) -> dict[str, Any]:
        """The schema of another shape, to stand at ``pointer``; its definitions move here.

        Below ``pointer`` the parts keep the places they have in the other shape. The part itself
        belongs to whoever adopts it.
        """
        schema = dict(shape.schema)
        definitions = schema.pop("$defs", {})
        for at, span in shape.spans.items():
            if at.startswith("/$defs/"):
                self.spans.setdefault(at, span)
            elif at:
                self.spans[Pointer(pointer + at)] = span
        for name, definition in definitions.items():
            self.defs.setdefault(name, definition)
        return schema

    def finished(self, schema: dict[str, Any]) -> Shape:
        """The shape with everything that was noted."""
        if self.defs:
            schema = {**schema, "$defs": dict(sorted(self.defs.items()))}
        return Shape(schema=schema, spans=self.spans)


def item_spans(draft: ShapeDraft, pointer: str, keyword: str, items: Iterable[Node]) -> None:
    """Each item of a written list is the item of the same place in ``keyword``."""
    for place, item in enumerate(items):
        draft.note(below(pointer, keyword, place), item.span)
