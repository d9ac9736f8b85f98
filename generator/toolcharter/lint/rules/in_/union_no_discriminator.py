"""The alternatives of a union carry a required field whose value names the alternative.

Why
    Without such a field a value may fit two alternatives, and which one is meant is decided by the
    order of the schema. An error cannot point at a field of the right alternative, and generated
    code tries one after the other.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      schema:
        type: object
        required: [search]
        properties:
          search:
            oneOf:
              - type: object
                properties: {words: {type: string, maxLength: 80}}
                additionalProperties: false
              - type: object
                properties: {phone: {type: string, maxLength: 16}}
                additionalProperties: false
        additionalProperties: false

Good
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        search:
          type: union
          by: kind
          describe: What is known about the customer.
          branches:
            name: {fields: {words: {type: line, max_length: 80, describe: "Words from the name."}}}
            phone: {fields: {number: phone_number}}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.lint.part import DeclaredPart
from toolcharter.lint.rule import Finding, PartRule
from toolcharter.lint.unions import alternatives, shared_tags


def check(part: DeclaredPart) -> Iterator[Finding]:
    found = alternatives(part.schema, part.shape.schema)
    if len(found) > 1 and not shared_tags(found):
        yield Finding(
            span=part.span,
            message=f"{part.opening} is one of {len(found)} objects that no field tells apart.",
            hint="Give each a required `const` under one name, or write `type: union` with `by:`.",
        )


RULE = PartRule(id="in/union-no-discriminator", page=__doc__, check=check)
