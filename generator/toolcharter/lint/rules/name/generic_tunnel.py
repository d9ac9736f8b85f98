"""The name of a tool names one business operation.

Why
    A tool called `execute_action` or `update_record` does whatever its arguments say, so no
    policy, no permission and no review of it means anything.

Bad
    # tools/customers/call_api.v1.yaml
    # like tools/customers/get_customer.v1.yaml
    tool: call_api

Good
    # tools/customers/get_customer_name.v1.yaml
    # like tools/customers/get_customer.v1.yaml
    tool: get_customer_name

Silence
    It cannot be silenced. Name the operation as people in the business do.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.ir.model import Contract, Environment
from toolcharter.lint.rule import ContractRule, Finding
from toolcharter.lint.words import words_of

_DOES_ANYTHING = frozenset({"execute", "exec", "eval", "invoke", "do", "passthrough", "proxy"})
"""Verbs that say only that something is done."""

_NEEDS_AN_OBJECT = frozenset(
    {
        *("run", "call", "query", "update", "create", "delete", "remove", "get", "set", "read"),
        *("write", "save", "add", "insert", "upsert", "modify", "edit", "change", "manage"),
        *("perform", "handle", "process", "patch", "put", "post", "list", "search", "find"),
        *("fetch", "send"),
    }
)
_NO_OBJECT = frozenset(
    {
        *("record", "records", "entity", "entities", "object", "objects", "resource", "resources"),
        *("data", "row", "rows", "thing", "things", "anything", "api", "endpoint", "url", "http"),
        *("request", "rest", "rpc", "graphql", "sql", "query", "command", "commands", "script"),
        *("shell", "function", "operation", "action", "tool", "database", "db", "generic", "raw"),
        *("payload", "json"),
    }
)
"""Nouns that name no kind of record of the business."""

_BARE = frozenset({"query", "run", "call", "update", "manage", "api", "sql", "http"})


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    words = words_of(contract.name.value)
    reason = _reason(words)
    if reason:
        yield Finding(
            span=contract.name.span,
            message=f"`{contract.name.value}` is a tunnel to any operation: {reason}.",
            hint="Write one tool for each operation, named by what it does to what.",
        )


def _reason(words: tuple[str, ...]) -> str:
    first, rest = words[0], words[1:]
    if not rest:
        return f"`{first}` names no operation" if first in _BARE | _DOES_ANYTHING else ""
    if first in _DOES_ANYTHING:
        return f"`{first}` says only that something is done"
    if set(words) <= _NO_OBJECT | _NEEDS_AN_OBJECT and set(words) & _NO_OBJECT:
        return f"`{' '.join(rest)}` names no record of the business"
    return ""


RULE = ContractRule(id="name/generic-tunnel", page=__doc__, check=check)
