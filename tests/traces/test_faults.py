"""A recorder that fails changes nothing but the trace, and says that it failed."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from toolcharter_runtime import Dispatcher
from toolcharter_runtime import _counters as counters
from toolcharter_runtime._store.transaction import ConflictError
from toolcharter_runtime._trace import call as recorded_call
from toolcharter_runtime._trace import doors, proofs
from toolcharter_runtime._trace import walk as recorded_walk
from toolcharter_runtime._trace.endings import Ending
from toolcharter_runtime._trace.journal import Journal
from toolcharter_runtime.traces import Recorder
from traces.hosting import Lines
from traces.paths import ARGUMENTS, PATHS, READ, approved
from traces.scripted import ScriptedHost
from write_path.changes import ADDRESS
from write_path.host import Envelope

CANARY = "canary-77"


class Told(ScriptedHost):
    """A host that remembers what it answered."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: list[Envelope] = []

    async def call(self, *given: Any, **named: Any) -> Envelope:
        answer = await super().call(*given, **named)
        self.answers.append(answer)
        return answer


def _fail(*given: Any, **named: Any) -> Any:
    raise RuntimeError(CANARY)


PLACES = [
    (recorded_call, "twin_of_arguments"),
    (recorded_call, "twin_of_unread"),
    (recorded_call.CallWalk, "__init__"),
    (recorded_call.CallWalk, "_named"),
    (recorded_call.CallWalk, "end"),
    (recorded_walk, "twin_of_answer"),
    (doors, "failure"),
    (proofs, "said"),
    (Ending, "answer"),
    (Ending, "_error"),
    (Journal, "stand_ins"),
    (Journal, "_number_of"),
]


def _without_ids(answers: list[Envelope]) -> list[Any]:
    """Answers of two hosts can be compared but for the ids that each has made."""
    return [
        (each["ok"], each.get("outcome"), each.get("error", {}).get("code")) for each in answers
    ]


@pytest.mark.promise("T6")
@pytest.mark.parametrize(("where", "name"), PLACES, ids=[name for _, name in PLACES])
@pytest.mark.parametrize("code", ["OK", "PARSE", "OUTPUT_INVALID", "OUTCOME_UNKNOWN"])
async def test_a_fault_anywhere_leaves_the_answer_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    where: Any,
    name: str,
    code: str,
) -> None:
    usual, host = Told(), Told()
    await PATHS[code](usual)
    with monkeypatch.context() as patched:
        patched.setattr(where, name, _fail)
        await PATHS[code](host)
        await host.dispatcher.drain()
    assert _without_ids(host.answers) == _without_ids(usual.answers)
    host.recorder.close()
    events = host.lines.events()
    if host.recorder.faults:
        assert "RuntimeError at test_faults.py" in caplog.text
    assert CANARY not in caplog.text
    assert CANARY.encode() not in host.lines.text
    assert events[-1]["faults"] == host.recorder.faults
    told_as_lost = sum(each["events"] for each in host.lines.events("lost"))
    assert len(host.lines.calls) + told_as_lost >= host.count, "no call is missing without a word"
    if name not in ("__init__", "_number_of", "stand_ins"):
        assert len(host.lines.calls) == host.count, "a call whose event failed has one all the same"


@pytest.mark.promise("T6")
async def test_a_sink_that_fails_is_counted_and_the_calls_are_answered(
    caplog: pytest.LogCaptureFixture,
) -> None:
    host, usual = ScriptedHost(), ScriptedHost()
    lines = host.lines.write
    host.lines.write = _fail  # type: ignore[method-assign]
    await PATHS["OK"](host)
    await PATHS["OK"](usual)
    host.lines.write = lines  # type: ignore[method-assign]
    await PATHS["OK"](host)
    assert [each["call"] for each in host.lines.calls] == [2]
    (lost,) = host.lines.events("lost")
    assert lost["events"] == host.recorder.faults == 2
    assert [each.levelno for each in caplog.records if "trace: " in each.getMessage()] == [
        *[logging.ERROR] * 2
    ]
    assert CANARY not in caplog.text


@pytest.mark.promise("T6")
async def test_a_call_that_could_not_be_begun_is_told_as_lost_and_kept_no_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    host = ScriptedHost()
    run = host.run(deadline=host.time.now() + timedelta(hours=1))
    with monkeypatch.context() as patched:
        patched.setattr(Journal, "until", _fail)
        assert (await host.call(run, READ, ARGUMENTS))["ok"]
    assert (await host.call(run, READ, ARGUMENTS))["ok"]
    host.recorder.close()
    kinds = [each["event"] for each in host.lines.events()]
    assert kinds == ["trace", "catalog", "run", "lost", "call", "closed"]
    assert host.recorder.faults == 1


