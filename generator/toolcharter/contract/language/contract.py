"""The schema of a contract file: a read, a direct write, a follower, or a change (section 3)."""

from __future__ import annotations

from toolcharter.contract.language import (
    adapters,
    effects,
    facets,
    failure,
    fields,
    http,
    scalars,
    suppressions,
)
from toolcharter.contract.language.contract_keys import KEYS
from toolcharter.contract.language.parts import (
    UNDECIDED,
    Schema,
    exactly_one,
    forbids,
    holds,
    holds_word,
    one_of,
    ref,
    when,
)

_ALWAYS = ("version", "purpose", "effect", "permissions", "preconditions", "failure", "limits")
_UNDECIDED_EFFECT = holds("effect", {"const": UNDECIDED})


def _open(name: str) -> Schema:
    return {"if": {"const": UNDECIDED}, "then": True, "else": ref(name)}


def _at(path: tuple[str, ...], schema: Schema) -> Schema:
    """A part that applies to what stands at a path, where the path exists."""
    for name in reversed(path):
        schema = {"properties": {name: schema}}
    return schema


def _form(title: str, required: tuple[str, ...], keys: Schema, *more: Schema) -> Schema:
    """A form of contract; an undecided effect leaves every other facet open."""
    return {
        "title": title,
        "properties": keys,
        "allOf": [
            when(
                _UNDECIDED_EFFECT,
                {"required": ["version"]},
                {"required": [*_ALWAYS, *required]},
            ),
            *more,
        ],
    }


_CHANGE = _form(
    "a change",
    ("target", "input", "plan", "views", "idempotency"),
    {
        "page": False,
        "follows": False,
        "effect": _open("change_effect"),
        "target": _open("change_target"),
        "idempotency": _open("idempotency"),
        "failure": _open("change_failure"),
        "limits": ref("change_limits"),
        "adapter": ref("change_adapter"),
    },
)

_OUTPUT_NEEDS_VIEWS = when(holds("output", {}), {"required": ["views"]})


def _follower(form: str, *forbidden: str) -> Schema:
    return {"title": form, **forbids("input", *forbidden)}


_READ = _form(
    "a read",
    (),
    {
        **dict.fromkeys(("target", "plan", "facts", "operation", "idempotency"), False),
        "effect": ref("read_effect"),
        "failure": _open("read_failure"),
        "limits": ref("limits"),
        "adapter": ref("read_adapter"),
    },
    when(
        holds("follows", {}),
        {
            **_follower("a status or poll tool", "page"),
            "allOf": [_at(("follows", "as"), one_of("status", "poll"))],
        },
        {"required": ["input", "output"]},
    ),
    _OUTPUT_NEEDS_VIEWS,
)

_WRITE = _form(
    "a direct write",
    ("idempotency",),
    {
        **dict.fromkeys(("page", "plan", "facts"), False),
        "effect": ref("write_effect"),
        "idempotency": _open("idempotency"),
        "failure": _open("write_failure"),
        "limits": ref("write_limits"),
        "adapter": ref("write_adapter"),
    },
    when(
        holds("follows", {}),
        {
            **_follower("a cancel tool", "output", "target", "operation"),
            "allOf": [_at(("follows", "as"), {"const": "cancel"})],
        },
        {
            "required": ["input", "target"],
            "properties": {"target": _open("direct_target")},
            "allOf": [_OUTPUT_NEEDS_VIEWS],
        },
    ),
)


def _tool_of(effect_class: str) -> Schema:
    return {
        "required": ["tool", "effect"],
        "properties": {"change": False, "effect": holds_word("class", effect_class)},
    }


_UNSAFE_RETRIES = [
    when(
        {
            "allOf": [
                holds("idempotency", holds_word("service_keys", False)),
                {"properties": {"adapter": {"properties": {"transaction": one_of("own")}}}},
            ]
        },
        {"properties": {"failure": {"properties": {"retry": ref("retry_without_keys")}}}},
    ),
    when(
        holds("idempotency", holds_word("status", "none")),
        {"properties": {"failure": {"properties": {"retry": ref("retry_without_status")}}}},
    ),
]


_CALLS = (("adapter", "call"), ("adapter", "commit", "call"))


def _key_header(is_stored: bool) -> Schema:
    what = "keyed_call" if is_stored else "keyless_call"
    return when(
        {
            "allOf": [
                holds("idempotency", holds_word("service_keys", is_stored)),
                holds("adapter", holds_word("kind", "http")),
            ]
        },
        {"allOf": [_at(path, ref(what)) for path in _CALLS]},
    )


CONTRACT: Schema = {
    "title": "a contract",
    "description": "One read, one direct write, or one change (a preview and its commit).",
    "type": "object",
    "properties": KEYS,
    "additionalProperties": False,
    **exactly_one("tool", "change"),
    "allOf": [
        when(
            {"required": ["tool"], "properties": {"change": False}},
            _form("a tool", (), {"effect": _open("any_effect")}),
        ),
        when({"required": ["change"], "properties": {"tool": False}}, _CHANGE),
        when(_tool_of("read"), _READ),
        when(_tool_of("write"), _WRITE),
        *_UNSAFE_RETRIES,
        _key_header(True),
        _key_header(False),
    ],
    "defaultSnippets": [
        {
            "label": "read",
            "description": "A read: it looks and changes nothing.",
            "body": {
                "tool": "get_$1",
                "version": 1,
                "purpose": "$2",
                "effect": {"class": "read"},
                "permissions": ["$3"],
                "preconditions": [],
                "input": {"fields": {}},
                "output": {"fields": {}},
                "views": {"$4": {"shows": []}},
                "failure": {"retry": {"class": "read", "attempts": 3}},
                "limits": {"timeout": "3s"},
            },
        }
    ],
}

_COMBINATIONS: dict[str, Schema] = {
    "retry_without_keys": {"properties": {"class": {"not": {"const": "idempotent_write"}}}},
    "retry_without_status": {"properties": {"class": {"not": {"const": "after_status"}}}},
    "keyed_call": {
        "title": "the call of a write whose service stores keys",
        "required": ["key_header"],
    },
    "keyless_call": {"title": "the call of a write without service keys", **forbids("key_header")},
}

DEFS: dict[str, Schema] = {
    **scalars.DEFS,
    **effects.DEFS,
    **failure.DEFS,
    **fields.DEFS,
    **http.DEFS,
    **adapters.DEFS,
    **facets.DEFS,
    **suppressions.DEFS,
    **_COMBINATIONS,
}
