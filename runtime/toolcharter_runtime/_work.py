"""One write, and everything that is needed to carry it out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolcharter_runtime._admission import LEASE_MARGIN_MS
from toolcharter_runtime._caller import Caller
from toolcharter_runtime._evidence import claim_of
from toolcharter_runtime._ledger.claim import Order
from toolcharter_runtime._ledger.gates import Gate, record_gate, tool_gates
from toolcharter_runtime._notes import Notes

if TYPE_CHECKING:
    from datetime import datetime

    from toolcharter_runtime._call import Call
    from toolcharter_runtime._evidence import Claim
    from toolcharter_runtime._ledger.admit import Calls
    from toolcharter_runtime._proposal.document import Document
    from toolcharter_runtime._recording import Recording
    from toolcharter_runtime._runs import Grant
    from toolcharter_runtime._store.records import OperationRow
    from toolcharter_runtime._write_path import WritePath
    from toolcharter_runtime._write_tools import WriteTool


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """``operation`` is the row that a first claim stores; ``expires_at`` is when its approval ends,
    None for a direct write. ``grant`` is the run's that asks for it; recovery has none."""

    path: WritePath
    tool: WriteTool
    caller: Caller
    grant: Grant | None = None
    operation: OperationRow
    document: Document
    expires_at: datetime | None
    notes: Notes

    @classmethod
    def left_behind(
        cls,
        path: WritePath,
        tool: WriteTool,
        row: OperationRow,
        document: Document,
        recording: Recording,
        *,
        expires_at: datetime | None = None,
    ) -> Work:
        """Of an operation that somebody else has claimed, for those who ask what became of it."""
        return cls(
            path=path,
            tool=tool,
            caller=Caller.of_operation(row, tool.permissions),
            operation=row,
            document=document,
            expires_at=expires_at,
            notes=Notes(
                started=path.clock.monotonic(), hashes_arguments=False, recording=recording
            ),
        )

    @property
    def claim(self) -> Claim:
        """What its evidence must be about."""
        return claim_of(self.tool, self.document.target)

    @property
    def is_shared(self) -> bool:
        """Whether its effect is stored in the same transaction as the ledger's row."""
        return bool(self.tool.write["transaction"] == "shared")

    @property
    def until(self) -> datetime | None:
        """When the run's time or the approval is over, whichever comes first."""
        ends = [each for each in (self.caller.deadline, self.expires_at) if each is not None]
        return min(ends, default=None)

    @property
    def lease_ms(self) -> int:
        return self.tool.row["limits"]["timeout_ms"] + LEASE_MARGIN_MS

    @property
    def order(self) -> Order:
        """What is to be claimed."""
        return Order(
            operation=self.operation,
            gates=self._gates(),
            policy=self.tool.write["policy"],
            lease_ms=self.lease_ms,
        )

    @contextmanager
    def storing_calls(self) -> Iterator[Calls | None]:
        """What a claim has to count of the run's calls, for a block that stores it."""
        if self.notes.tally is None:
            yield None
            return
        with self.notes.tally.storing() as calls:
            yield calls

    def call(self, key: str | None = None) -> Call:
        """What the adapter is told; ``key`` is the idempotency key, where it may write."""
        return self.caller.call(
            self.tool.wire_name,
            now=self.path.clock.now(),
            timeout=self.tool.timeout,
            key=key,
            target=self.document.target,
        )

    def _gates(self) -> tuple[Gate, ...]:
        limits = self.tool.row["limits"]
        gates = tool_gates(
            self.tool.wire_name,
            requester=self.operation.requester,
            run_id=self.operation.run_id,
            per_run=limits["per_run"],
            per_tenant=limits["per_tenant"],
        )
        if limits["serialize_by"] == "target":
            gates = (*gates, record_gate(self.document.record_key))
        return gates
