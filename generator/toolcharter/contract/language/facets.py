"""The definitions of the smaller facets of a contract: status, follows, page, views, operation."""

from __future__ import annotations

from toolcharter.contract.language.parts import (
    Schema,
    holds_word,
    key,
    one_of,
    question,
    record,
    ref,
    several,
    table,
    when,
    whole,
)

DEFS: dict[str, Schema] = {
    "status": record(
        "the status of a version",
        {
            "state": key(
                "active, deprecated (with a sunset), draining (no new runs), withdrawn (at once).",
                one_of("active", "deprecated", "draining", "withdrawn"),
            ),
            "stability": key(
                "How strict the rules of change are.", one_of("alpha", "beta", "stable")
            ),
            "since": key("Since when the state holds.", ref("iso_date"), example="2026-03-01"),
            "sunset": key("When the version ends.", ref("iso_date"), example="2026-12-31"),
            "live_window": key("How long runs may still use it.", ref("duration"), example="30d"),
            "use": key("What to use instead.", ref("tool_ref"), example="get_customer.v2"),
            "reason": key("Why.", ref("sentence")),
        },
        required=("state",),
        allOf=[
            when(
                holds_word("state", "deprecated"),
                {"title": "a deprecated version", "required": ["since", "sunset"]},
            ),
            when(
                holds_word("state", "withdrawn"),
                {"title": "a withdrawn version", "required": ["since", "reason"]},
            ),
        ],
    ),
    "follows": record(
        "a follower",
        {
            "as": key(
                "status: did it happen; poll: how far is it; cancel: stop it.",
                one_of("status", "poll", "cancel"),
            ),
            "of": key(
                "The write tools it answers for, every version of them.",
                several(ref("tool_ref"), most=10),
                example=["commit_address_change.v2"],
            ),
        },
        required=("as", "of"),
    ),
    "visibility": record(
        "the visibility of a tool",
        {
            "as": key("The integration's own account.", {"const": "service"}),
            "check": key("The precondition that the requester may see the record.", ref("name")),
            "because": key("Why the requester's own account cannot be used.", ref("sentence")),
        },
        required=("as", "check", "because"),
    ),
    "page": record(
        "a page",
        {
            "items": key(
                "The name of the list in the answer.", ref("field_name"), example="customers"
            ),
            "size": key(
                "How many items where the agent asks for none.", whole(1, 1000), example=20
            ),
            "max_size": key("How many it may ask for.", whole(1, 1000), example=50),
            "order": key(
                "The fields that fix the order.",
                several(ref("field_name"), most=5),
                example=["name", "customer_id"],
            ),
        },
        required=("items", "size", "max_size", "order"),
    ),
    "views": table(
        "the views of a tool",
        ref("view_name"),
        question("What one audience sees.", ref("view")),
        least=1,
        most=20,
    ),
    "view": record(
        "a view",
        {
            "shows": key(
                "The paths that are shown, or `everything` while no field is sensitive.",
                when(
                    {"type": "string"},
                    one_of("everything"),
                    several(ref("path"), least=0, most=200),
                ),
                example=["customer_id", "name"],
            ),
            "masks": key(
                "The paths that are shown in part.",
                table(
                    "the masks of a view",
                    ref("path"),
                    one_of("email", "last_4", "year", "present"),
                    least=1,
                    most=200,
                ),
                example={"email": "email"},
            ),
        },
        required=("shows",),
    ),
    "operation": record(
        "a long operation",
        {
            "poll": key(
                "The tool that says how far it is.", ref("tool_ref"), example="get_export.v1"
            ),
            "cancel": key(
                "The tool that stops it, or none.", ref("tool_ref_or_none"), example="none"
            ),
            "longest": key("How long it may take.", ref("duration"), example="2h"),
        },
        required=("poll", "cancel", "longest"),
    ),
    "telemetry": record(
        "the telemetry of a tool",
        {
            "safe_fields": key(
                "Paths of input values that may be logged; never free text or sensitive ones.",
                several(ref("path"), most=20),
            )
        },
        required=("safe_fields",),
    ),
    "retention": record(
        "the retention of a tool",
        {
            "results": key("How long stored results are kept.", ref("duration"), example="30d"),
            "proposals": key("How long proposals are kept.", ref("duration"), example="90d"),
        },
    ),
    "judgement": record(
        "a judgement",
        {
            "at": key("The place in this file that was judged.", ref("pointer")),
            "is": key(
                "The answer.",
                one_of("stable_vocabulary", "limits_nothing", "not_money", "not_identifier"),
            ),
            "reason": key("Why.", ref("reason")),
        },
        required=("at", "is", "reason"),
    ),
}
