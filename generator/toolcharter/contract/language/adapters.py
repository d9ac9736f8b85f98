"""The definitions of ``adapter:``: Python, HTTP and MCP, by the form of the contract."""

from __future__ import annotations

from toolcharter.contract.language.http_texts import one_line
from toolcharter.contract.language.parts import (
    Schema,
    holds_word,
    key,
    one_of,
    record,
    ref,
    when,
)

_OPERATION = key(
    "The operation of the service's document, for drift checks only.",
    one_line(200),
    example="issues/get",
)
_SERVICE = key("The file of services/ that it calls.", ref("name"), example="github")
_KIND = key(
    "python: a method that people write; http: calls described here; mcp: a server's tool.",
    one_of("python", "http", "mcp"),
)

_OUTPUT = key("How each declared output field is taken from the answer.", ref("mapping"))
_CHECKS = key("How each precondition is answered.", ref("checks"))
_EVIDENCE = key("Where the proof of the effect stands in the answer.", ref("evidence"))


def _by_kind(http: str, *, has_mcp: bool) -> Schema:
    kinds = ("python", "http", "mcp") if has_mcp else ("python", "http")
    branches = {"python": "python_adapter", "http": http, "mcp": "mcp_adapter"}
    return {
        "title": "an adapter",
        "type": "object",
        "properties": {"kind": {**_KIND, **one_of(*kinds)}},
        "required": ["kind"],
        "allOf": [when(holds_word("kind", kind), ref(branches[kind])) for kind in kinds],
    }


def _http(title: str, keys: Schema, *required: str) -> Schema:
    return record(
        title,
        {"kind": _KIND, "service": _SERVICE, **keys, "checks": _CHECKS},
        required=("kind", "service", *required),
    )


DEFS: dict[str, Schema] = {
    "read_adapter": _by_kind("http_read", has_mcp=True),
    "write_adapter": _by_kind("http_write", has_mcp=True),
    "change_adapter": _by_kind("http_change", has_mcp=False),
    "python_adapter": record(
        "a python adapter",
        {
            "kind": _KIND,
            "transaction": key(
                "own: the adapter's; shared: the ledger's open transaction, committed by us.",
                one_of("own", "shared"),
            ),
        },
        required=("kind",),
    ),
    "mcp_adapter": record(
        "an mcp adapter",
        {
            "kind": _KIND,
            "service": _SERVICE,
            "tool": key("The name of the tool on the server.", one_line(200)),
            "definition_sha256": key("The digest of its definition as reviewed.", ref("sha256")),
        },
        required=("kind", "service", "tool", "definition_sha256"),
    ),
    "http_read": _http(
        "the http adapter of a read",
        {
            "operation": _OPERATION,
            "call": key("The request.", ref("read_call")),
            "output": _OUTPUT,
            "page": key("Where the items and the cursor of a page stand.", ref("http_page")),
        },
        "call",
    ),
    "http_write": _http(
        "the http adapter of a direct write",
        {
            "operation": _OPERATION,
            "call": key("The request.", ref("write_call")),
            "output": _OUTPUT,
            "evidence": _EVIDENCE,
        },
        "call",
    ),
    "http_change": _http(
        "the http adapter of a change",
        {
            "preview": key("How the plan is worked out.", ref("http_preview")),
            "commit": key("How the change is carried out.", ref("http_commit")),
        },
        "preview",
        "commit",
    ),
    "http_preview": record(
        "the preview of an http adapter",
        {
            "operation": _OPERATION,
            "call": key("The request; it changes nothing.", ref("preview_call")),
            "target_version": key("The version the proposal is made for.", ref("picked")),
            "before": key("How each field is now.", ref("mapping")),
            "after": key("How each field will be.", ref("mapping")),
            "consequences": key("How each consequence is taken from the answer.", ref("mapping")),
        },
        required=("call", "target_version", "before", "after"),
    ),
    "http_commit": record(
        "the commit of an http adapter",
        {
            "operation": _OPERATION,
            "call": key("The request, made from the stored arguments.", ref("write_call")),
            "evidence": _EVIDENCE,
            "output": _OUTPUT,
        },
        required=("call", "evidence"),
    ),
}
