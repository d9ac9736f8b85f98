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

_ALWAYS: Mapping[str, Stage] = {
    Code.UNKNOWN_TOOL: "tool",
    Code.VERSION_RETIRED: "tool",
    Code.TOOL_WITHDRAWN: "tool",
    Code.PERMISSION_DENIED: "permission",
    Code.RUN_CANCELLED: "run",
    Code.DEADLINE_EXCEEDED: "limits",
    Code.LIMIT_REACHED: "limits",
    Code.STORE_NOT_CONFIGURED: "store",
    Code.STORE_UNAVAILABLE: "store",
    Code.POLICY_REFUSED: "policy",
    Code.PROPOSAL_UNKNOWN: "approval",
    Code.APPROVAL_PENDING: "approval",
    Code.APPROVAL_DENIED: "approval",
    Code.APPROVAL_EXPIRED: "approval",
    Code.APPROVAL_CONSUMED: "approval",
    Code.IDEMPOTENCY_MISMATCH: "ledger",
    Code.IN_PROGRESS: "ledger",
    Code.OPERATION_UNKNOWN: "ledger",
    Code.OUTCOME_UNKNOWN: "ledger",
    Code.OPERATION_CANCELLED: "ledger",
    Code.OUTPUT_INVALID: "answer",
    Code.INTERNAL: "inside",
}

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
    if code in _ALWAYS:
        return _ALWAYS[code]
    if not was_read:
        return "reading"
    if is_told:
        return "ledger"
    if last_asked is None:
        return "schema" if code in _OF_ARGUMENTS else "limits"
    return "service" if last_asked == "op" else "facts"
