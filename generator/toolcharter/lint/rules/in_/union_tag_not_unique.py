"""No two alternatives of a union carry the same tag.

Why
    The tag selects the alternative. Where two carry the same value, one of them can never be
    chosen, or both match and nothing does.

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
                required: [kind, words]
                properties: {kind: {const: name}, words: {type: string, maxLength: 80}}
                additionalProperties: false
              - type: object
                required: [kind, initials]
                properties: {kind: {const: name}, initials: {type: string, maxLength: 4}}
                additionalProperties: false
        additionalProperties: false

Good
    # tools/customers/search_customers.v1.yaml
    input:
      schema:
        type: object
        required: [search]
        properties:
          search:
            oneOf:
              - type: object
                required: [kind, words]
                properties: {kind: {const: name}, words: {type: string, maxLength: 80}}
                additionalProperties: false
              - type: object
                required: [kind, initials]
                properties: {kind: {const: initials}, initials: {type: string, maxLength: 4}}
                additionalProperties: false
        additionalProperties: false

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related
from toolcharter.lint.part import DeclaredPart
from toolcharter.lint.rule import Finding, PartRule
from toolcharter.lint.unions import Alternative, alternatives, repeated_values, shared_tags


def check(part: DeclaredPart) -> Iterator[Finding]:
    found = alternatives(part.schema, part.shape.schema)
    tags = shared_tags(found)
    if any(not repeated_values(found, tag) for tag in tags):
        return
    for tag in tags[:1]:
        for later, first in repeated_values(found, tag):
            yield _finding(part, tag, later, first)


def _finding(part: DeclaredPart, tag: str, later: Alternative, first: Alternative) -> Finding:
    return Finding(
        span=part.shape.span_at(part.node.pointer + later.pointer),
        message=f"Two alternatives of {part.whose} have the tag `{tag}: {later.tags[tag]}`.",
        hint="Give each alternative a value of its own.",
        related=(
            Related(
                span=part.shape.span_at(part.node.pointer + first.pointer),
                message="the other one",
            ),
        ),
    )


RULE = PartRule(id="in/union-tag-not-unique", page=__doc__, check=check)
