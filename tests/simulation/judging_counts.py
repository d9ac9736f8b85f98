"""The judge of counts: how many calls a run makes, over all processes.

None that was not counted in the store reaches a service, none is counted twice, none of a process
that lives is forgotten; and none is refused while its run has calls left.
"""

from __future__ import annotations

from typing import Any

from toolcharter_runtime._store.memory import _Rows

from simulation.catalog import row_of
from simulation.loop import AgentCall
from simulation.notebook import Notebook

_UNREAD = frozenset({"INVALID_ARGUMENT", "UNKNOWN_FIELD"})
"""Codes of calls that ask for nothing that there is: they do not count."""

_UNCOUNTED = frozenset({"LIMIT_REACHED", "RUN_CANCELLED"})
"""Codes of calls that need not have been counted, since they were refused before, or by it."""

Name = tuple[str, str]
"""Requester and run id."""


class JudgeOfCounts(Notebook):
    """Believes the calls that agents made, and what reached a service."""

    def begun(self, call: AgentCall) -> None:
        """An agent calls."""
        self.calls.append(call)

    def left(self, call: AgentCall) -> None:
        """Its caller went away."""
        call.over_at = self.world.loop.seconds

    def answered(self, call: AgentCall, envelope: dict[str, Any]) -> None:
        """Its caller was told something."""
        call.over_at = self.world.loop.seconds
        call.code = (envelope.get("error") or {}).get("code", "OK")
        if call.code == "LIMIT_REACHED":
            self._check_that_none_is_left(call)

    def reached(self, call: AgentCall) -> None:
        """What a call asks for reaches a service."""
        those = self.reaching.setdefault(call.run, set())
        those.add(call)
        row = self.world.store.rows.runs.get(call.run)
        counted = 0 if row is None else row.calls
        if len(those) > counted:
            self.broken("I17", len(those), "calls of", *call.run, "reach a service of", counted)

    def counted(self, before: _Rows, after: _Rows, *, is_told: bool) -> None:
        """A transaction was committed; the process that made it may not have been told."""
        most = self.world.limits.calls_per_run
        for name, row in after.runs.items():
            old = before.runs.get(name)
            if old is row:
                continue
            more = row.calls - (0 if old is None else old.calls)
            if not is_told:
                # What was stored and not told is counted once more: one call too few, none too many.
                self.counted_again[name] = self.counted_again.get(name, 0) + more
            if row.calls > most:
                self.broken("I17", row.calls, "calls of", *name, "are counted, allowed are", most)
            if more < 0 or row.calls > self._made(name):
                made = self._made(name)
                self.broken("I17", "of", *name, row.calls, "calls are counted, made were", made)

    def counted_at_the_end(self, name: Name) -> None:
        """Every process that lives has had a call of the run counted just now, and with it all
        that were over before."""
        calls = self.calls_of(name)
        living = [process.life for process in self.world.processes]
        lasts = [[each for each in calls if each.life is life][-1] for life in living]
        row = self.world.store.rows.runs.get(name)
        if row is None or any(last.code in _UNCOUNTED for last in lasts):
            return
        reaching = self.reaching.get(name, set())
        made = [
            each
            for each in calls
            if each in reaching or (each.life in living and each.code not in _UNCOUNTED)
        ]
        if row.calls < len(made):
            self.broken("I17", "of", *name, row.calls, "calls are counted, made were", len(made))

    def calls_of(self, name: Name) -> list[AgentCall]:
        """The calls of a run that were not refused for what they asked."""
        return [each for each in self.calls if each.run == name and each.code not in _UNREAD]

    def _made(self, name: Name) -> int:
        """As how many calls a run may be counted."""
        return len(self.calls_of(name)) + self.counted_again.get(name, 0)

    def _check_that_none_is_left(self, call: AgentCall) -> None:
        made, most = self._made(call.run), self.world.limits.calls_per_run
        if made <= most and not self._is_over_policy(call):
            self.broken("I17", call.tool, "is refused as call", made, "of", most, "of", *call.run)

    def _is_over_policy(self, call: AgentCall) -> bool:
        """Whether the caps of the policy may be what refuses it. Runs change hands and days end:
        what counted then need not count now, so more than they count is taken here."""
        row, rows = row_of(call.tool), self.world.store.rows
        if row["write"] is None:
            return False
        policy = row["write"]["policy"]
        consequence = policy["consequence"]
        if row["form"] == "preview":
            most = policy["pending_per_run"]
            waiting = [
                each
                for each in rows.proposals.values()
                if (each.requester, each.run_id, each.consequence) == (*call.run, consequence)
            ]
            return most is not None and len(waiting) >= most
        claims = [each for each in rows.operations.values() if each.consequence == consequence]
        mine = [each for each in claims if each.requester == call.identity]
        per_run, per_day = policy["per_run"], policy["per_day"]
        is_over_run = per_run is not None and len(mine) >= per_run
        return is_over_run or (per_day is not None and len(claims) >= per_day)
