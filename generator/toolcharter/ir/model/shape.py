"""Typed values as canonical JSON Schemas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NewType

from toolcharter.diagnostics import Span

JsonSchema = Mapping[str, Any]
"""A JSON Schema 2020-12 in canonical form: closed, bounded, self-contained."""


Pointer = NewType("Pointer", str)
"""A JSON Pointer (RFC 6901) into a schema."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A typed value: its canonical JSON Schema, and where each part of it was written.

    ``spans`` maps a pointer into ``schema`` to the place the part comes from; a part without an
    entry was derived from its nearest ancestor that has one.
    """

    schema: JsonSchema
    spans: Mapping[Pointer, Span]

    def span_at(self, pointer: str) -> Span:
        """The place that the part at ``pointer`` comes from."""
        while pointer and pointer not in self.spans:
            pointer = pointer.rpartition("/")[0]
        return self.spans[Pointer(pointer)]


Reveal = bool | str | dict[str, Any]
"""How a view treats a value: ``true`` shows it whole, a mask's name masks it or each item of a list,
a mapping shows only these fields, looked up through lists and in every branch of a union."""
