"""Planted bugs in how many calls are let in."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, cast

from toolcharter_runtime import _admission, _carrying, _work
from toolcharter_runtime._admission import Admission
from toolcharter_runtime._codes import Code
from toolcharter_runtime._ledger import admit, gates
from toolcharter_runtime._ledger.gates import GateFullError
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._run_state import Tally

from simulation.adapters import Present
from simulation.loop import CALL, LIFE
from simulation.mutants.planting import Patch, mutant

_TOO_SHORT_MS = 300
_NEVER_MS = 4_000_000_000_000


@mutant
def a_refused_call_keeps_its_place() -> list[Patch]:
    usual = Admission.go_out

    def go_out(self: Any) -> None:
        if not isinstance(sys.exc_info()[1], Refusal):
            usual(self)

    return [(Admission, "go_out", go_out)]


@mutant
def a_write_whose_facts_do_not_hold_stays_in_its_room() -> list[Patch]:
    usual = _carrying.check_facts

    async def check_facts(work: Any) -> Any:
        try:
            return await usual(work)
        except Refusal:
            work.grant.room(work.tool.wire_name, work.tool.limits).run.inside += 1
            raise

    return [(_carrying, "check_facts", check_facts)]


@mutant
def who_went_away_keeps_a_place() -> list[Patch]:
    usual, usual_end = Admission.__init__, Admission.go_out

    def begin(self: Any, *args: Any, **rest: Any) -> None:
        usual(self, *args, **rest)
        self.task = asyncio.current_task()

    def go_out(self: Any) -> None:
        if asyncio.current_task() is self.task:
            usual_end(self)

    return [(Admission, "__init__", begin), (Admission, "go_out", go_out)]


@mutant
def a_place_is_given_back_before_the_answer() -> list[Patch]:
    usual = Admission.go_in

    async def go_in(self: Any, look: Any, **rest: Any) -> Any:
        found = await usual(self, look, **rest)
        self.go_out()
        return found

    return [(Admission, "go_in", go_in)]


@mutant
def the_lease_of_a_question_is_too_short() -> list[Patch]:
    usual = Admission.__init__

    def begin(self: Any, *args: Any, **rest: Any) -> None:
        usual(self, *args, **rest)
        self._lease_ms = _TOO_SHORT_MS

    return [(Admission, "__init__", begin)]


@mutant
def the_lease_of_a_write_is_too_short() -> list[Patch]:
    return [(_work.Work, "lease_ms", property(lambda self: _TOO_SHORT_MS))]


@mutant
def calls_are_counted_by_each_process() -> list[Patch]:
    return [(admit, "_check_limit", lambda total, calls: None)]


@mutant
def a_run_may_make_one_call_too_many() -> list[Patch]:
    usual = admit._check_limit
    return [(admit, "_check_limit", lambda total, calls: usual(total - 1, calls))]


@mutant
def calls_are_lost_with_the_store() -> list[Patch]:
    usual = Tally.storing

    @contextmanager
    def storing(self: Any) -> Iterator[Any]:
        uncounted = self.run.uncounted
        try:
            with usual(self) as calls:
                yield calls
        except Refusal as refusal:
            if refusal.code == Code.STORE_UNAVAILABLE:
                self.own, self.run.uncounted = 0, self.run.uncounted - uncounted
            raise

    return [(Tally, "storing", storing)]


@mutant
def a_call_is_counted_each_time_it_waits() -> list[Patch]:
    usual = Tally.storing

    @contextmanager
    def storing(self: Any) -> Iterator[Any]:
        try:
            with usual(self) as calls:
                yield calls
        except GateFullError:
            self.run.uncounted += 1
            raise

    return [(Tally, "storing", storing)]


@mutant
def calls_that_were_refused_are_not_counted() -> list[Patch]:
    def end(self: Any) -> None:
        self.is_over, self.own = True, 0

    return [(Tally, "end", end)]


@mutant
def a_tool_has_one_place_too_many() -> list[Patch]:
    usual = gates.tool_gates

    def tool_gates(tool: str, *, per_tenant: int, **rest: Any) -> Any:
        return usual(tool, per_tenant=per_tenant + 1, **rest)

    return [(each, "tool_gates", tool_gates) for each in (_admission, _work)]


@mutant
def a_run_has_one_place_too_many() -> list[Patch]:
    usual = gates.tool_gates

    def tool_gates(tool: str, *, per_run: int, **rest: Any) -> Any:
        return usual(tool, per_run=per_run + 1, **rest)

    return [(each, "tool_gates", tool_gates) for each in (_admission, _work)]


@mutant
def each_process_has_places_of_its_own() -> list[Patch]:
    def is_mine(slot: Any) -> bool:
        return Present.world.oracle.held[slot.holder].life is LIFE.get()

    return _seen_at_the_gates(_at_tools(is_mine))


@mutant
def each_requester_has_the_places_of_the_tenant() -> list[Patch]:
    def is_mine(slot: Any) -> bool:
        call, other = CALL.get(), Present.world.oracle.held[slot.holder].call
        return call is None or other is None or call.identity == other.identity

    return _seen_at_the_gates(_at_tools(is_mine))


@mutant
def the_places_of_the_dead_stay_taken() -> list[Patch]:
    return _seen_at_the_gates(
        lambda slots: [replace(each, lease_until=_NEVER_MS) for each in slots]
    )


@mutant
def a_record_is_written_by_two_at_once() -> list[Patch]:
    usual = gates.record_gate
    return [(_work, "record_gate", lambda target: replace(usual(target), limit=2))]


def _at_tools(is_seen: Callable[[Any], bool]) -> Callable[[Any], Any]:
    """Those of the slots of tools that are seen, and all slots of records."""
    return lambda slots: [each for each in slots if each.gate.startswith("record") or is_seen(each)]


def _seen_at_the_gates(see: Callable[[Any], Any]) -> list[Patch]:
    """Another view of who has places, for those who come to a gate."""
    usual = cast("Any", gates.enter)

    class Seeing:
        def __init__(self, tx: Any) -> None:
            self._tx = tx

        def __getattr__(self, name: str) -> Any:
            return getattr(self._tx, name)

        def slots(self, *names: str) -> Any:
            return see(self._tx.slots(*names))

    return [(gates, "enter", lambda tx, *args, **rest: usual(Seeing(tx), *args, **rest))]
