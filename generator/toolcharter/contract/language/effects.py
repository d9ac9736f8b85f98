"""The definitions of what a tool does: effect, target, plan, facts (sections 3, 4 and 8)."""

from __future__ import annotations

from toolcharter.contract.language.parts import (
    UNDECIDED,
    Schema,
    exactly_one,
    forbids,
    holds,
    holds_word,
    key,
    one_of,
    question,
    record,
    ref,
    several,
    when,
)

_EFFECT_KEYS: Schema = {
    "summary": question(
        "The sentence that trusted code fills for the approver and the ledger.",
        ref("template"),
        example="Change the address of {target.id}",
    ),
    "touches": question(
        "What it may change, as kind.part of kinds.yaml; evidence that names more is invalid.",
        several(ref("part"), most=10),
        example=["customer.shipping_address"],
    ),
    "external": question(
        "Whether it reaches beyond our systems: mail, a webhook, a payment, another system.",
        {"type": "boolean"},
        example=False,
    ),
    "consequence": question(
        "The row of policies/approval.yaml that decides who must agree.",
        ref("name"),
        example="customer_data",
    ),
    "reversibility": question(
        "Whether it can be taken back, by what, or why it cannot.",
        ref("reversibility"),
        example={"kind": "irreversible", "because": "A message that was sent stays sent."},
    ),
    "creates": question(
        "The kind of record that evidence names when it is not the target.",
        ref("type_name"),
        example="refund",
    ),
    "next_states": question(
        "The states that the record may be in afterwards.",
        several(ref("name"), most=10),
        example=["shipped"],
    ),
}

_NEEDED = ("summary", "touches", "external", "consequence", "reversibility")

_REVERSIBILITY_BRANCHES = {"reversible": "how", "compensable": "by", "irreversible": "because"}


def _reversibility() -> Schema:
    keys: Schema = {
        "kind": key(
            "reversible: back to how it was; compensable: a further change makes it good; "
            "irreversible: neither.",
            one_of(*_REVERSIBILITY_BRANCHES),
        ),
        "how": key("How it is taken back.", ref("sentence"), example="The draft can be deleted."),
        "by": key(
            "The commit tool that makes it good.", ref("tool_ref"), example="commit_refund.v1"
        ),
        "because": key(
            "Why it cannot be taken back; the approver reads it.",
            ref("sentence"),
            example="A message that was delivered cannot be taken back.",
        ),
    }
    branches = [
        when(
            holds_word("kind", kind),
            {
                "title": f"an effect that is {kind}",
                "required": [needed],
                **forbids(*(each for each in _REVERSIBILITY_BRANCHES.values() if each != needed)),
            },
        )
        for kind, needed in _REVERSIBILITY_BRANCHES.items()
    ]
    return record("the reversibility of an effect", keys, required=("kind",), allOf=branches)


def _direct_effect() -> Schema:
    keys = {
        **_EFFECT_KEYS,
        "external": question(_EFFECT_KEYS["external"]["description"], {"const": False}),
        "reversibility": question(
            _EFFECT_KEYS["reversibility"]["description"], ref("direct_reversibility")
        ),
    }
    written = {"class": key("A write changes something in the business.", {"const": "write"})}
    return record("the effect of a direct write", {**written, **keys}, required=("class", *_NEEDED))


_BECAUSE_OF_VERSION = key(
    "Why the service cannot compare the version; the approver reads it.",
    ref("sentence"),
    example="The service takes no version with a comment.",
)

DEFS: dict[str, Schema] = {
    "any_effect": {
        "title": "the effect of a tool",
        "type": "object",
        "properties": {
            "class": {
                "description": "read looks, write changes: the business effect, never the verb.",
                "if": {"const": UNDECIDED},
                "then": True,
                "else": one_of("read", "write"),
                "examples": ["read"],
            }
        },
        "required": ["class"],
    },
    "read_effect": record(
        "the effect of a read",
        {"class": key("A read changes nothing in the business.", {"const": "read"})},
        required=("class",),
    ),
    "write_effect": _direct_effect(),
    "change_effect": record(
        "the effect of a change",
        _EFFECT_KEYS,
        required=_NEEDED,
        allOf=[
            when(
                holds("external", {"const": True}),
                {"properties": {"reversibility": ref("external_reversibility")}},
            )
        ],
    ),
    "reversibility": _reversibility(),
    "direct_reversibility": {
        "allOf": [ref("reversibility")],
        "title": "the reversibility of a direct write",
        "properties": {"kind": {"const": "reversible"}},
    },
    "external_reversibility": {
        "properties": {"kind": {"not": {"const": "reversible"}}},
    },
    "change_target": record(
        "the target of a change",
        {
            "field": question(
                "The input field whose id names the record; kind and id come from its type.",
                ref("path"),
                example="customer_id",
            ),
            "version_checked_by": question(
                "Who makes sure that the record is still as it was previewed: service (conditional "
                "write), shared_transaction, read_before (a gap remains), nobody.",
                one_of("service", "shared_transaction", "read_before", "nobody"),
            ),
            "because": _BECAUSE_OF_VERSION,
            "expected_version": key(
                "Adds an optional input that can only cause VERSION_CONFLICT.", {"const": True}
            ),
        },
        required=("field", "version_checked_by"),
        allOf=[
            when(
                holds_word("version_checked_by", "read_before", "nobody"),
                {
                    "title": "a target whose version the service does not check",
                    "required": ["because"],
                },
            ),
            when(
                holds_word("version_checked_by", "service", "shared_transaction"),
                forbids("because"),
            ),
        ],
    ),
    "direct_target": record(
        "the target of a direct write",
        {
            "field": question(
                "The input field whose id names the record.", ref("path"), example="draft_id"
            ),
            "new": question(
                "The kind of the record that is made.", ref("type_name"), example="email_draft"
            ),
            "space": question(
                "The private space of the requester, from kinds.yaml, that it stays in.",
                ref("name"),
                example="own_drafts",
            ),
        },
        required=("space",),
        **exactly_one("field", "new"),
    ),
    "plan": record(
        "the plan of a change",
        {
            "before_after": key(
                "What is shown as it is and as it will be.",
                ref("shape"),
                example={"fields": {"shipping_address": "address"}},
            ),
            "consequences": key("What else follows; shown beside the arguments.", ref("shape")),
        },
        required=("before_after",),
    ),
    "fact": {
        "if": {"type": "string"},
        "then": ref("source_path"),
        "else": record(
            "a fact",
            {"unknown": key("Why trusted code cannot know it.", ref("sentence"))},
            required=("unknown",),
        ),
    },
    "facts": record(
        "the facts of a change",
        {
            "amount": key("The money that moves.", ref("fact"), example="input.amount"),
            "records": key("How many records it acts on.", ref("fact"), example="input.ids"),
            "recipients": key("How many people it reaches.", ref("fact"), example="plan.people"),
        },
    ),
}
