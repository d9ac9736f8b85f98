r"""No two fields of one object look the same to a reader.

Why
    A field written with a ligature, in full width or with a Cyrillic letter is another field than
    the one that looks like it. A reviewer sees one name twice; an agent fills in the wrong one.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      schema:
        type: object
        required: [count]
        properties:
          count: {type: integer, minimum: 1, maximum: 9}
          "\u0441ount": {type: integer, minimum: 1, maximum: 9}
        additionalProperties: false

Good
    # tools/customers/search_customers.v1.yaml
    input:
      schema:
        type: object
        required: [count]
        properties:
          count: {type: integer, minimum: 1, maximum: 9}
          Count-2: {type: integer, minimum: 1, maximum: 9}
        additionalProperties: false

Silence
    It cannot be silenced. Names that differ in case or in signs are kept apart in generated code.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related, Span
from toolcharter.ir.pointers import below
from toolcharter.lint.part import DeclaredPart
from toolcharter.lint.rule import Finding, PartRule
from toolcharter.lint.words import as_it_looks


def check(part: DeclaredPart) -> Iterator[Finding]:
    first: dict[str, str] = {}
    for name in part.schema.get("properties", ()):
        look = as_it_looks(name)
        other = first.setdefault(look, name)
        if other != name:
            yield Finding(
                span=_span(part, name),
                message=f"The fields `{_spelled(other)}` and `{_spelled(name)}` of {part.whose} "
                "look the same.",
                hint="Rename one of the two.",
                related=(Related(span=_span(part, other), message="the other one"),),
            )


def _spelled(name: str) -> str:
    """The name with every letter that is not ASCII as its code point."""
    return "".join(c if c.isascii() else f"<U+{ord(c):04X}>" for c in name)


def _span(part: DeclaredPart, name: str) -> Span:
    return part.shape.span_at(below(part.node.pointer, "properties", name))


RULE = PartRule(id="name/confusable", page=__doc__, check=check)
