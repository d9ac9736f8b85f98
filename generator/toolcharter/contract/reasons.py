"""Why a form takes no such key or value, and what to do instead.

Walks in: what a record is called in messages, or the definition that was broken, and a key; ``*``
is any key. Walks out: a sentence, or nothing.
"""

from __future__ import annotations

_FIXED_INPUT = "Its input is fixed: {operation_id}."
_BOUND = "A use of a named type changes no bound; other bounds are another type of types/."
_BEGIN_A_CHANGE = "begin the file with `change:`."
_ALWAYS_THERE = "An item, a key and a value of a map are always there."
_ONE_TRY = "`never` is one try."
_BY_CODE = "With `by: code` people write the check."

_BY_NOUN: dict[str, dict[str, str]] = {
    "a change": {
        "follows": "A tool that asks about a write or stops it is a file of its own.",
        "commit": "A commit takes {proposal_id} and nothing else; what it does was fixed in the "
        "preview.",
    },
    "a status or poll tool": {
        "input": _FIXED_INPUT,
        "page": "Its answer is fixed; `output` is the result in it.",
    },
    "a cancel tool": {
        "input": _FIXED_INPUT,
        "output": "Its answer is fixed: stopped, already_finished, cannot_interrupt or unknown.",
        "target": "Its target is the operation that it stops.",
        "operation": "Stopping is no long work of its own.",
    },
    "the effect of a change": {
        "class": "A change is a preview and a write by its form; leave `class` out.",
    },
    "the effect of a read": {
        "external": "What reaches beyond our systems is a write; put it in a change.",
        "consequence": "A read changes nothing, so nobody approves it.",
        "*": "A read changes nothing; `effect: {class: read}` is all of it.",
    },
    "the limits of a tool": {"serialize_by": "Only writes on one record need an order."},
    "a field of a named type": {"*": _BOUND},
    "a type made of another": {"*": _BOUND},
    "a read-only role": {
        "previews": "`read_only: true` allows `reads` only.",
        "writes": "`read_only: true` allows `reads` only.",
    },
    "the call of a write without service keys": {
        "key_header": "With `service_keys: false` the service stores no key; leave the header out.",
    },
    "the call of a read": {"key_header": "Only a write has an idempotency key."},
    "the call of a preview": {"key_header": "Only the commit has an idempotency key."},
    "the level none": {"*": "At level `none` nobody has to agree."},
}

_BY_DEFINITION: dict[str, dict[str, str]] = {
    "contract": {
        "": "`tool:` begins a read or a direct write, `change:` a preview and its commit.",
        "page": "Only a read can be a page.",
        "target": "Only a write acts on a record.",
        "plan": f"Only a change shows a plan to a person first; {_BEGIN_A_CHANGE}",
        "facts": "Facts are for the approval of a change.",
        "operation": "Only a write starts long work.",
        "idempotency": "A read may always be repeated.",
    },
    "shape": {"": "`fields:` is the short form, `schema:` a closed JSON Schema."},
    "direct_target": {
        "": "`new` is the kind of a record that is made, `field` an id of the input.",
    },
    "write_effect": {
        "external": f"What reaches beyond our systems needs a person first; {_BEGIN_A_CHANGE}",
    },
    "direct_reversibility": {
        "kind": "A direct write is always reversible; what is not is a change.",
    },
    "external_reversibility": {
        "kind": "What has left our systems cannot be taken back: say compensable or irreversible.",
    },
    "retry_without_keys": {
        "class": "The service stores no key and the transaction is not shared, so a repeat may "
        "have a second effect: write never.",
    },
    "retry_without_status": {
        "class": "No tool says what became of it (`status: none`): write never.",
    },
    "idempotency": {"keys_kept": "With `service_keys: false` no key is kept."},
    "read_retry": {"attempts": _ONE_TRY, "backoff": _ONE_TRY},
    "write_retry": {"attempts": _ONE_TRY, "backoff": _ONE_TRY},
    "change_target": {
        "because": "Only `read_before` and `nobody` need a reason.",
        "expected_version": "Leave it out; silence means no such input.",
    },
    "write_limits": {"because": "Only `serialize_by: none` needs a reason."},
    "check": {"at": _BY_CODE, "equals": _BY_CODE},
    "field_in_list": {"optional": _ALWAYS_THERE, "default": _ALWAYS_THERE},
    "mark_optional": {"optional": "Leave it out; silence means that the field is always there."},
    "mark_nullable": {"nullable": "Leave it out; silence means that the field is never null."},
    "key_unique": {"unique": "Leave it out; silence means that items may repeat."},
}


def reason_of(*, noun: str, definition: str, key: str) -> str | None:
    """Why this record has no such key or value, where there is more to say than that."""
    found = _BY_NOUN.get(noun, {}).get(key)
    return found if found is not None else _BY_DEFINITION.get(definition, {}).get(key)
