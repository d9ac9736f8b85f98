"""What has to hold whatever was killed: the ledger and the accounts agree, and nobody was lied to.

The account of whoever carried an effect out is the oracle.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

from crashes.nursery import Told
from crashes.orders import Order
from crashes.world import Rows, World
from toolcharter_runtime._proposal.document import Document, hash_of
from toolcharter_runtime._store.records import OperationRow, ProposalRow

_CLAIMED = frozenset({"claimed", "unknown", "running", "succeeded", "cancelled"})


@dataclass(slots=True)
class Judge:
    """Looks at one world. What anybody was told is acknowledged here."""

    world: World
    _told: list[tuple[Order, Told]] = field(default_factory=list)

    def acknowledge(self, order: Order, told: Told) -> Told:
        """Somebody knows this now."""
        self._told.append((order, told))
        return told

    def look(self) -> Rows:
        """The rows, once everything is found that holds at every moment: after a kill, before any
        recovery, and at the end."""
        rows = self.world.rows()
        self.world.check_file()
        self._effects(rows)
        for row in rows.proposals:
            self._whole(row, rows)
        for order, told in self._told:
            self._kept(order, told, rows)
        return rows

    def at_rest(self) -> Rows:
        """The same where nothing goes on any more: all has come to its end, or waits for a person."""
        rows = self.look()
        states = {row.id: row.state for row in rows.operations}
        assert "claimed" not in states.values(), states
        assert rows.queue == {id for id, state in states.items() if state == "unknown"}
        assert not rows.holders & states.keys()
        assert not rows.anomalies
        return rows

    def _effects(self, rows: Rows) -> None:
        """At most one effect for each operation, and none that the ledger does not know of."""
        effects = self.world.effects()
        count = Counter(each.key for each in effects if each.key is not None)
        assert count.keys() <= {row.key for row in rows.operations}
        for row in rows.operations:
            happened = count[row.key]
            assert happened <= 1, (row, effects)
            if row.tool.startswith("cancel"):
                continue
            if row.state in ("succeeded", "running", "cancelled") and row.resolved_by is None:
                assert happened == 1, row
            if row.state in ("failed", "released"):
                assert happened == 0, row

    def _whole(self, row: ProposalRow, rows: Rows) -> None:
        """The proposal, its decisions and its operation belong to one state."""
        assert hash_of(row.document) == row.hash
        document = Document.read(row.document)
        approvals = [each for each in rows.decisions if each.proposal_id == row.id]
        assert all(each.hash == row.hash for each in approvals)
        if row.state in ("approved", "consumed"):
            assert len(approvals) == document.approvers_needed
        if row.state == "pending":
            assert len(approvals) < document.approvers_needed
        operation = rows.operation_of(row.id)
        state = None if operation is None else operation.state
        assert (row.state == "consumed") == (state in _CLAIMED), (row, operation)
        if state == "failed":
            assert row.state == "closed"

    def _kept(self, order: Order, told: Told, rows: Rows) -> None:
        """What somebody was told, the ledger holds."""
        if order.do == "approve":
            proposal_id = order.given["proposal_id"]
            deciders = {e.approver for e in rows.decisions if e.proposal_id == proposal_id}
            assert deciders >= set(order.given["by"])
        if order.do != "call" or not told.envelope["ok"]:
            return
        result = told.envelope["result"]
        outcome = told.envelope.get("outcome")
        if outcome is None and "approval" in result:
            assert rows.proposal(result["proposal_id"])
        if outcome in ("committed", "accepted"):
            assert any(result in _shown_by(row) for row in rows.operations), result


def _shown_by(row: OperationRow) -> Collection[object]:
    """What an operation that has happened, or was accepted, shows in each view."""
    is_told = row.state == "succeeded" or row.progress is not None
    shown: dict[str, object] = json.loads(row.results or b"{}") if is_told else {}
    return shown.values()


def operation_of(told: Told, rows: Rows) -> OperationRow:
    """The operation that an answer is about."""
    (found,) = (row for row in rows.operations if row.id == told.envelope["result"]["operation_id"])
    return found


def same(first: Told, second: Told) -> bool:
    """Whether two answers say the same, byte for byte, but that one is a repetition."""

    def said(told: Told) -> str:
        return str(told.value).replace(',"replayed":true', "")

    return said(first) == said(second)
