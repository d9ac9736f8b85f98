"""The schemas of the pins, which only ``toolcharter pin`` writes."""

from __future__ import annotations

from toolcharter.contract.language.parts import (
    Schema,
    key,
    one_of,
    record,
    ref,
    several,
    text,
    whole,
)
from toolcharter.source.scalars import MAX_INTEGER

_DIGEST = {
    "type": "string",
    "pattern": "^sha256:[0-9a-f]{64}$",
    "errorMessage": "A digest is sha256: and 64 lower-case hexadecimal digits.",
}

PIN = record(
    "the pin of a role",
    {
        "format": key("The version of this form.", {"const": 1}),
        "catalog": key("The name of the catalog.", ref("name")),
        "role": key("The name of the role.", ref("name")),
        "read_only": key("Whether the role holds reads only.", {"type": "boolean"}),
        "environment": key("Where the role acts.", ref("environment")),
        "calls_per_run": key("Most calls of one run.", whole(1, 1_000_000)),
        "tools": key(
            "The tool versions of the role, in its order.",
            several(ref("pinned_tool"), least=1, most=1500),
        ),
    },
    required=("format", "catalog", "role", "read_only", "environment", "calls_per_run", "tools"),
)

RELEASE = record(
    "a release",
    {
        "format": key("The version of this form.", {"const": 1}),
        "serial": key("The number of the release; it only grows.", whole(1, MAX_INTEGER)),
        "created": key("When it was pinned, in UTC.", ref("utc_instant")),
        "expires": key("When it may no longer start.", ref("utc_instant")),
        "previous": key("The manifest digest of the release before; absent in the first.", _DIGEST),
        "manifest": key("The manifest digest of this release.", _DIGEST),
        "verdict": key(
            "How it compares with the release before.",
            one_of("first", "compatible", "widening", "breaking"),
        ),
        "accepted": key(
            "The changes that people accepted, and why.",
            several(ref("acceptance"), least=0, most=1000, unique=False),
        ),
    },
    required=("format", "serial", "created", "expires", "manifest", "verdict", "accepted"),
)

_WORDS: dict[str, tuple[str, Schema]] = {
    "wire_name": ("The name on the wire.", ref("wire_name")),
    "tool": ("The name of the tool.", ref("name")),
    "version": ("Its version.", ref("version")),
    "form": (
        "The form of the tool.",
        one_of("read", "preview", "commit", "write", "status", "poll", "cancel"),
    ),
    "effect": ("The class of its effect.", one_of("read", "preview", "write")),
    "state": ("Where it is in its life.", one_of("active", "deprecated", "draining", "withdrawn")),
    "consequence": ("The row of the approval policy, or null.", ref("name_or_null")),
    "level": ("The level that the row starts at, or null.", ref("name_or_null")),
    "levels": (
        "Every level that a rule may raise it to.",
        several(ref("name"), least=0, most=20),
    ),
    "retry_class": (
        "The class of its retry.",
        one_of("never", "read", "idempotent_write", "after_status"),
    ),
    "permissions": (
        "What the requester must hold.",
        several(ref("permission"), most=10),
    ),
    "visibility": ("Whose sight it runs with.", one_of("requester", "service")),
    "enforced": ("The digest of what is enforced.", _DIGEST),
    "wording": ("The digest of what a model reads.", _DIGEST),
    "view": ("The view that the role sees.", ref("name")),
    "view_digest": ("The digest of the expanded view.", _DIGEST),
}

DEFS: dict[str, Schema] = {
    "pinned_tool": record(
        "a pinned tool",
        {name: key(what, schema) for name, (what, schema) in _WORDS.items()},
        required=tuple(_WORDS),
    ),
    "name_or_null": {"if": {"type": "null"}, "then": True, "else": ref("name")},
    "wire_name": {
        "type": "string",
        "pattern": "^[a-z][a-z0-9_]{0,39}_v[1-9][0-9]{0,3}$",
        "errorMessage": "A wire name is a tool name, _v and its version: get_customer_v2.",
    },
    "utc_instant": {
        "type": "string",
        "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$",
        "errorMessage": 'A time in UTC, in quotes: "2026-03-01T12:00:00Z".',
    },
    "acceptance": record(
        "an acceptance",
        {
            "id": key("The change that was accepted.", text(1, 200)),
            "reason": key("Why.", ref("reason")),
            "by": key("Who accepted it.", text(2, 100)),
            "on": key("The day.", ref("iso_date")),
        },
        required=("id", "reason", "by"),
    ),
}
