"""The schemas of approval levels and consequences, and of roles."""

from __future__ import annotations

from toolcharter.contract.language.parts import (
    Schema,
    at_least_one,
    exactly_one,
    forbids,
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
from toolcharter.contract.templates import FACTS
from toolcharter.source.scalars import MAX_INTEGER

APPROVAL = record(
    "an approval policy",
    {
        "levels": key(
            "Who must agree, from weakest to strongest; the first is `none`.",
            {
                "type": "array",
                "prefixItems": [ref("first_level")],
                "items": ref("later_level"),
                "minItems": 1,
                "maxItems": 20,
            },
        ),
        "consequences": key(
            "The rows that `effect.consequence` selects from.",
            table("the table of consequences", ref("name"), ref("consequence"), least=1),
        ),
    },
    required=("levels", "consequences"),
)

_ROLE_TOOLS = "{} of this role, each with the view it sees."


def _tools(title: str) -> Schema:
    return table(title, ref("tool_ref"), ref("name"), least=1, most=500)


ROLE = record(
    "a role",
    {
        "role": key("The name of the role, as the file has it.", ref("name"), example="explorer"),
        "describe": key("What the role is for.", ref("sentence")),
        "read_only": key("true: `reads` is all there ever is.", {"type": "boolean"}, example=True),
        "environment": key("Where it acts.", ref("environment"), example="production"),
        "reads": key(
            _ROLE_TOOLS.format("The read tools"),
            _tools("the reads of a role"),
            example={"get_customer.v2": "support"},
        ),
        "previews": key(_ROLE_TOOLS.format("The preview tools"), _tools("the previews of a role")),
        "writes": key(
            _ROLE_TOOLS.format("The commits and direct writes"), _tools("the writes of a role")
        ),
        "limits": key("What one run may use.", ref("role_limits"), example={"calls_per_run": 50}),
    },
    required=("role", "describe", "read_only", "environment", "limits"),
    **at_least_one("reads", "previews", "writes"),
    allOf=[
        when(
            holds_word("read_only", True),
            {"title": "a read-only role", **forbids("previews", "writes")},
        )
    ],
)


def _rule(title: str, *, raises: bool) -> Schema:
    to = {"to": key("The stronger level.", ref("name"), example="two_persons")} if raises else {}
    return record(
        title,
        {
            "fact": key("The canonical fact that is looked at.", one_of(*FACTS)),
            "above": key(
                "More than this: amounts by currency for `amount`, else a number.",
                when(
                    {"type": "array"},
                    several(ref("amount"), most=40),
                    whole(0, MAX_INTEGER),
                ),
                example=["EUR 500.00"],
            ),
            "is": key(
                "One of these environments.",
                several(ref("environment"), most=20),
                example=["production"],
            ),
            **to,
        },
        required=("fact", "to") if raises else ("fact",),
        **exactly_one("above", "is"),
        allOf=[
            when(
                holds_word("fact", "amount"),
                {
                    "title": f"{title} by amount",
                    "properties": {"is": False, "above": {"type": "array"}},
                },
            ),
            when(
                holds_word("fact", "records", "recipients"),
                {
                    "title": f"{title} by number",
                    "properties": {"is": False, "above": {"type": "integer"}},
                },
            ),
            when(
                holds_word("fact", "environment"),
                {"title": f"{title} by environment", "properties": {"above": False}},
            ),
        ],
    )


_LEVEL_GRANTS = ("approvers", "roles", "expires", "single_use")

_COUNT = whole(1, 1_000_000)

DEFS: dict[str, Schema] = {
    "first_level": {
        "allOf": [ref("level")],
        "properties": {
            "level": {
                "const": "none",
                "description": "Nobody has to agree.",
                "errorMessage": "The first level is `{level: none}`.",
            }
        },
    },
    "later_level": {"allOf": [ref("level")], "properties": {"level": ref("level_name")}},
    "level": record(
        "an approval level",
        {
            "level": key("The name of the level.", ref("name"), example="one_reviewer"),
            "approvers": key("How many different persons must agree.", whole(1, 10), example=1),
            "roles": key(
                "The roles that an approver needs one of.",
                several(ref("approver_role"), most=20),
                example=["support_lead"],
            ),
            "expires": key(
                "How long the proposal and its approval are good, from the preview on.",
                ref("duration"),
                example="15m",
            ),
            "single_use": key("An approval serves one commit.", {"const": True}),
            "pending": key(
                "Most undecided proposals of a tenant at this level.", _COUNT, example=50
            ),
        },
        required=("level",),
        allOf=[
            when(
                holds_word("level", "none"),
                {"title": "the level none", **forbids(*_LEVEL_GRANTS, "pending")},
                {"required": [*_LEVEL_GRANTS]},
            )
        ],
    ),
    "level_name": {
        "allOf": [ref("name")],
        "not": {"const": "none"},
        "errorMessage": "`none` is the first level and stands once.",
    },
    "consequence": record(
        "a consequence",
        {
            "level": key("The level that it starts at.", ref("name"), example="one_reviewer"),
            "per_run": key("Most commits of one run.", _COUNT, example=5),
            "pending_per_run": key("Most undecided proposals of one run.", _COUNT, example=5),
            "per_day": key("Most commits of a tenant in a UTC day.", _COUNT, example=20),
            "raise": key(
                "Facts that ask for a stronger level.",
                several(ref("raise"), most=20),
                example=[{"fact": "recipients", "above": 5, "to": "two_persons"}],
            ),
            "refuse": key(
                "Facts that nobody can approve.",
                several(ref("refuse"), most=20),
                example=[{"fact": "recipients", "above": 50}],
            ),
        },
        required=("level",),
    ),
    "raise": _rule("a raise", raises=True),
    "refuse": _rule("a refusal", raises=False),
    "role_limits": record(
        "the limits of a role",
        {"calls_per_run": key("Most calls of one run.", whole(1, 1_000_000), example=50)},
        required=("calls_per_run",),
    ),
}
