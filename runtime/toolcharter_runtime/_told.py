"""What the caller of a write is told: always from what the ledger holds.

Walks in: the row of an operation. Walks out: a result or a refusal, and the outcome, which says
what is proven about the effect. The same row is told the same way to everybody who sees the tool in
the same view.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import orjson

from toolcharter_runtime._codes import Code
from toolcharter_runtime._refusal import Refusal

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON
    from toolcharter_runtime._store.records import OperationRow
    from toolcharter_runtime.formats.v1 import ErrorRow

Outcome: TypeAlias = Literal["committed", "accepted", "nothing_happened", "unknown"]

_CONFIRMED = {
    "succeeded": "A person has confirmed that this happened; there is no answer to show.",
    "failed": "A person has confirmed that nothing happened.",
}
"""What is told besides, where a person and no evidence ended an unknown outcome. The person's own
words stay with the operator."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """An answer before it is an envelope: ``result`` or ``refusal``, never both. ``as_of`` is when
    a state was seen that could not be asked about again."""

    result: JSON = None
    refusal: Refusal | None = None
    outcome: Outcome | None = None
    replayed: bool = False
    as_of: datetime | None = None


def told(row: OperationRow, view: str, *, replayed: bool, ask: str | None) -> Told:
    """What an operation has come to. ``ask`` is the wire name of the tool that can be asked about
    an operation without an end."""
    if row.progress is not None and row.results is not None:
        # Long work was accepted: that is what its start answers ever after, however it ended.
        return _result(row, row.results, view, "accepted", replayed)
    match row.state:
        case "succeeded" if row.results is not None:
            return _result(row, row.results, view, "committed", replayed)
        case "succeeded":
            refusal = Refusal(Code.OUTPUT_INVALID, operation=row.id, reason=_confirmed(row))
            return Told(refusal=refusal, outcome="committed", replayed=replayed)
        case "failed" | "released":
            return Told(refusal=_stored(row), outcome="nothing_happened", replayed=replayed)
        case "cancelled":
            return Told(
                refusal=Refusal(Code.OPERATION_CANCELLED, operation=row.id),
                outcome="nothing_happened",
                replayed=replayed,
            )
        case _:
            return unknown(row.id, ask=ask)


def unknown(operation_id: str, *, ask: str | None) -> Told:
    """Nobody knows, and nobody is told that anybody does."""
    refusal = Refusal(Code.OUTCOME_UNKNOWN, operation=operation_id, next_tool=ask)
    return Told(refusal=refusal, outcome="unknown")


def error_bytes(refusal: Refusal) -> bytes:
    """A refusal as the ledger keeps it."""
    facts: dict[str, Any] = {"code": str(refusal.code)}
    if refusal.field is not None:
        facts["field"] = refusal.field
    if refusal.retry_at is not None:
        facts["retry_at"] = refusal.retry_at.timestamp()
    if refusal.next_tool is not None:
        facts["next_tool"] = refusal.next_tool
    return orjson.dumps(facts, option=orjson.OPT_SORT_KEYS)


def meaning_of(code: str, rows: Mapping[str, ErrorRow]) -> dict[str, JSON]:
    """An error as part of an answer."""
    known = Code.__members__.get(code)
    if known is not None:
        return {"code": code, "message": known.message, "retryable": known.retryable}
    row = rows[code]
    return {"code": code, "message": row["message"], "retryable": row["retryable"]}


def instant(milliseconds: int) -> datetime:
    """The store's time as an instant."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


def _stored(row: OperationRow) -> Refusal:
    facts = orjson.loads(row.error or b'{"code":"INTERNAL"}')
    retry_at = facts.get("retry_at")
    return Refusal(
        facts["code"],
        field=facts.get("field"),
        retry_at=None if retry_at is None else datetime.fromtimestamp(retry_at, UTC),
        operation=row.id,
        reason=_confirmed(row),
        next_tool=facts.get("next_tool"),
    )


def _confirmed(row: OperationRow) -> str | None:
    return None if row.resolved_by is None else _CONFIRMED.get(row.state)


def _result(row: OperationRow, results: bytes, view: str, outcome: Outcome, replayed: bool) -> Told:
    shown = orjson.loads(results).get(view)
    if shown is None:
        # The view is younger than the operation: what it shows was never projected.
        refusal = Refusal(Code.OUTPUT_INVALID, operation=row.id)
        return Told(refusal=refusal, outcome=outcome, replayed=replayed)
    return Told(result=shown, outcome=outcome, replayed=replayed)
