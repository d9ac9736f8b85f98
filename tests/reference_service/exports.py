"""Long work: an export is asked for, watched and stopped. The control door says how far it is.

queued --> running --> succeeded | failed
   '----------'------> cancelled
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Literal, TypeAlias

from reference_service.changes import Change, Changing, RefusedError, Write, moved
from reference_service.personalities import Personality
from reference_service.records import Body, Database, Record
from reference_service.visibility import own_export

CancelAnswer: TypeAlias = Literal["stopped", "already_finished", "cannot_interrupt", "unknown"]

TERMINAL = ("succeeded", "failed", "cancelled")

FILE: Mapping[str, str | int] = {
    "file": "file-1",
    "size_bytes": 2048,
    "row_count": 12,
    "encoding": "utf-8",
    "expires_at": "2026-12-02T12:00:00Z",
    "unlock_code": "0123456789ABCDEF0123456789ABCDEF",
}
"""The file of every export that succeeds; a test may give another one."""


def start_export(db: Database, write: Write, personality: Personality) -> Change:
    export = Record(
        tenant=write.who.tenant,
        kind="export",
        id=f"exp_{db.next_effect():08}",
        version=1,
        body={
            **write.body,
            "owner": write.who.identity,
            "state": "queued",
            "started_at": None,
            "finished_at": None,
            "result": None,
            "error": None,
        },
    )
    db.put(export)
    if write.key is not None:
        db.put(replace(export, kind="export_of_key", id=write.key, body={"export_id": export.id}))
    return Change(
        record_id=export.id,
        before=None,
        after=1,
        executed=write.body,
        answer={"export_id": export.id, "state": "queued"},
        status=202,
    )


def advance(db: Database, export: Record, *, state: str, result: Body | None, error: str) -> Record:
    """The export in the state that the control door names, forwards or backwards."""
    now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    is_over = state in TERMINAL
    return moved(
        db,
        export,
        state=state,
        started_at=None if state == "queued" else export.body["started_at"] or now,
        finished_at=now if is_over else None,
        result=(result or dict(FILE)) if state == "succeeded" else None,
        error=(error or "source_gone") if state == "failed" else None,
    )


def cancelling(forced: CancelAnswer | None) -> Changing:
    """The write that stops an export; ``forced`` is the answer that the control door has chosen."""

    def cancel(db: Database, write: Write, personality: Personality) -> Change:
        export = own_export(db, write.who, write.record_id)
        if export is None:
            raise RefusedError(404, "no_such_export")
        is_over = export.body["state"] in TERMINAL
        answer = forced or ("already_finished" if is_over else "stopped")
        after = export
        if answer == "stopped" and not is_over:
            after = advance(db, export, state="cancelled", result=None, error="")
        return Change(
            record_id=export.id,
            before=export.version,
            after=after.version,
            executed={"cancelled": export.id} if after is not export else None,
            answer={"answer": answer},
        )

    return cancel


def told(export: Record) -> Body:
    """What the service says about an export."""
    shown = ("state", "started_at", "finished_at", "result", "error")
    return {"export_id": export.id, **{name: export.body[name] for name in shown}}
