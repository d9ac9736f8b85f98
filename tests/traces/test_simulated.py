"""Random histories of the write path, recorded: nothing in them changes, and nothing is missing."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import pytest
from simulation.catalog import CATALOG
from simulation.kinds import CANARY
from simulation.playing import play
from simulation.world import Process
from toolcharter_runtime.traces import Recorder
from traces.hosting import Lines

SEEDS = range(2000 if os.environ.get("TOOLCHARTER_SOAK") else 40)


class Recorded:
    """Every process of a history writes a trace of its own."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.lines: list[Lines] = []
        self.recorders: list[Recorder] = []
        self.calls: Counter[int] = Counter()
        usual = Process.__init__

        def begin(process: Process, *given: Any) -> None:
            usual(process, *given)
            self._record(process)

        patch.setattr(Process, "__init__", begin)

    def _record(self, process: Process) -> None:
        number = len(self.lines)
        lines, made = Lines(), process.dispatcher
        recorder = Recorder(lines)
        journal = recorder.journal(CATALOG, made._snapshot, made._tools, made._runs, made._clock)
        made._journal = journal
        process.path.recording = journal.operation
        carry_out = journal.through

        async def counted(*given: Any) -> bytes:
            self.calls[number] += 1
            return await carry_out(*given)

        journal.through = counted  # type: ignore[assignment, method-assign]
        self.lines.append(lines)
        self.recorders.append(recorder)


@pytest.mark.promise("T6")
def test_histories_are_the_same_with_a_recorder_and_every_call_is_in_its_trace(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kinds: Counter[str] = Counter()
    for seed in SEEDS:
        usual = play(seed)
        with monkeypatch.context() as patch:
            recorded = Recorded(patch)
            world = play(seed)
        assert world.oracle.violations == usual.oracle.violations == []
        assert repr(world.trace) == repr(usual.trace)
        for number, (lines, recorder) in enumerate(
            zip(recorded.lines, recorded.recorders, strict=True)
        ):
            recorder.close()
            assert recorder.faults == 0
            # A process that was killed had calls that nobody ended: they are written at its close.
            calls = [each["call"] for each in lines.calls]
            assert sorted(calls) == [*range(1, recorded.calls[number] + 1)]
            assert not [each for each in lines.events() if "unlike" in each]
            assert CANARY.encode() not in lines.text
            kinds.update(str(each.get("code", each["event"])) for each in lines.events())
    assert {"OK", "OUTCOME_UNKNOWN", "RUN_CANCELLED", "recovery", "begun"} <= kinds.keys()
