"""Why a form takes no such key or value, and what to do instead.

Rows by what the record is called and the key (``*`` is any key), or by the definition and the key.
"""

from __future__ import annotations

_FIXED_INPUT = "Its input is fixed: {operation_id}."
_ONE_RECORD = "Only a read can be a page."
_BY_FORM = "A change is a preview and a write by its form; leave `class` out."
_ONLY_CHANGE = "Only a change shows a plan to a person first; begin the file with `change:`."
_BOUND = "A use of a named type changes no bound; other bounds are another type of types/."

REASONS: dict[tuple[str, str], str] = {
    ("a change", "page"): _ONE_RECORD,
    ("a change", "follows"): "A tool that asks about a write or stops it is a file of its own.",
    ("a read", "target"): "Only a write acts on a record.",
    ("a read", "plan"): _ONLY_CHANGE,
    ("a read", "facts"): "Facts are for the approval of a change.",
    ("a read", "operation"): "Only a write starts long work.",
    ("a read", "idempotency"): "A read may always be repeated.",
    ("a status or poll tool", "input"): _FIXED_INPUT,
    ("a status or poll tool", "page"): "Its answer is fixed; `output` is the result in it.",
    ("a cancel tool", "input"): _FIXED_INPUT,
    ("a cancel tool", "output"): "Its answer is fixed: stopped, already_finished, cannot_interrupt "
    "or unknown.",
    ("a cancel tool", "target"): "Its target is the operation that it stops.",
    ("a cancel tool", "operation"): "Stopping is no long work of its own.",
    ("a direct write", "page"): _ONE_RECORD,
    ("a direct write", "plan"): _ONLY_CHANGE,
    ("a direct write", "facts"): "Facts are for the approval of a change.",
    ("the effect of a change", "class"): _BY_FORM,
    ("the effect of a read", "external"): "What reaches beyond our systems is a write; put it in a "
    "change.",
    ("the effect of a read", "consequence"): "A read changes nothing, so nobody approves it.",
    ("the effect of a read", "*"): "A read changes nothing; `effect: {class: read}` is all of it.",
    ("a field of a named type", "*"): _BOUND,
    ("a type made of another", "*"): _BOUND,
    ("a read-only role", "previews"): "`read_only: true` allows `reads` only.",
    ("a read-only role", "writes"): "`read_only: true` allows `reads` only.",
    ("the call of a write without service keys", "key_header"): "With `service_keys: false` the "
    "service stores no key; leave the header out.",
    ("the call of a read", "key_header"): "Only a write has an idempotency key.",
    ("the call of a preview", "key_header"): "Only the commit has an idempotency key.",
    ("a change", "commit"): "A commit takes {proposal_id} and nothing else; what it does was fixed "
    "in the preview.",
    ("the limits of a tool", "serialize_by"): "Only writes on one record need an order.",
    # By definition.
    (
        "contract",
        "",
    ): "`tool:` begins a read or a direct write, `change:` a preview and its commit.",
    ("shape", ""): "`fields:` is the short form, `schema:` a closed JSON Schema.",
    (
        "direct_target",
        "",
    ): "`new` is the kind of a record that is made, `field` an id of the input.",
    ("field_in_list", "optional"): "An item, a key and a value of a map are always there.",
    ("field_in_list", "default"): "An item, a key and a value of a map are always there.",
    ("idempotency", "keys_kept"): "With `service_keys: false` no key is kept.",
    ("read_retry", "attempts"): "`never` is one try.",
    ("read_retry", "backoff"): "`never` is one try.",
    ("write_retry", "attempts"): "`never` is one try.",
    ("write_retry", "backoff"): "`never` is one try.",
    ("change_target", "because"): "Only `read_before` and `nobody` need a reason.",
    ("write_limits", "because"): "Only `serialize_by: none` needs a reason.",
    ("check", "at"): "With `by: code` people write the check.",
    ("check", "equals"): "With `by: code` people write the check.",
    ("mark_optional", "optional"): "Leave it out; silence means that the field is always there.",
    ("mark_nullable", "nullable"): "Leave it out; silence means that the field is never null.",
    ("key_unique", "unique"): "Leave it out; silence means that items may repeat.",
    ("change_target", "expected_version"): "Leave it out; silence means no such input.",
    ("write_effect", "external"): "What reaches beyond our systems needs a person first; begin the "
    "file with `change:`.",
    ("direct_reversibility", "kind"): "A direct write is always reversible; what is not is a "
    "change.",
    ("external_reversibility", "kind"): "What has left our systems cannot be taken back: write "
    "compensable or irreversible.",
    ("retry_without_keys", "class"): "The service stores no key and the transaction is not shared, "
    "so a repeat may have a second effect: write never.",
    ("retry_without_status", "class"): "No tool says what became of it (`status: none`): write "
    "never.",
}