@pytest.mark.promise("T6")
@pytest.mark.parametrize("where", ["log", "metrics"])
async def test_a_backend_that_fails_as_well_changes_no_answer(
    monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    if where == "log":
        monkeypatch.setattr(logging.getLogger("toolcharter_runtime"), "error", _fail)
    else:
        monkeypatch.setattr(counters, "count_trace_fault", _fail)
    host = ScriptedHost()
    host.lines.write = _fail  # type: ignore[method-assign]
    assert (await host.call(host.run(), READ, ARGUMENTS))["ok"]
    assert host.recorder.faults == 2


@pytest.mark.promise("T6")
async def test_what_the_trace_asks_of_the_store_fails_as_any_question_does() -> None:
    """Swallowed here, it would leave a transaction behind that is no good for the next question."""
    host = ScriptedHost()
    run, commit = await approved(host)
    read, asked = host.store.read, []

    class Rows:
        def __init__(self, rows: Any) -> None:
            self._rows = rows

        def __getattr__(self, name: str) -> Any:
            return getattr(self._rows, name)

        def decisions(self, proposal_id: str) -> Any:
            asked.append(proposal_id)
            if len(asked) == 1:
                raise ConflictError
            return self._rows.decisions(proposal_id)

    async def again(tenant: str, work: Any) -> Any:
        try:
            return await read(tenant, lambda rows: work(Rows(rows)))
        except ConflictError:
            return await read(tenant, lambda rows: work(Rows(rows)))

    host.store.read = again  # type: ignore[method-assign]
    assert (await host.call(run, ADDRESS.commit, commit))["ok"]
    assert len(asked) > 1
    assert host.lines.calls[-1]["approval"]["approvals"] == 1
    assert host.recorder.faults == 0


@pytest.mark.promise("T6")
async def test_a_decision_that_somebody_altered_leaves_the_answer_as_it_is() -> None:
    host = ScriptedHost()
    run, commit = await approved(host)
    first = await host.call(run, ADDRESS.commit, commit)
    (rows,) = host.store._tenants.values()  # type: ignore[attr-defined]
    for key, row in rows.decisions.items():
        rows.decisions[key] = replace(row, approver="somebody else")
    again, event = await host.call(run, ADDRESS.commit, commit), host.lines.calls[-1]
    assert again["result"] == first["result"]
    assert (event["code"], event["unlike"], "approval" in event) == ("OK", ["value"], False)


def test_a_trace_that_cannot_begin_is_the_hosts_to_know() -> None:
    broken = Lines()
    broken.write = _fail  # type: ignore[method-assign]
    with pytest.raises(RuntimeError):
        Recorder(broken)


@pytest.mark.promise("T6")
async def test_faults_are_counted_for_a_metrics_backend(monkeypatch: pytest.MonkeyPatch) -> None:
    from opentelemetry import metrics

    counted: list[str] = []

    class Counter:
        def __init__(self, name: str) -> None:
            self.name = name

        def add(self, amount: int, attributes: Any = None) -> None:
            counted.append(self.name)

    class Meter:
        def create_counter(self, name: str, **_: Any) -> Counter:
            return Counter(name)

    monkeypatch.setattr(metrics, "get_meter", lambda name: Meter())
    counters._trace_faults.cache_clear()
    recorder = Recorder(Lines())
    recorder.fault(ValueError(CANARY))
    counters._trace_faults.cache_clear()
    assert counted == ["toolcharter.trace.faults"]


async def test_a_dispatcher_without_a_recorder_knows_nothing_of_traces() -> None:
    import subprocess
    import sys

    program = """
import asyncio, sys
from sample_host import Host
host = Host()
asyncio.run(host.call(host.run(), "get_customer_v1", b'{"customer_id":"C-1"}'))
assert host.sink.outcomes[0].code == "OK"
print([name for name in sys.modules if "_trace" in name or name.endswith(".traces")])
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": ":".join(sys.path)},
        check=True,
    )
    assert done.stdout.strip() == "[]"
    assert Dispatcher.__init__.__kwdefaults__ is not None
    assert Dispatcher.__init__.__kwdefaults__["trace"] is None
