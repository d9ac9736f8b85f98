"""Every string of an input has a largest length.

Why
    A text without an end is a place for a whole document, a prompt, or ten megabytes. The service
    has a limit anyway; written here, it is checked before the call and shown to the model.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      schema:
        type: object
        required: [words]
        properties: {words: {type: string}}
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
    It cannot be silenced. A pattern does not replace `maxLength`: people and models read the
    number. Nor does a format, but for `date`, `uuid`, `ipv4` and `ipv6`, which have a length;
    `date-time` has that of an `instant`.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.lint.bounds import has_endless_text
from toolcharter.lint.part import DeclaredPart
from toolcharter.lint.rule import Finding, PartRule


def check(part: DeclaredPart) -> Iterator[Finding]:
    if part.is_input and has_endless_text(part.schema):
        yield Finding(
            span=part.span,
            message=f"{part.opening} {'take' if part.node.is_key else 'takes'} text of any length.",
            hint="Add `maxLength`: the length that the service accepts.",
        )


RULE = PartRule(id="in/unbounded-string", page=__doc__, check=check)
