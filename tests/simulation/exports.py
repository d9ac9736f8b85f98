"""Long work in a service: queued, running, then over; and an attempt to stop it."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simulation.kinds import Request

FILE = {
    "file": "export_file.f1",
    "size_bytes": 2048,
    "row_count": 12,
    "encoding": "utf-8",
    "expires_at": "2026-12-02T12:00:00Z",
    "unlock_code": "0123456789ABCDEF0123456789ABCDEF",
}


@dataclass(slots=True, eq=False, kw_only=True)
class Export:
    reference: str
    key: str
    request: Request
    state: str = "queued"

    @property
    def is_over(self) -> bool:
        return self.state in ("succeeded", "failed", "cancelled")

    def advance(self, source: random.Random) -> bool:
        """One step on; whether it has now had its effect."""
        if self.is_over:
            return False
        if self.state == "queued":
            self.state = "running"
            return False
        self.state = source.choice(("running", "succeeded", "succeeded", "failed"))
        return self.state == "succeeded"

    def cancel(self, source: random.Random) -> str:
        if self.is_over:
            return "already_finished"
        if source.random() < 0.3:
            return "cannot_interrupt"
        self.state = "cancelled"
        return "stopped"

    def evidence(self) -> dict[str, Any]:
        return {
            "resource_id": self.reference,
            "previous_version": None,
            "new_version": "1",
            "changed_fields": ["export_file.record"],
            "next_state": None,
        }

    def told(self) -> dict[str, Any]:
        failed = {"code": "EXPORT_QUEUE_FULL", "message": "Full.", "retryable": True}
        return {
            "state": self.state,
            "started_at": None,
            "finished_at": None,
            "evidence": self.evidence() if self.state == "succeeded" else None,
            "error": failed if self.state == "failed" else None,
            "result": dict(FILE) if self.state == "succeeded" else None,
        }
