"""The schemas of the shared tables: errors, preconditions, kinds, exclusions, permissions."""

from __future__ import annotations

from toolcharter.contract.language.parts import (
    CONTROLS,
    Schema,
    key,
    record,
    ref,
    several,
    table,
)

_FIXED_TEXT = {
    "type": "string",
    "minLength": 3,
    "maxLength": 300,
    "pattern": f"^[^{{}}{CONTROLS}]*$",
    "errorMessage": "The text is fixed: it has no braces and repeats no argument.",
}


def _table_file(name: str, description: str, *, names: Schema, rows: Schema) -> Schema:
    """A file that holds one table, under the key ``name``."""
    title = f"the table of {name}"
    return record(title, {name: key(description, table(title, names, rows))}, required=(name,))


ERRORS = _table_file(
    "errors",
    "Domain codes, each with one meaning in the whole catalog.",
    names=ref("code"),
    rows=ref("error"),
)
PRECONDITIONS = _table_file(
    "preconditions",
    "Facts that the owning service checks, each with one error.",
    names=ref("name"),
    rows=ref("precondition"),
)
KINDS = record(
    "the table of kinds",
    {
        "kinds": key(
            "The kinds of record there are, with the parts that may be touched.",
            table("the table of kinds", ref("type_name"), ref("kind")),
        ),
        "spaces": key(
            "Private places of the requester, where a direct write may land.",
            table("the table of spaces", ref("name"), ref("space")),
        ),
    },
    required=("kinds",),
)
EXCLUSIONS = _table_file(
    "exclusions",
    "Capabilities that must not exist as tools, whatever their name.",
    names=ref("name"),
    rows=ref("exclusion"),
)
PERMISSIONS = _table_file(
    "permissions",
    "What a requester may hold, each in a sentence.",
    names=ref("permission"),
    rows=ref("sentence"),
)
DEFS: dict[str, Schema] = {
    "error": record(
        "an error",
        {
            "message": key("What happened, in fixed words.", _FIXED_TEXT),
            "retryable": key("Whether the same call may succeed later.", {"type": "boolean"}),
            "next": key(
                "What to do now.", ref("next"), example={"say": "Ask for another address."}
            ),
        },
        required=("message", "retryable", "next"),
    ),
    "next": record(
        "the next step of an error",
        {
            "say": key("What the agent is told to do.", _FIXED_TEXT),
            "tool": key("The tool that helps.", ref("tool_ref"), example="search_customers.v1"),
        },
        required=("say",),
    ),
    "precondition": record(
        "a precondition",
        {
            "asks": key("The question that the service answers with yes or no.", ref("sentence")),
            "error": key("The error when the answer is no.", ref("code")),
        },
        required=("asks", "error"),
    ),
    "kind": record(
        "a kind of record",
        {
            "describe": key("What such a record is.", ref("sentence")),
            "parts": key(
                "The parts that a tool may name in `touches`.",
                several(ref("name"), least=1, most=50),
                example=["record"],
            ),
        },
        required=("describe", "parts"),
    ),
    "space": record(
        "a space",
        {
            "owner": key("Whose it is; nobody else sees it.", {"const": "requester"}),
            "holds": key("The kinds of record in it.", several(ref("type_name"), most=20)),
            "kept": key("How long a record stays there.", ref("duration"), example="24h"),
        },
        required=("owner", "holds"),
    ),
    "exclusion": record(
        "an exclusion",
        {
            "says": key("What no agent does.", ref("sentence")),
            "reason": key("Why.", ref("sentence")),
            "refuses": key("What betrays such a tool; any match refuses it.", ref("refused")),
        },
        required=("says", "reason", "refuses"),
    ),
    "refused": {
        **record(
            "what an exclusion refuses",
            {
                "touches": key(
                    "Parts that it would change.", several(ref("part"), least=0, most=50)
                ),
                "consequences": key(
                    "Rows of approval.yaml that it would have.",
                    several(ref("name"), least=0, most=50),
                ),
                "endpoints": key(
                    "Calls that it would make: METHOD service path, with * for anything.",
                    several(
                        {
                            "type": "string",
                            "pattern": "^(\\*|GET|HEAD|POST|PUT|PATCH|DELETE) "
                            "[a-z][a-z0-9_]{0,39} /[!-~]{0,300}$",
                            "errorMessage": "Method, service and path: POST crm /v1/x/*/merge.",
                        },
                        least=0,
                        most=50,
                    ),
                ),
                "words": key(
                    "Words that would stand together in its name or summary, in any order.",
                    several(
                        several(
                            {
                                "type": "string",
                                "pattern": "^[a-z]{2,40}$",
                                "errorMessage": "A word is lower-case letters only.",
                            },
                            most=6,
                        ),
                        least=0,
                        most=50,
                    ),
                ),
            },
        ),
        "minProperties": 1,
    },
}
