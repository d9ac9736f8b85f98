"""Every part of an input, plan or output says what type it has, the items of a list too.

Why
    A part without a type takes text where a number was meant and an object where text was meant.
    No bound of another type applies to it, and generated code can only call it anything. An array
    without `items`, or with `prefixItems` and nothing about the rest, takes any value as well.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      schema:
        type: object
        required: [words]
        properties: {words: {maxLength: 80}}
        additionalProperties: false

Good
    # tools/customers/search_customers.v1.yaml
    input:
      schema:
        type: object
        required: [words]
        properties: {words: {type: string, maxLength: 80}}
        additionalProperties: false

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.lint.bounds import has_untyped_items
from toolcharter.lint.part import DeclaredPart
from toolcharter.lint.rule import Finding, PartRule

_SAYS_WHAT_IT_IS = frozenset({"type", "const", "enum", "oneOf", "anyOf"})


def check(part: DeclaredPart) -> Iterator[Finding]:
    schema = part.schema
    parent = part.node.parent
    around = parent.schema if part.node.is_branch and parent is not None else {}
    if has_untyped_items(schema) and not isinstance(around.get("items"), dict):
        yield Finding(
            span=part.span,
            message=f"{part.opening} does not say what its items are, so it takes any value.",
            hint="Add `items` with a type; after `prefixItems`, `items: false`.",
        )
    if schema.keys() & _SAYS_WHAT_IT_IS or "type" in around:
        return
    yield Finding(
        span=part.span,
        message=f"{part.opening} has no type, so it takes any value.",
        hint="Add `type`, or list the values with `enum`.",
    )


RULE = PartRule(id="in/untyped", page=__doc__, check=check)
