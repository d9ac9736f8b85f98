"""Every number of an input has a smallest and a largest value.

Why
    A quantity of minus one, or of nine quadrillion, has the right type. Only its range says what
    the domain allows, and the range is what boundary tests are made of.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      schema:
        type: object
        required: [words, days]
        properties:
          words: {type: string, maxLength: 80}
          days: {type: integer, minimum: 1}
        additionalProperties: false

Good
    # tools/customers/search_customers.v1.yaml
    input:
      schema:
        type: object
        required: [words, days]
        properties:
          words: {type: string, maxLength: 80}
          days: {type: integer, minimum: 1, maximum: 366}
        additionalProperties: false

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.lint.bounds import missing_range
from toolcharter.lint.part import DeclaredPart
from toolcharter.lint.rule import Finding, PartRule


def check(part: DeclaredPart) -> Iterator[Finding]:
    missing = missing_range(part.schema) if part.is_input else ()
    if missing:
        names = " and ".join(f"`{each}`" for each in missing)
        yield Finding(
            span=part.span,
            message=f"{part.opening} is a number without {names}.",
            hint=f"Add {names}: the range that makes sense in the business.",
        )


RULE = PartRule(id="in/unbounded-number", page=__doc__, check=check)
