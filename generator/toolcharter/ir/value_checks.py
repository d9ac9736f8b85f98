"""Defaults and examples against the schema they stand in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from toolcharter.diagnostics import Diagnostic
from toolcharter.ir.model import Shape
from toolcharter.ir.shape_draft import WrittenValue
from toolcharter.ir.validators import misfit


def value_diagnostics(shape: Shape, values: Iterable[WrittenValue]) -> Iterator[Diagnostic]:
    """A diagnostic for each default and example that its own part would refuse."""
    definitions = shape.schema.get("$defs", {})
    for written in values:
        schema = {**written.schema, "$defs": definitions} if definitions else written.schema
        why = misfit(schema, written.value)
        if why is None:
            continue
        is_hidden = "sensitive" in written.schema.get("x-toolcharter", {})
        yield Diagnostic(
            code=f"in/{written.keyword}-invalid",
            span=written.span,
            message=f"The {written.keyword} is not valid here"
            + ("." if is_hidden else f": {why.rstrip('.')}."),
        )
