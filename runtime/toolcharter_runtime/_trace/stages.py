"""Who decided: at which stage of a call its code was found.

Walks in: a code, and how far the call had come. Walks out: the stage, None where nobody refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from toolcharter_runtime._codes import Code

Stage: TypeAlias = Literal[
    "run",
    "tool",
    "permission",
    "reading",
    "schema",
    "limits",
    "store",
    "facts",
    "service",
    "answer",
    "policy",
    "approval",
    "ledger",
    "inside",
]
"""``facts`` are preconditions, ``service`` is the adapter's operation, ``inside`` what nobody
decided: a fault of host code or of ours."""

_ALWAYS: Mapping[Stage, tuple[Code, ...]] = {
    "tool": (Code.UNKNOWN_TOOL, Code.VERSION_RETIRED, Code.TOOL_WITHDRAWN),
    "permission": (Code.PERMISSION_DENIED,),
    "run": (Code.RUN_CANCELLED,),
    "limits": (Code.DEADLINE_EXCEEDED, Code.LIMIT_REACHED),
    "store": (Code.STORE_NOT_CONFIGURED, Code.STORE_UNAVAILABLE),
    "policy": (Code.POLICY_REFUSED,),
    "approval": (
        Code.PROPOSAL_UNKNOWN,
        Code.APPROVAL_PENDING,
        Code.APPROVAL_DENIED,
        Code.APPROVAL_EXPIRED,
        Code.APPROVAL_CONSUMED,
    ),
    "ledger": (
        Code.IDEMPOTENCY_MISMATCH,
        Code.IN_PROGRESS,
        Code.OPERATION_UNKNOWN,
        Code.OUTCOME_UNKNOWN,
        Code.OPERATION_CANCELLED,
    ),
    "answer": (Code.OUTPUT_INVALID,),
    "inside": (Code.INTERNAL,),
}
_STAGE_OF: Mapping[str, Stage] = {code: stage for stage, codes in _ALWAYS.items() for code in codes}

_OF_ARGUMENTS = frozenset(
    {
        Code.UNKNOWN_FIELD,
        Code.MISSING_FIELD,
        Code.UNKNOWN_DISCRIMINATOR,
        Code.INVALID_ARGUMENT,
    }
)


def stage_of(code: str, *, was_read: bool, last_asked: str | None, is_told: bool) -> Stage | None:
    """The stage of a refusal. ``last_asked`` is the last question that host code was asked,
    ``is_told`` says that the ledger's own word was told."""
    if code in ("OK", "ABANDONED"):
        return None
    if code in _STAGE_OF:
        return _STAGE_OF[code]
    if not was_read:
        return "reading"
    if is_told:
        return "ledger"
    if last_asked is None:
        return "schema" if code in _OF_ARGUMENTS else "limits"
    return "service" if last_asked == "op" else "facts"
