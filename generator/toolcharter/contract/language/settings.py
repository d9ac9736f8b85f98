"""The schemas of ``toolcharter.yaml`` and of a service."""

from __future__ import annotations

from toolcharter.contract.language.http_texts import HEADER_NAME, HEADER_VALUE, SCHEME, one_line
from toolcharter.contract.language.parts import (
    Schema,
    key,
    one_of,
    record,
    ref,
    several,
    table,
    whole,
)

SETTINGS = record(
    "the settings of a catalog",
    {
        "language": key("The version of the contract language.", {"const": 1}),
        "catalog": key("The name of the catalog.", ref("name"), example="acme_support"),
        "package": key(
            "The import name of the generated package.", ref("name"), example="acme_tools"
        ),
        "environments": key(
            "The environments that roles and policies may name.",
            several(ref("environment"), most=20),
            example=["staging", "production"],
        ),
        "exports": key(
            "The consumers whose rules the catalog keeps.",
            several(one_of("mcp", "openai", "anthropic", "gemini"), least=0, most=4),
            example=["mcp"],
        ),
        "defaults": key("What is used where a contract is silent.", ref("defaults")),
        "ceilings": key("What no contract may exceed.", ref("ceilings")),
        "thresholds": key(
            "Numbers of the linter's table that differ here.",
            {
                **table("the thresholds of the linter", ref("name"), whole(0, 1_000_000), most=100),
                "properties": {
                    "optional_fields": key("Most optional fields of one object.", whole(0, 100)),
                    "enum_values": key("Most values of an enum in an input.", whole(1, 1000)),
                    "description_length": key("Longest description.", whole(10, 2000)),
                },
            },
            example={"optional_fields": 6},
        ),
        "suppressions": key(
            "Rules that are silenced in files that have no place for it.",
            several(ref("catalog_suppression"), least=0, most=100, unique=False),
        ),
    },
    required=("language", "catalog", "package", "environments", "defaults", "ceilings"),
)

SERVICE = record(
    "a service",
    {
        "service": key("The name of the service, as the file has it.", ref("name"), example="crm"),
        "origins": key(
            "Where requests may go, and nowhere else.",
            several(
                {
                    "type": "string",
                    "pattern": "^https://[0-9a-z]([0-9a-z.-]{0,251}[0-9a-z])?(:[1-9][0-9]{0,4})?$",
                    "errorMessage": "An origin is https and a host, perhaps a port, never a path.",
                },
                most=20,
            ),
            example=["https://api.example.com"],
        ),
        "redirects": key("A redirect is an answer, never followed.", {"const": "refuse"}),
        "credential": key("What the service knows the caller by.", ref("credential")),
        "headers": key(
            "Headers of every request.",
            table("the headers of a service", HEADER_NAME, HEADER_VALUE, most=30),
            example={"Accept": "application/json"},
        ),
        "answer_limit": key("Most bytes that are read of an answer.", ref("size"), example="1MiB"),
        "rate_limit": key("How the service says when to try again.", ref("rate_limit")),
        "answers": key(
            "What statuses mean, after the answers of the operation.",
            several(ref("answer"), most=50),
            example=[{"status": 401, "is": "PERMISSION_DENIED"}],
        ),
        "document": key("The API document that it was written from.", ref("document")),
    },
    required=("service", "origins", "redirects", "answer_limit"),
)


def _per_effect() -> Schema:
    limits = ref("effect_concurrency")
    return record(
        "the concurrency of a catalog",
        {
            "read": key("Of a read.", limits, example={"per_run": 4, "per_tenant": 40}),
            "preview": key("Of a preview.", limits, example={"per_run": 2, "per_tenant": 20}),
            "write": key("Of a write.", limits, example={"per_run": 1, "per_tenant": 5}),
        },
        required=("read", "preview", "write"),
    )


DEFS: dict[str, Schema] = {
    "defaults": record(
        "the defaults of a catalog",
        {
            "request": key("Most bytes of canonical arguments.", ref("size"), example="48KiB"),
            "backoff": key(
                "How long a repeated call waits.",
                ref("backoff"),
                example={"first": "200ms", "most": "2s"},
            ),
            "concurrency": key("How many calls may run at once.", ref("catalog_concurrency")),
            "retention": key("How long things are kept.", ref("catalog_retention")),
        },
        required=("request", "backoff", "concurrency", "retention"),
    ),
    "catalog_concurrency": _per_effect(),
    "effect_concurrency": record(
        "a limit on concurrency",
        {
            "per_run": key("Calls of one run at a time.", whole(1, 1000), example=1),
            "per_tenant": key("Calls of one tenant at a time.", whole(1, 10_000), example=5),
        },
        required=("per_run", "per_tenant"),
    ),
    "catalog_retention": record(
        "the retention of a catalog",
        {
            "proposals": key("How long proposals are kept.", ref("duration"), example="90d"),
            "results": key("How long stored results are kept.", ref("duration"), example="30d"),
            "traces": key("How long traces are kept.", ref("duration"), example="30d"),
        },
        required=("proposals", "results", "traces"),
    ),
    "ceilings": record(
        "the ceilings of a catalog",
        {
            "timeout": key("Longest timeout.", ref("duration"), example="30s"),
            "result": key("Largest result.", ref("size"), example="64KiB"),
            "attempts": key("Most attempts.", whole(1, 5), example=3),
            "page_items": key("Most items of a page.", whole(1, 1000), example=100),
        },
        required=("timeout", "result", "attempts", "page_items"),
    ),
    "credential": record(
        "a credential",
        {
            "name": key(
                "What the host knows it by; it is never an argument.",
                ref("name"),
                example="github_user",
            ),
            "of": key(
                "requester: the person's own; service: the integration's, which needs "
                "`visibility: service`.",
                one_of("requester", "service"),
            ),
            "sent_as": key("How it is sent.", ref("sent_as")),
        },
        required=("name", "of", "sent_as"),
    ),
    "sent_as": record(
        "the sending of a credential",
        {
            "header": key("The header that carries it.", HEADER_NAME, example="Authorization"),
            "scheme": key("The word before it.", SCHEME, example="Bearer"),
        },
        required=("header",),
    ),
    "rate_limit": record(
        "the rate limit of a service",
        {
            "retry_after": key(
                "The headers that say when, the first that is there counts.",
                several(ref("retry_after"), most=5),
            )
        },
        required=("retry_after",),
    ),
    "retry_after": record(
        "a header that says when",
        {
            "header": key("The name of the header.", HEADER_NAME, example="Retry-After"),
            "as": key("How it is written.", one_of("seconds", "http_date", "unix_seconds")),
        },
        required=("header", "as"),
    ),
    "document": record(
        "the document of a service",
        {
            "file": key("The name of the file.", one_line(200), example="api.example.com.json"),
            "sha256": key("Its digest as reviewed.", ref("sha256")),
        },
        required=("file", "sha256"),
    ),
}
