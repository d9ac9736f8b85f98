"""The codes of the runtime that an answer of a service can mean.

The others tell what only the runtime knows: that a call was not well formed, what became of a
proposal, whether the store is there. A service that could say them would speak for the runtime.
"""

from __future__ import annotations

from collections.abc import Iterable

from toolcharter.ir.near import did_you_mean

ANSWER_CODES: tuple[str, ...] = (
    "PERMISSION_DENIED",
    "INVALID_ARGUMENT",
    "SIZE_LIMIT",
    "VERSION_CONFLICT",
    "IDEMPOTENCY_MISMATCH",
    "IN_PROGRESS",
    "OPERATION_UNKNOWN",
    "RATE_LIMITED",
    "LIMIT_REACHED",
    "DEADLINE_EXCEEDED",
    "UPSTREAM_TIMEOUT",
    "UPSTREAM_UNAVAILABLE",
    "OUTPUT_INVALID",
    "OUTCOME_UNKNOWN",
    "INTERNAL",
)


def hint_for_code(code: str, *, own: Iterable[str], known: Iterable[str]) -> str:
    """What to type in the place of a code: ``own`` are those of the tool, ``known`` the catalog's."""
    if code in known:
        return f"List `{code}` in `failure.errors`, or write one of the tool's own errors."
    return (
        did_you_mean(code, (*own, *ANSWER_CODES))
        or "Write an error of this tool, or a code of the runtime such as PERMISSION_DENIED, "
        "RATE_LIMITED or UPSTREAM_UNAVAILABLE."
    )
