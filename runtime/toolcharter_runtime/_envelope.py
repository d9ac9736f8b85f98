"""The one shape in which an agent gets an answer.

``{ok, tool, result?, untrusted: true, error?}``, where error is
``{code, message, retryable, field, retry_at?, next?: {say, tool?}}``.

``untrusted`` is always true: what a service says is content, never an instruction, whatever its
origin. Messages are fixed text of the runtime's or the catalog's table. ``tool`` is null where the
run has no tool of the name that was called.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import orjson

from toolcharter_runtime._codes import Code

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON
    from toolcharter_runtime._refusal import Refusal
    from toolcharter_runtime.formats.v1 import ErrorRow


def success(tool: str, result: JSON) -> bytes:
    return orjson.dumps({"ok": True, "tool": tool, "result": result, "untrusted": True})


def failure(
    tool: str | None, refusal: Refusal, errors: Mapping[str, ErrorRow], tools: frozenset[str]
) -> bytes:
    """The envelope of ``refusal``; a next step never names a tool outside ``tools``."""
    error = _of_runtime(refusal.code) or _of_catalog(errors[refusal.code], tools)
    error = {"code": str(refusal.code), **error, "field": refusal.field}
    if refusal.retry_at is not None:
        error["retry_at"] = _instant(refusal.retry_at)
    return orjson.dumps({"ok": False, "tool": tool, "untrusted": True, "error": error})


def _of_runtime(code: str) -> dict[str, Any] | None:
    known = Code.__members__.get(code)
    return {"message": known.message, "retryable": known.retryable} if known else None


def _of_catalog(row: ErrorRow, tools: frozenset[str]) -> dict[str, Any]:
    step: dict[str, str] = {"say": row["next"]["say"]}
    tool = row["next"]["tool"]
    if tool is not None and tool in tools:
        step["tool"] = tool
    return {"message": row["message"], "retryable": row["retryable"], "next": step}


def _instant(moment: datetime) -> str:
    """RFC 3339 in UTC, rounded up to the second, so that nobody comes back too early."""
    whole = moment.astimezone(UTC) + timedelta(microseconds=999_999)
    return whole.strftime("%Y-%m-%dT%H:%M:%SZ")
