"""Whether a write is called again under the same key, and when.

The contract's class decides, and nothing else. ``idempotent_write`` repeats a call that proved
nothing, or whose proof of no effect is transient: the service keeps the key, or the effect commits
with the ledger. ``after_status`` repeats only what the status tool called failed, with a retryable
error. Any other class never repeats. No wait is begun that would end after the run's deadline or
after the approval; a service that names a time further away than ``most_ms`` is not waited for.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import orjson

from toolcharter_runtime._ledger.settle import Finding, NothingHappened, Unproven

if TYPE_CHECKING:
    from toolcharter_runtime.formats.v1 import RetryRow


def wait_before_write(
    row: RetryRow,
    *,
    attempt: int,
    finding: Finding,
    by_status: bool,
    now: datetime,
    until: datetime | None,
) -> float | None:
    """How many seconds to wait before the next call; None where there is none. ``by_status`` says
    that the finding is the status tool's, ``until`` is when waiting has no more sense."""
    if attempt >= row["attempts"] or not _may_repeat(row["retry_class"], finding, by_status):
        return None
    wait: float = min(row["first_ms"] * 2 ** (attempt - 1), row["most_ms"]) / 1000
    retry_at = _retry_at(finding)
    if retry_at is not None:
        wait = max(wait, retry_at - now.timestamp())
        if wait > row["most_ms"] / 1000:
            return None
    if until is not None and now + timedelta(seconds=wait) >= until:
        return None
    return wait


def _may_repeat(retry_class: str, finding: Finding, by_status: bool) -> bool:
    is_transient = isinstance(finding, NothingHappened) and finding.fate == "approved"
    match retry_class:
        case "idempotent_write":
            return is_transient or isinstance(finding, Unproven)
        case "after_status":
            return is_transient and by_status
        case _:
            return False


def _retry_at(finding: Finding) -> float | None:
    if not isinstance(finding, NothingHappened):
        return None
    moment: float | None = orjson.loads(finding.error).get("retry_at")
    return moment
