"""What an answer, or the lack of one, proves about a write.

Walks in: what an adapter or a status tool returned or raised. Walks out: a finding for the ledger.
Proof of an effect is its evidence; proof of no effect is a code that the contract declares, a
conflict of versions or a refused rate. Everything else proves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import orjson

from toolcharter_runtime._call import ToolError
from toolcharter_runtime._codes import Code
from toolcharter_runtime._evidence import Claim
from toolcharter_runtime._json_value import canonical_bytes
from toolcharter_runtime._ledger.settle import (
    Accepted,
    Finding,
    GoingOn,
    Happened,
    NothingHappened,
    Stopped,
    Unproven,
)
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._told import error_bytes, instant

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON
    from toolcharter_runtime._store.records import OperationRow
    from toolcharter_runtime._write_tools import WriteTool

_OUTPUT_INVALID = error_bytes(Refusal(Code.OUTPUT_INVALID))


def of_answer(tool: WriteTool, row: OperationRow, answer: object, claim: Claim) -> Finding:
    """What the answer of a write's own adapter proves."""
    if tool.write["operation"] is not None:
        return _of_acceptance(tool, row, answer)
    try:
        value, _ = tool.answers.read(answer)
    except Refusal:
        evidence = tool.evidence.find(tool.answers.glimpse(answer), claim)
        if evidence is None:
            return Unproven("malformed")
        return Happened(partial(_evidence, evidence), None, _OUTPUT_INVALID)
    evidence = tool.evidence.find(value, claim)
    if evidence is None:
        return Unproven("evidence")
    return _happened(tool, row, value, evidence)


def of_error(tool: WriteTool, error: ToolError) -> Finding:
    """What a failure that an adapter declared proves. A timeout and a service that cannot be
    reached prove nothing: the request may have arrived."""
    if error.code in tool.errors:
        is_transient = tool.is_retryable(error.code)
    elif error.code in (Code.VERSION_CONFLICT, Code.RATE_LIMITED):
        is_transient = error.code == Code.RATE_LIMITED
    else:
        return Unproven("unavailable")
    return nothing_happened(
        tool, Refusal(error.code, retry_at=error.retry_at), is_transient=is_transient
    )


def is_passing(tool: WriteTool, finding: Finding) -> bool:
    """Whether a finding is a refusal that a service does not remember under the key: it says
    nothing about an earlier call that is still on its way."""
    if not isinstance(finding, NothingHappened):
        return False
    code = orjson.loads(finding.error)["code"]
    return code in (Code.RATE_LIMITED, Code.DEADLINE_EXCEEDED) or (
        code in tool.errors and tool.is_retryable(code)
    )


def nothing_happened(tool: WriteTool, refusal: Refusal, *, is_transient: bool) -> NothingHappened:
    """Proof of no effect, with the fate of the proposal that the contract declares. A conflict
    ends a proposal whatever the contract says: it never applies to another version."""
    if refusal.code == Code.VERSION_CONFLICT:
        refusal.next_tool = tool.write["preview"]
    may_retry = is_transient and tool.write["after_transient"] != "close"
    return NothingHappened(error_bytes(refusal), "approved" if may_retry else "closed")


def of_status(
    tool: WriteTool, row: OperationRow, answer: Mapping[str, Any], claim: Claim
) -> Finding:
    """What a valid answer of a status or poll tool proves about an operation of ``tool``."""
    match answer["state"]:
        case "succeeded":
            return _of_success(tool, row, answer, claim)
        case "failed":
            if row.attempt > 1 and not tool.write["idempotency"]["service_keys"]:
                # It may be an earlier attempt that failed, and this one may be on its way.
                return Unproven("failed_before")
            return _of_failure(tool, answer)
        case "queued" | "running" if tool.write["operation"] is not None:
            return GoingOn(answer["state"], partial(_accepted, tool, row.id))
        case "cancelled":
            return Stopped()
        case state:
            return Unproven(str(state))


def _of_success(
    tool: WriteTool, row: OperationRow, answer: Mapping[str, Any], claim: Claim
) -> Finding:
    evidence = answer["evidence"]
    if evidence is None or not claim.is_proven_by(evidence):
        return Unproven("evidence")
    if tool.write["operation"] is not None:
        # Whoever started it is told what they were told, or would have been: it was accepted.
        accepted = partial(_accepted, tool, row.id)
        return Happened(partial(_evidence, evidence), accepted, progress="running")
    value = {**evidence, **(answer["result"] or {})}
    if not tool.answers.is_valid(value):
        return Happened(partial(_evidence, evidence), None, _OUTPUT_INVALID)
    return _happened(tool, row, value, evidence)


def _of_failure(tool: WriteTool, answer: Mapping[str, Any]) -> Finding:
    error = answer["error"]
    code = error["code"] if error else None
    if code in tool.errors:
        return nothing_happened(tool, Refusal(code), is_transient=tool.is_retryable(code))
    if code in (Code.VERSION_CONFLICT, Code.RATE_LIMITED):
        return nothing_happened(tool, Refusal(code), is_transient=code == Code.RATE_LIMITED)
    return nothing_happened(tool, Refusal(Code.INTERNAL), is_transient=False)


def _of_acceptance(tool: WriteTool, row: OperationRow, answer: object) -> Finding:
    try:
        value, _ = tool.answers.read(answer)
    except Refusal:
        return Unproven("malformed")
    return Accepted(_reference(value), partial(_accepted, tool, row.id))


def _reference(answer: JSON) -> str | None:
    return str(answer["reference"]) if isinstance(answer, dict) else None


def _happened(
    tool: WriteTool, row: OperationRow, value: JSON, evidence: dict[str, JSON]
) -> Happened:
    return Happened(partial(_evidence, evidence), partial(_results, tool, row.id, value, evidence))


def _evidence(evidence: Mapping[str, JSON], now: int) -> bytes:
    return canonical_bytes(_complete(evidence, now))


def _results(
    tool: WriteTool, operation_id: str, value: JSON, evidence: Mapping[str, JSON], now: int
) -> bytes:
    """What each view shows. A view that cannot show the answer is left out: to it the answer is
    one that breaks its contract."""
    fixed = {"operation_id": operation_id, **_complete(evidence, now)}
    return _for_each_view(tool, value, fixed)


def _accepted(tool: WriteTool, operation_id: str, now: int) -> bytes:
    fixed: dict[str, JSON] = {
        "operation_id": operation_id,
        "state": "queued",
        "accepted_at": instant(now).isoformat(),
    }
    return _for_each_view(tool, {}, fixed)


def _for_each_view(tool: WriteTool, value: JSON, fixed: dict[str, JSON]) -> bytes:
    shown: dict[str, JSON] = {}
    for view in tool.view_names:
        try:
            shown[view] = tool.shown(value, view, fixed=fixed)
        except Refusal:
            continue
    return orjson.dumps(shown)


def _complete(evidence: Mapping[str, JSON], now: int) -> dict[str, JSON]:
    return {"committed_at": instant(now).isoformat(), **evidence}
