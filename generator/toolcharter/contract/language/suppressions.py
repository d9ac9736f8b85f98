"""The definition of a suppression, in a contract and in the settings."""

from __future__ import annotations

from toolcharter.contract.language.parts import Schema, key, record, ref, text

_LOCKED = (
    "^((effect|approval|role|exclusion|permission|contract|yaml|file)/"
    "|in/(open-object|allof-closed-trap|union-)|out/open-object$|write/commit-takes-payload$)"
)

_RULE: Schema = {
    "allOf": [ref("rule_id")],
    "not": {"pattern": _LOCKED},
    "errorMessage": "Rules on authority, closed objects, unions, commit payloads and the structure "
    "of a file cannot be silenced.",
}


def _suppression(at: Schema) -> Schema:
    return record(
        "a suppression",
        {
            "rule": key(
                "The rule that is silenced.", ref("silenced_rule"), example="error/implied-repeated"
            ),
            "at": at,
            "reason": key("Why the rule is wrong here.", ref("reason")),
            "owner": key("Who answers for it.", text(2, 100), example="support-platform"),
            "expires": key("The day on which it ends.", ref("iso_date"), example="2027-01-31"),
        },
        required=("rule", "at", "reason", "owner", "expires"),
    )


DEFS: dict[str, Schema] = {
    "silenced_rule": _RULE,
    "suppression": _suppression(
        key("The place in this file where it is silenced.", ref("pointer"), example="/purpose")
    ),
    "catalog_suppression": _suppression(
        key(
            "The file below the catalog root, and after # the place in it.",
            {
                "type": "string",
                "pattern": "^[^#]{1,300}(#(/([^~/]|~0|~1)*)*)?$",
                "errorMessage": "A file, and perhaps # and a pointer into it: types/money.yaml#.",
            },
            example="tools/customers/get_customer.v2.yaml#/purpose",
        )
    ),
}
