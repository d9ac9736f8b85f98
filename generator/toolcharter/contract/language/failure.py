"""The definitions of what happens when it does not go well: failure, idempotency, limits."""

from __future__ import annotations

from toolcharter.contract.language.parts import (
    Schema,
    forbids,
    holds_word,
    key,
    one_of,
    question,
    record,
    ref,
    several,
    when,
    whole,
)

_RETRY_CLASS = (
    "never: one try; read: a read may be repeated; idempotent_write: the same key has one effect; "
    "after_status: only after the status tool said failed."
)


def _retry(title: str, *classes: str) -> Schema:
    return record(
        title,
        {
            "class": question(_RETRY_CLASS, one_of(*classes), example=classes[0]),
            "attempts": question(
                "How often it is tried at most, the first time included.", whole(2, 5), example=3
            ),
            "backoff": question(
                "How long it waits between tries; silent means that of toolcharter.yaml.",
                ref("backoff"),
                example={"first": "200ms", "most": "2s"},
            ),
        },
        required=("class",),
        allOf=[
            when(holds_word("class", "never"), forbids("attempts", "backoff")),
            when(
                holds_word("class", *(each for each in classes if each != "never")),
                {"title": f"{title} that repeats", "required": ["attempts"]},
            ),
        ],
    )


_ERRORS = question(
    "Domain codes of errors.yaml beside those of the preconditions and identifiers.",
    several(ref("code"), most=40),
    example=["EXPORT_QUEUE_FULL"],
)
_CANCELLATION = question(
    "Until when it can be stopped: before_dispatch (until the call is sent), cooperative (also "
    "later), not_interruptible (never once claimed).",
    one_of("before_dispatch", "cooperative", "not_interruptible"),
)


def _retried(retry: str) -> Schema:
    return question(
        "Whether and how a failed call is repeated.", ref(retry), example={"class": "never"}
    )


def _limits(title: str, *, is_write: bool) -> Schema:
    keys: Schema = {
        "timeout": question("How long one call may take.", ref("duration"), example="5s"),
        "request": question("Most bytes of the canonical arguments.", ref("size"), example="48KiB"),
        "result": question(
            "Most bytes of the answer, before the view.", ref("size"), example="64KiB"
        ),
        "concurrency": key(
            "How many calls may run at once; silent means toolcharter.yaml.", ref("concurrency")
        ),
    }
    if not is_write:
        return record(title, keys, required=("timeout",))
    keys["serialize_by"] = key(
        "target: one write on a record at a time; none: several, which needs `because`.",
        one_of("target", "none"),
    )
    keys["because"] = key("Why writes on one record need no order.", ref("sentence"))
    return record(
        title,
        keys,
        required=("timeout",),
        allOf=[
            when(
                holds_word("serialize_by", "none"),
                {"title": "a write that is not serialised", "required": ["because"]},
                forbids("because"),
            )
        ],
    )


DEFS: dict[str, Schema] = {
    "backoff": record(
        "a backoff",
        {
            "first": key("The wait before the second try.", ref("duration"), example="200ms"),
            "most": key("The longest wait.", ref("duration"), example="2s"),
        },
        required=("first", "most"),
    ),
    "read_retry": _retry("the retry of a read", "never", "read"),
    "write_retry": _retry("the retry of a write", "never", "idempotent_write", "after_status"),
    "read_failure": record(
        "the failure behaviour of a read",
        {"errors": _ERRORS, "retry": _retried("read_retry")},
        required=("retry",),
    ),
    "write_failure": record(
        "the failure behaviour of a direct write",
        {"errors": _ERRORS, "retry": _retried("write_retry"), "cancellation": _CANCELLATION},
        required=("retry", "cancellation"),
    ),
    "change_failure": record(
        "the failure behaviour of a change",
        {
            "errors": _ERRORS,
            "retry": _retried("write_retry"),
            "preview_retry": question(
                "Whether a failed preview is repeated; silent means never.", ref("read_retry")
            ),
            "cancellation": _CANCELLATION,
            "proposal": question(
                "What becomes of the proposal and its approval.",
                ref("proposal"),
                example={"after_conflict": "close", "after_transient": "retry"},
            ),
        },
        required=("retry", "cancellation", "proposal"),
    ),
    "proposal": record(
        "the fate of a proposal",
        {
            "after_conflict": question(
                "repropose: trusted code may preview again into a new pending proposal; close: no.",
                one_of("repropose", "close"),
            ),
            "after_transient": question(
                "retry: the same approval may be used until it expires; close: no.",
                one_of("retry", "close"),
            ),
        },
        required=("after_conflict", "after_transient"),
    ),
    "idempotency": record(
        "the idempotency of a write",
        {
            "service_keys": question(
                "Whether the service stores our key, so that a repeat has one effect.",
                {"type": "boolean"},
                example=True,
            ),
            "keys_kept": question(
                "For how long the service knows the key.", ref("duration"), example="24h"
            ),
            "status": question(
                "The tool that answers whether it happened, or none.",
                ref("tool_ref_or_none"),
                example="none",
            ),
        },
        required=("service_keys", "status"),
        allOf=[
            when(
                holds_word("service_keys", True),
                {"title": "a service that stores keys", "required": ["keys_kept"]},
            ),
            when(holds_word("service_keys", False), forbids("keys_kept")),
        ],
    ),
    "concurrency": record(
        "a limit on concurrency",
        {
            "per_run": key("Calls of one run at a time.", whole(1, 1000), example=1),
            "per_tenant": key("Calls of one tenant at a time.", whole(1, 10_000), example=5),
        },
    ),
    "limits": _limits("the limits of a tool", is_write=False),
    "write_limits": _limits("the limits of a write", is_write=True),
    "change_limits": record(
        "the limits of a change",
        {
            "preview": key("The limits of the preview.", ref("limits"), example={"timeout": "3s"}),
            "commit": key(
                "The limits of the commit.", ref("write_limits"), example={"timeout": "5s"}
            ),
        },
        required=("preview", "commit"),
    ),
}
