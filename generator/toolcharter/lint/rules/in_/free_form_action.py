"""No argument names the operation, the kind of record or the place that a tool works on.

Why
    A text called `action`, `resource` or `endpoint` makes one tool out of every operation the
    service has. Its effect, its approval and its permissions can no longer be read from the
    contract.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        words: {type: line, max_length: 80, describe: "Words from the name."}
        resource: {type: line, max_length: 40, describe: "What to search in."}

Good
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        words: {type: line, max_length: 80, describe: "Words from the name."}
        segment: {type: enum, values: [trade, private], describe: "Which customers to look at."}

Silence
    It cannot be silenced. Write one tool for each operation; what is chosen inside one operation
    is an `enum` of the business.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.lint.bounds import accepts, is_listed
from toolcharter.lint.part import DeclaredPart
from toolcharter.lint.rule import Finding, PartRule
from toolcharter.lint.words import snake

_OPERATIONS = frozenset(
    {
        *("action", "operation", "op", "command", "cmd", "http_method", "function_name"),
        *("tool_name", "method_name", "procedure_name"),
    }
)
_PLACES = frozenset(
    {
        *("resource", "resource_type", "entity", "entity_type", "entity_name", "object_type"),
        *("record_type", "table_name", "collection_name", "model_name", "endpoint", "url_path"),
        *("api_path", "field_name", "column_name"),
    }
)
_CODE = frozenset(
    {
        *("sql", "sql_query", "query_string", "graphql", "script", "shell", "eval", "jsonpath"),
        *("xpath", "filter_expression", "where_clause", "code_snippet"),
    }
)
_MADE_OF_WORDS = ("text", "line", "string", None)


def check(part: DeclaredPart) -> Iterator[Finding]:
    if not part.is_input or not part.is_field or part.language_type not in _MADE_OF_WORDS:
        return
    if not accepts(part.schema, "string") or is_listed(part.schema):
        return
    name = snake(part.name)
    what = _what(name)
    if what:
        yield Finding(
            span=part.span,
            message=f"{part.opening} is free text that {what}.",
            hint="Write one tool for each operation, or an `enum` of what may be chosen.",
        )


def _what(name: str) -> str:
    if name in _OPERATIONS:
        return "names the operation"
    if name in _PLACES:
        return "names what the operation works on"
    if name in _CODE:
        return "holds a program for the service"
    return ""


RULE = PartRule(id="in/free-form-action", page=__doc__, check=check)
