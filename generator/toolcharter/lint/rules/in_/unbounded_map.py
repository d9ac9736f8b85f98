"""Every map of an input has a largest number of keys.

Why
    A map takes keys that the model chooses. Without a limit on their number it is an open object
    with a type for its values.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      schema:
        type: object
        required: [ratings]
        properties:
          ratings:
            type: object
            propertyNames: {pattern: "^[a-z]{2}$", maxLength: 2}
            additionalProperties: {type: integer, minimum: 1, maximum: 5}
        additionalProperties: false

Good
    # tools/customers/search_customers.v1.yaml
    input:
      schema:
        type: object
        required: [ratings]
        properties:
          ratings:
            type: object
            propertyNames: {pattern: "^[a-z]{2}$", maxLength: 2}
            additionalProperties: {type: integer, minimum: 1, maximum: 5}
            maxProperties: 10
        additionalProperties: false

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.lint.bounds import has_endless_keys
from toolcharter.lint.part import DeclaredPart
from toolcharter.lint.rule import Finding, PartRule


def check(part: DeclaredPart) -> Iterator[Finding]:
    if part.is_input and has_endless_keys(part.schema):
        yield Finding(
            span=part.span,
            message=f"{part.opening} takes any number of keys.",
            hint="Add `maxProperties`, or name the keys: `fields:`.",
        )


RULE = PartRule(id="in/unbounded-map", page=__doc__, check=check)
