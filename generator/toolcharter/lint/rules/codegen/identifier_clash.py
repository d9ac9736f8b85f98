"""The fields of one object stay different when they become names in a programming language.

Why
    A schema may call its fields anything. In generated code `first-name`, `first_name` and
    `ﬁrst_name` become one attribute, and one of the values is lost.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      schema:
        type: object
        required: [last_name]
        properties:
          last_name: {type: string, maxLength: 80}
          last-name: {type: string, maxLength: 80}
        additionalProperties: false

Good
    # tools/customers/search_customers.v1.yaml
    input:
      schema:
        type: object
        required: [last_name]
        properties:
          last_name: {type: string, maxLength: 80}
          first_name: {type: string, maxLength: 80}
        additionalProperties: false

Silence
    It cannot be silenced.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from toolcharter.diagnostics import Related, Span
from toolcharter.lint.part import DeclaredPart
from toolcharter.lint.rule import Finding, PartRule

_NO_IDENTIFIER = re.compile(r"\W")


def check(part: DeclaredPart) -> Iterator[Finding]:
    first: dict[str, str] = {}
    for name in part.schema.get("properties", ()):
        key = _identifier(name)
        other = first.setdefault(key, name)
        if other != name:
            yield Finding(
                span=_span(part, name),
                message=f"The fields `{other}` and `{name}` of {part.whose} "
                f"become one name, `{key}`.",
                hint="Rename one of the two.",
                related=(Related(span=_span(part, other), message=f"`{other}`"),),
            )


def _identifier(name: str) -> str:
    """The name as the laxest mapping to an identifier has it."""
    plain = unicodedata.normalize("NFKC", name)
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", plain)
    return _NO_IDENTIFIER.sub("_", spaced).strip("_").casefold()


def _span(part: DeclaredPart, name: str) -> Span:
    escaped = name.replace("~", "~0").replace("/", "~1")
    return part.shape.span_at(f"{part.node.pointer}/properties/{escaped}")


RULE = PartRule(id="codegen/identifier-clash", page=__doc__, check=check)
