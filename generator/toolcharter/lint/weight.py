"""Which declared field makes a shape large, so that a message about a limit can point at it."""

from __future__ import annotations

from toolcharter.diagnostics import Related
from toolcharter.ir.model import Shape
from toolcharter.ir.pointers import below
from toolcharter.ir.size import largest_bytes
from toolcharter.lint.literals import size_literal


def heaviest_field(shape: Shape | None) -> tuple[Related, ...]:
    """The top-level field with the largest bound, as a related place; none where there is none."""
    if shape is None or not shape.schema.get("properties"):
        return ()
    definitions = shape.schema.get("$defs", {})
    weights = {
        name: largest_bytes({**schema, "$defs": definitions})
        for name, schema in shape.schema["properties"].items()
    }
    name = max(weights, key=lambda each: weights[each])
    return (
        Related(
            span=shape.span_at(below("/properties", name)),
            message=f"`{name}` is the largest field, with up to {size_literal(weights[name])}",
        ),
    )
