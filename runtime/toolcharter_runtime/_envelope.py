"""The one shape in which an agent gets an answer.

``{ok, tool, outcome?, result?, untrusted: true, replayed?, as_of?, error?}``, where error is
``{code, message, retryable, field, retry_at?, operation?, reason?, next?: {say, tool?}}``.

``untrusted`` is always true: what a service says is content, never an instruction, whatever its
origin. Messages are fixed text of the runtime's or the catalog's table. ``tool`` is null where the
run has no tool of the name that was called.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import orjson

from toolcharter_runtime._codes import MEANINGS, Code

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON
    from toolcharter_runtime._refusal import Refusal
    from toolcharter_runtime._told import Told
    from toolcharter_runtime.formats.v1 import ErrorRow


def success(tool: str, result: JSON) -> bytes:
    """The envelope of a read that succeeded."""
    return orjson.dumps({"ok": True, "tool": tool, "result": result, "untrusted": True})


def failure(
    tool: str | None, refusal: Refusal, errors: Mapping[str, ErrorRow], tools: frozenset[str]
) -> bytes:
    """The envelope of ``refusal``; a next step never names a tool outside ``tools``."""
    error = _error(refusal, errors, tools)
    return orjson.dumps({"ok": False, "tool": tool, "untrusted": True, "error": error})


def of_told(tool: str, told: Told, errors: Mapping[str, ErrorRow], tools: frozenset[str]) -> bytes:
    """The envelope of what the ledger holds."""
    members: dict[str, Any] = {"ok": told.refusal is None, "tool": tool}
    if told.outcome is not None:
        members["outcome"] = told.outcome
    if told.refusal is None:
        members["result"] = told.result
    members["untrusted"] = True
    if told.replayed:
        members["replayed"] = True
    if told.as_of is not None:
        members["as_of"] = _instant(told.as_of)
    if told.refusal is not None:
        members["error"] = _error(told.refusal, errors, tools)
    return orjson.dumps(members)


def _error(
    refusal: Refusal, errors: Mapping[str, ErrorRow], tools: frozenset[str]
) -> dict[str, Any]:
    known = Code.__members__.get(refusal.code)
    if known is not None:
        meaning = MEANINGS[known]
        message, retryable, say, tool = *meaning, refusal.next_tool
    else:
        row = errors[refusal.code]
        message, retryable = row["message"], row["retryable"]
        say, tool = row["next"]["say"], row["next"]["tool"]
    error = {
        "code": str(refusal.code),
        "message": message,
        "retryable": retryable,
        "field": refusal.field,
    }
    if refusal.retry_at is not None:
        error["retry_at"] = _instant(refusal.retry_at)
    if refusal.operation is not None:
        error["operation"] = refusal.operation
    if refusal.reason is not None:
        error["reason"] = refusal.reason
    if say is not None and (tool in tools or refusal.code != Code.OUTCOME_UNKNOWN):
        error["next"] = {"say": say, "tool": tool} if tool in tools else {"say": say}
    return error


def _instant(moment: datetime) -> str:
    """RFC 3339 in UTC, rounded up to the second, so that nobody comes back too early."""
    whole = moment.astimezone(UTC) + timedelta(microseconds=999_999)
    return whole.strftime("%Y-%m-%dT%H:%M:%SZ")
