"""The judge of places: how many calls of a tool are at work at a time, over all processes, and what
they hold.

Believes who is inside of a service. Whoever is has a place of its own in the store, no more are
than the limits of the tool allow, and one at a time on one record; who is refused for want of a
place was kept out by others; and in the end nobody has a place who is not at work.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from toolcharter_runtime import Call
from toolcharter_runtime._store.memory import _Rows

from simulation.catalog import row_of
from simulation.judging_counts import JudgeOfCounts
from simulation.loop import CALL, LIFE, AgentCall
from simulation.notebook import AtWork, Held

if TYPE_CHECKING:
    from simulation.loop import Life

_LEAVING_S = 40
"""How long it may take until a place is given back, where the store is slow."""

_GOING_ON_S = 100
"""How long that may go on whose caller went away."""


class JudgeOfPlaces(JudgeOfCounts):
    """Reads the slots of the store, and sees who is inside of the services."""

    @contextmanager
    def at_work(self, call: Call, record: str | None = None) -> Iterator[None]:
        """A block in which a service is at work on what a call asks of it."""
        asked = CALL.get()
        if asked is not None and asked.tool == call.tool:
            self.reached(asked)
        work = self._work(call, record, asked)
        if work is None:
            yield
            return
        self._check_inside(work)
        self.inside.append(work)
        try:
            yield
        finally:
            if work in self.inside:
                self.inside.remove(work)
                if not self.world.is_over and self._is_the_same(work):
                    self._check_place(work)

    def _work(self, call: Call, record: str | None, asked: AgentCall | None) -> AtWork | None:
        """Who is at work; None where no place is needed, or a clock may have ended its lease."""
        rows = self.world.store.rows
        row = rows.operations.get(rows.keys.get(call.idempotency_key or "", ""))
        if row is not None:
            holder, is_leased = row.id, row.id not in self.unleased
        elif asked is not None and asked.tool == call.tool:
            holder, is_leased = str(asked.holder), asked.is_leased
        else:
            return None
        if not is_leased:
            return None
        is_serial = row_of(call.tool)["limits"]["serialize_by"] == "target"
        return AtWork(
            tool=call.tool,
            run=(call.requester.identity, call.run_id),
            record=record if is_serial else None,
            holder=holder,
            attempt=0 if row is None else row.attempt,
            life=LIFE.get(),
        )

    def _check_inside(self, work: AtWork) -> None:
        limits = row_of(work.tool)["limits"]
        others = [each for each in self.inside if each.tool == work.tool]
        if len(others) + 1 > limits["per_tenant"]:
            self.broken("I17", len(others) + 1, "calls of", work.tool, "at once")
        if len([each for each in others if each.run == work.run]) + 1 > limits["per_run"]:
            self.broken("I17", "too many calls of", work.tool, "at once by", *work.run)
        if work.record is not None and work.record in [each.record for each in others]:
            self.broken("I18", "two calls at once on", work.record)
        self._check_place(work)

    def _check_place(self, work: AtWork) -> None:
        """Whoever is inside has a place at each gate of the tool."""
        slots, now = self.world.store.rows.slots, self.world.store_now()
        for gate in _gates(work.tool, work.run):
            slot = slots.get((gate, work.holder))
            if slot is None or slot.lease_until <= now:
                self.broken("I17", work.holder, "is at work and has no place at", gate)

    def _is_the_same(self, work: AtWork) -> bool:
        """Whether the ledger has learned nothing of an operation while the service was at it."""
        row = self.world.store.rows.operations.get(work.holder)
        return row is None or (row.state, row.attempt) == ("claimed", work.attempt)

    def died(self, life: Life) -> None:
        self.inside = [each for each in self.inside if each.life is not life]

    def placed(self, before: _Rows, after: _Rows) -> None:
        """A transaction was committed."""
        if before.slots == after.slots:
            return
        call, now = CALL.get(), self.world.store_now()
        for key in after.slots.keys() - before.slots.keys():
            self.held[key[1]] = Held(call, LIFE.get())
            if call is not None and key[1] not in after.operations:
                call.holder = key[1]
        held = Counter(
            slot.gate
            for slot in after.slots.values()
            if slot.lease_until > now and slot.holder not in self.unleased_holders
        )
        for gate, count in held.items():
            invariant, most = _limit_of(gate)
            if count > most:
                self.broken(invariant, count, "hold", gate, "which has", most)

    def refused_a_place(self, call: AgentCall) -> None:
        """A call was told that no place came free for it."""
        limits = row_of(call.tool)["limits"]
        in_the_way = self._in_the_way(call)
        of_run = [name for name, run in in_the_way.items() if run in (None, call.run)]
        if len(of_run) >= limits["per_run"] or len(in_the_way) >= limits["per_tenant"]:
            return
        if limits["serialize_by"] != "target" or not self._holders("record "):
            self.broken("I17", call.tool, "is refused a place, and", list(in_the_way), "have one")

    def _in_the_way(self, call: AgentCall) -> dict[str, tuple[str, str] | None]:
        """Who may have kept a call out, and of which run they are: who was in its process before,
        and who has a place in the store. Calls that first read the ledger may overtake others, and
        so may those of other runs."""
        is_in_turn = row_of(call.tool)["form"] in ("preview", "status", "poll")
        found: dict[str, tuple[str, str] | None] = {}
        for each in self.calls:
            if each is call or each.tool != call.tool or each.life is not call.life:
                continue
            is_before = each.moment < call.moment or each.run != call.run or not is_in_turn
            if is_before and self._goes_on(each):
                found[each.holder or f"call {each.moment}"] = each.run
        for holder in self._holders(f"tool {call.tool}"):
            by = self.held[holder].call
            found[holder] = None if by is None else by.run
        return found

    def _goes_on(self, call: AgentCall) -> bool:
        """Whether a call is not over, as far as anybody can know."""
        if call.over_at is None:
            return True
        return call.was_left and self.world.loop.seconds - call.over_at < _GOING_ON_S

    def _holders(self, gate: str) -> list[str]:
        """Who has a place at a gate, or at any of those whose names begin so, and rightly."""
        now = self.world.store_now()
        return [
            slot.holder
            for slot in self.world.store.rows.slots.values()
            if (slot.gate == gate or (gate.endswith(" ") and slot.gate.startswith(gate)))
            and slot.lease_until > now
            and self._is_rightly_held(slot.holder)
        ]

    def _is_rightly_held(self, holder: str) -> bool:
        call = self.held[holder].call
        if call is None or self._goes_on(call) or self._may_stay_behind(holder):
            return True
        return self.world.loop.seconds - (call.over_at or 0) < _LEAVING_S

    def _may_stay_behind(self, holder: str) -> bool:
        """Whether nobody may have been able to give a place back, so that its lease has to end."""
        row = self.world.store.rows.operations.get(holder)
        if row is not None:
            return row.state == "claimed"
        call, life = self.held[holder].call, self.held[holder].life
        return life is None or life.is_dead or call is None or life.lost_at >= call.moment

    def places_at_the_end(self) -> None:
        """Nobody is at work any more: nobody has a place, neither in the store nor in a process."""
        now = self.world.store_now()
        for slot in self.world.store.rows.slots.values():
            if slot.lease_until > now or not self._may_stay_behind(slot.holder):
                self.broken("I17", slot.holder, "has still a place at", slot.gate)
        for process in self.world.processes:
            for state in process.dispatcher._runs._states.values():
                for tool, room in state.rooms.items():
                    if room.run.inside or room.tenant.inside:
                        self.broken("I17", "somebody is still in the room of", tool)

    def answered(self, call: AgentCall, envelope: dict[str, Any]) -> None:
        super().answered(call, envelope)
        if call.code == "RATE_LIMITED" and "outcome" not in envelope:
            self.refused_a_place(call)


def _gates(tool: str, run: tuple[str, str]) -> tuple[str, str]:
    return f"tool {tool}", f"tool {tool} run {' '.join(run)}"


def _limit_of(gate: str) -> tuple[str, int]:
    """Which invariant a gate keeps, and how many may be inside."""
    kind, name, *of_run = gate.split(" ")
    if kind == "record":
        return "I18", 1
    return "I17", row_of(name)["limits"]["per_run" if of_run else "per_tenant"]
