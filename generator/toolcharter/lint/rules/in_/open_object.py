"""Every object of an input lists all the fields that it may have.

Why
    A model invents fields that look right. Where an object takes any key, the invented one is
    passed on: at best it is dropped in silence, at worst the service knows it and does what nobody
    reviewed.

Bad
    # tools/customers/get_customer.v1.yaml
    input:
      schema:
        type: object
        required: [customer_id, options]
        properties:
          customer_id: {$ref: types/customer_id}
          options:
            type: object
            properties: {words: {type: string, maxLength: 80}}
        additionalProperties: false

Good
    # tools/customers/get_customer.v1.yaml
    input:
      schema:
        type: object
        required: [customer_id, options]
        properties:
          customer_id: {$ref: types/customer_id}
          options:
            type: object
            properties: {words: {type: string, maxLength: 80}}
            additionalProperties: false
        additionalProperties: false

Silence
    It cannot be silenced: closed objects are what the boundary rests on.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.lint.closed import lets_keys_through
from toolcharter.lint.part import DeclaredPart
from toolcharter.lint.rule import Finding, PartRule


def check(part: DeclaredPart) -> Iterator[Finding]:
    if part.is_input and lets_keys_through(part):
        yield Finding(
            span=part.span,
            message=f"{part.opening} takes keys that no line describes.",
            hint="Add `additionalProperties: false`, or write it as `fields:`, which is closed.",
        )


RULE = PartRule(id="in/open-object", page=__doc__, check=check)
