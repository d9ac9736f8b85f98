"""The definitions of HTTP requests and of what is taken from their answers (section 9)."""

from __future__ import annotations

from toolcharter.contract.language.http_texts import (
    CONSTANT,
    HEADER_CONSTANT,
    HEADER_NAME,
    HEADER_VALUE,
    PATH,
    PROBLEM_TYPE,
    QUERY_NAME,
    one_line,
)
from toolcharter.contract.language.parts import (
    Schema,
    at_least_one,
    forbids,
    holds,
    holds_word,
    key,
    one_of,
    record,
    ref,
    several,
    table,
    when,
    whole,
)

_CONSTANT = key("A value that is always the same.", CONSTANT)


def _placed(constant: Schema) -> Schema:
    source = {
        "type": "string",
        "pattern": "^(input(\\.[a-z][a-z0-9_]{0,39}){1,8}|target\\.version|page\\.(cursor|size))$",
        "errorMessage": "It is input.<path>, target.version, page.cursor or page.size.",
    }
    return {
        "description": "Where a value of the request comes from.",
        "if": holds("constant", {}),
        "then": record("a constant", {"constant": constant}, required=("constant",)),
        "else": record(
            "a value of the request",
            {
                "from": key("The canonical value that is sent.", source, example="input.title"),
                "when_absent": key(
                    "What is sent where the input is absent.", one_of("leave_out", None)
                ),
            },
            required=("from",),
        ),
    }


def _picked() -> Schema:
    taken = record(
        "a value of the answer",
        {
            "at": key(
                "The pointer to it, or several of which the first that exists counts.",
                when(
                    {"type": "array"},
                    several(ref("pointer"), most=5),
                    ref("pointer"),
                ),
                example="/title",
            ),
            "each": key("The pointer to a list; `at` is then inside each item.", ref("pointer")),
            "as": key("What it is turned into.", one_of("text", "integer")),
            "cut_to": key("Text is shortened to this many characters.", whole(0, 1_000_000)),
            "cut_flag": key("The boolean field that says whether it was cut.", ref("field_name")),
            "missing": key("What a missing value becomes.", one_of("absent", None)),
            "values": key(
                "Words of the service and what they are here.",
                table("a translation of words", {"type": "string"}, {"type": "string"}, least=1),
            ),
            "fields": key("The fields of an object, each taken on its own.", ref("mapping")),
        },
        dependentRequired={"cut_flag": ["cut_to"]},
        **at_least_one("at", "each", "fields"),
    )
    others = {
        "present": key("True where the answer has something there.", ref("pointer")),
        "from": key("A value of the arguments.", ref("input_path"), example="input.title"),
        "constant": _CONSTANT,
    }
    schema = taken
    for name, what in reversed(others.items()):
        schema = when(
            holds(name, {}), record(f"a value by `{name}`", {name: what}, required=(name,)), schema
        )
    return {"description": "How a declared field is taken from the answer.", **schema}


def _call(title: str, *forbidden: str) -> Schema:
    keys: Schema = {
        "method": key(
            "The HTTP method; it says nothing about the effect.",
            one_of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"),
        ),
        "path": key(
            "The path below the origin; each value in braces becomes one escaped segment.",
            PATH,
            example="/customers/{input.customer_id}",
        ),
        "query": key(
            "The values of the query.",
            table("a query", QUERY_NAME, ref("placed"), most=100),
        ),
        "headers": key(
            "The values of headers.",
            table("headers", HEADER_NAME, ref("placed_in_header"), most=30),
        ),
        "body": key(
            "The values of the body.",
            table("a body", one_line(100), ref("placed"), most=100),
        ),
        "encode": key("How the body is written; silent means json.", one_of("json", "form")),
        "key_header": key(
            "The header that carries the idempotency key.", HEADER_NAME, example="Idempotency-Key"
        ),
        "if_match": key(
            "Sends the target version, for a conditional write.", {"const": "target.version"}
        ),
        "answers": key(
            "What each status means; the first that matches counts, then those of the service.",
            several(ref("answer"), most=30),
            example=[{"status": 200, "is": "success"}],
        ),
    }
    return record(
        title,
        {name: what for name, what in keys.items() if name not in forbidden},
        required=("method", "path", "answers"),
    )


def _preview_call() -> Schema:
    call = _call("the call of a preview", "key_header", "if_match")
    call["properties"]["method"] = key("A preview only looks.", one_of("GET", "HEAD"))
    return call


DEFS: dict[str, Schema] = {
    "http_page": record(
        "the page of an http adapter",
        {
            "items": key("The pointer to the list.", ref("pointer"), example="/data"),
            "cursor": key("The cursor of the next page.", ref("picked")),
        },
        required=("items", "cursor"),
    ),
    "evidence": record(
        "the evidence of an http adapter",
        {
            "resource_id": key("The id of the record that was changed or made.", ref("picked")),
            "previous_version": key("The version before.", ref("picked")),
            "new_version": key("The version after.", ref("picked")),
            "changed_fields": key(
                "What changed; `all` stands for everything in touches.",
                when({"type": "string"}, one_of("all"), ref("picked")),
                example="all",
            ),
            "next_state": key("The state afterwards.", ref("picked")),
            "committed_at": key("When the service wrote it.", ref("picked")),
        },
        required=("resource_id", "changed_fields"),
    ),
    "read_call": _call("the call of a read", "key_header", "if_match"),
    "write_call": _call("the call of a write"),
    "preview_call": _preview_call(),
    "input_path": {
        "type": "string",
        "pattern": "^input(\\.[a-z][a-z0-9_]{0,39}){1,8}$",
        "errorMessage": "A path begins with input: input.title.",
    },
    "placed": _placed(_CONSTANT),
    "placed_in_header": _placed(key("A value that is always the same.", HEADER_CONSTANT)),
    "picked": _picked(),
    "mapping": table("a mapping of fields", ref("field_name"), ref("picked"), most=100),
    "answer": record(
        "an answer of the service",
        {
            "status": key("The HTTP status.", whole(100, 599), example=200),
            "header": key(
                "Headers that must have exactly these values.",
                table("headers", HEADER_NAME, HEADER_VALUE, least=1, most=3),
            ),
            "has_header": key("A header that must be there.", HEADER_NAME),
            "problem_type": key("The `type` of a problem document.", PROBLEM_TYPE),
            "is": key(
                "success, accepted (a long operation), or the error that it means.",
                when({"enum": ["success", "accepted"]}, {}, ref("code")),
                example="success",
            ),
            "effect": key(
                "Whether this answer proves that nothing happened.", one_of("none", "unknown")
            ),
        },
        required=("status", "is"),
    ),
    "checks": table("the checks of an http adapter", ref("name"), ref("check"), most=40),
    "check": record(
        "a check",
        {
            "by": key(
                "call or preview: that request answers it; code: a method that people write.",
                one_of("call", "preview", "code"),
            ),
            "at": key("The pointer to the value that decides.", ref("pointer")),
            "equals": key(
                "The value that means yes.", {"type": ["string", "integer", "boolean", "null"]}
            ),
        },
        required=("by",),
        dependentRequired={"at": ["equals"], "equals": ["at"]},
        allOf=[when(holds_word("by", "code"), forbids("at", "equals"))],
    ),
}
