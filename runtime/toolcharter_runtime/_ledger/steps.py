"""What an operation may become: the only places where its state changes.

    claimed --> succeeded | failed | released | running | unknown
    released --> claimed
    running --> succeeded | failed | cancelled
    unknown --> succeeded | failed | cancelled | running | released

Walks in: a row. Walks out: the row that follows it, or TerminalError where the row has come to its
end. Whoever carries out the change holds the row's lock.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeAlias

from toolcharter_runtime._store.records import TERMINAL, OperationRow, OperationState

Progress: TypeAlias = Literal["queued", "running"]


class TerminalError(Exception):
    """The operation has come to its end, which never changes."""


def claimed_again(row: OperationRow, *, owner: str, lease_until: int) -> OperationRow:
    """The next attempt, under the same key."""
    return _next(
        row, "claimed", attempt=row.attempt + 1, owner=owner, lease_until=lease_until, error=None
    )


def taken_over(row: OperationRow, *, owner: str, lease_until: int) -> OperationRow:
    """The same attempt in the care of another process, which asks what became of it."""
    return _next(row, "claimed", owner=owner, lease_until=lease_until)


def succeeded(
    row: OperationRow,
    *,
    evidence: bytes | None,
    results: bytes | None,
    error: bytes | None,
    at: int,
    progress: Progress | None = None,
) -> OperationRow:
    """The service has proven the effect. ``results`` maps views to what they show; ``error`` says
    that the rest of the answer broke its contract. Without evidence a person vouches for it.
    ``progress`` is that of long work whose end is the first that was heard of it."""
    return _ended(
        row,
        "succeeded",
        evidence=evidence,
        results=results,
        error=error,
        progress=row.progress or progress,
        finished_at=at,
    )


def failed(row: OperationRow, *, error: bytes, at: int) -> OperationRow:
    """It is proven that nothing happened, and it is not to be tried again."""
    return _ended(row, "failed", error=error, finished_at=at)


def cancelled(row: OperationRow, *, at: int) -> OperationRow:
    """It is proven that the operation was stopped before it had an effect."""
    return _ended(row, "cancelled", finished_at=at)


def released(row: OperationRow, *, error: bytes) -> OperationRow:
    """It is proven that this attempt did nothing; another may be made."""
    return _ended(row, "released", error=error)


def accepted(
    row: OperationRow, *, reference: str | None, results: bytes | None, at: int
) -> OperationRow:
    """The service has taken on long work. ``results`` is what its acceptance is told as."""
    return _ended(
        row, "running", reference=reference, results=results, progress="queued", seen_at=at
    )


def going_on(
    row: OperationRow, *, progress: Progress, at: int, results: bytes | None = None
) -> OperationRow:
    """The service says that it is still at it. ``results`` is what its acceptance is told as."""
    return _ended(row, "running", progress=progress, results=results or row.results, seen_at=at)


def unknown(row: OperationRow, *, reason: str) -> OperationRow:
    """Nobody knows what became of the call. ``reason`` is a word of ours for the operator."""
    return _ended(row, "unknown", reason=reason)


def resolved(row: OperationRow, *, by: str, reason: str) -> OperationRow:
    """The row with the name of the person who said how it ended."""
    return replace(row, resolved_by=by, reason=reason)


def _ended(row: OperationRow, state: OperationState, **changes: object) -> OperationRow:
    """Nobody is at work on the operation any more."""
    return _next(row, state, owner=None, lease_until=None, **changes)


def _next(row: OperationRow, state: OperationState, **changes: object) -> OperationRow:
    if row.state in TERMINAL:
        raise TerminalError
    return replace(row, state=state, serial=row.serial + 1, **changes)  # type: ignore[arg-type]
