"""Every list of an input has a largest number of items.

Why
    One call with a list of ten thousand identifiers is ten thousand operations under one approval
    and one timeout. The bound says how much one call may ask for.

Bad
    # tools/customers/get_customer.v1.yaml
    input:
      schema:
        type: object
        required: [customer_id, languages]
        properties:
          customer_id: {$ref: types/customer_id}
          languages: {type: array, items: {enum: [de, en, fr]}}
        additionalProperties: false

Good
    # tools/customers/get_customer.v1.yaml
    input:
      schema:
        type: object
        required: [customer_id, languages]
        properties:
          customer_id: {$ref: types/customer_id}
          languages: {type: array, items: {enum: [de, en, fr]}, maxItems: 3}
        additionalProperties: false

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.lint.bounds import has_endless_items
from toolcharter.lint.part import DeclaredPart
from toolcharter.lint.rule import Finding, PartRule


def check(part: DeclaredPart) -> Iterator[Finding]:
    if part.is_input and has_endless_items(part.schema):
        yield Finding(
            span=part.span,
            message=f"{part.opening} takes any number of items.",
            hint="Add `maxItems`: what one call may ask for.",
        )


RULE = PartRule(id="in/unbounded-array", page=__doc__, check=check)
