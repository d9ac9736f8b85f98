"""No argument names the operation, the kind of record or the place that a tool works on.

Why
    A text called `action`, `resource` or `endpoint` makes one tool out of every operation the
    service has. Its effect, its approval and its permissions can no longer be read from the
    contract. A text or a map called `payload` or `args` brings arguments that no contract knows.

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

from toolcharter.lint.bounds import accepts, is_listed, is_map
from toolcharter.lint.part import DeclaredPart
from toolcharter.lint.rule import Finding, PartRule
from toolcharter.lint.words import snake, words_of

_OPERATIONS = frozenset(
    {
        *("action", "operation", "op", "command", "cmd", "http_method", "function_name"),
        *("method_name", "procedure_name"),
    }
)
_PLACES = frozenset(
    {
        *("resource", "resource_type", "entity", "entity_type", "entity_name", "object_type"),
        *("record_type", "table_name", "collection_name", "model_name", "endpoint", "url_path"),
        *("api_path", "column_name"),
    }
)
_CODE = frozenset(
    {
        *("sql", "sql_query", "query_string", "graphql", "script", "shell", "eval", "jsonpath"),
        *("xpath", "filter_expression", "where_clause", "code_snippet"),
    }
)
_BAGS = frozenset({"payload", "args", "arguments", "data", "params", "parameters"})
_CHOICES = _OPERATIONS | {"method", "mode", "verb", "do", "change_type", "operation_type"}
_VERBS = frozenset(
    {
        *("create", "update", "delete", "remove", "add", "edit", "modify", "set", "upsert"),
        *("insert", "replace", "cancel", "approve", "reject", "send", "publish", "archive"),
        *("restore", "enable", "disable", "start", "stop", "merge", "assign", "unassign"),
        *("close", "reopen", "read", "get", "list"),
    }
)
"""Verbs each of which is a tool of its own."""
_MADE_OF_WORDS = ("text", "line", "string", None)


def check(part: DeclaredPart) -> Iterator[Finding]:
    if not part.is_input or not part.is_field:
        return
    name = snake(part.name)
    verbs = _verbs(part, name)
    if verbs:
        yield Finding(
            span=part.span,
            message=f"{part.opening} chooses the operation: `{'`, `'.join(verbs)}`.",
            hint="Write one tool for each operation; then each has its own effect and approval.",
        )
    elif name in _BAGS and is_map(part.schema):
        yield Finding(
            span=part.span,
            message=f"{part.opening} is a map of arguments that nothing describes.",
            hint="Write each argument as a field of its own.",
        )
    elif part.language_type in _MADE_OF_WORDS and not is_listed(part.schema):
        what = _what(name) if accepts(part.schema, "string") else ""
        if what:
            yield Finding(
                span=part.span,
                message=f"{part.opening} is free text that {what}.",
                hint="Write one tool for each operation, or an `enum` of what may be chosen.",
            )


def _verbs(part: DeclaredPart, name: str) -> tuple[str, ...]:
    """The values of a write's `action` that are operations of their own."""
    if part.contract.effect is None or name not in _CHOICES:
        return ()
    values = [str(value) for value in part.schema.get("enum", ())]
    found = tuple(value for value in values if words_of(value)[:1] and words_of(value)[0] in _VERBS)
    return found if len(values) > 1 else ()


def _what(name: str) -> str:
    if name in _OPERATIONS:
        return "names the operation"
    if name in _PLACES:
        return "names what the operation works on"
    if name in _CODE:
        return "holds a program for the service"
    if name in _BAGS:
        return "holds arguments that nothing describes"
    return ""


RULE = PartRule(id="in/free-form-action", page=__doc__, check=check)
