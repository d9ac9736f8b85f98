"""Reported bugs of comparable systems about outcomes and retries: what goes wrong there does not here."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from approvals.scene import COMMIT, Scene
from authority.hosting import Turning, catalog_with, serving
from authority.walking import code_of
from reference_service.adapters import Upstream
from reference_service.adapters.addresses import CommitAddressChange
from reference_service.adapters.messages import CommitSend
from reference_service.controller import NO_TLS
from toolcharter_runtime import Call, ToolError
from write_path.changes import ADDRESS, REFUND, SEND, ready
from write_path.host import Envelope, Host, Skew


@pytest.mark.promise("F2")
async def test_bug_094_an_unknown_outcome_invites_nobody_to_repeat_it(scene: Scene) -> None:
    async with scene.host() as host:
        run = host.run()
        commit = await ready(host, run, REFUND)
        scene.service.arm("cut", when="after")
        scene.service.arm("status_down", how="unavailable", times=None)
        unknown = await host.call(run, REFUND.commit, commit)
        assert (unknown["ok"], unknown["outcome"], unknown["untrusted"]) == (False, "unknown", True)
        error = unknown["error"]
        assert (error["code"], error["retryable"]) == ("OUTCOME_UNKNOWN", False)
        assert error["next"]["tool"] == "get_refund_status_v1"
        assert error["operation"].startswith("op_")
        said = f"{error['message']} {error['next']['say']}".lower()
        assert "do not repeat it" in said
        assert not re.search(r"try again|retry|once more|repeat(?! it)|fail", said)
        scene.service.disarm()
        ask = {"operation_id": error["operation"]}
        status = await host.call(run, "get_refund_status_v1", ask)
        assert status["result"]["state"] == "succeeded"
        done = await host.call(run, REFUND.commit, commit)
        assert (done["ok"], done["outcome"]) == (True, "committed")
        proof = status["result"]["evidence"]
        assert {name: done["result"][name] for name in proof} == proof
        assert len(scene.service.effects()) == 1


ANSWERED: dict[str, tuple[dict[str, Any], str, str]] = {
    "http-400": (
        {"name": "refused", "how": "recipient_objects"},
        "nothing_happened",
        "RECIPIENT_BLOCKED",
    ),
    "http-409": ({"name": "bump"}, "nothing_happened", "VERSION_CONFLICT"),
    "http-429": ({"name": "rate_limited", "how": "seconds"}, "nothing_happened", "RATE_LIMITED"),
    "http-503": ({"name": "unavailable"}, "unknown", "OUTCOME_UNKNOWN"),
    "http-503-after": ({"name": "unavailable", "when": "after"}, "unknown", "OUTCOME_UNKNOWN"),
    "cut-before": ({"name": "cut"}, "unknown", "OUTCOME_UNKNOWN"),
    "reset-mid-body": ({"name": "cut", "when": "after"}, "unknown", "OUTCOME_UNKNOWN"),
    "malformed": ({"name": "malformed", "how": "not_json"}, "unknown", "OUTCOME_UNKNOWN"),
    "foreign": ({"name": "malformed", "how": "wrong_id"}, "unknown", "OUTCOME_UNKNOWN"),
}


@pytest.mark.promise("F2")
@pytest.mark.parametrize("case", ANSWERED)
async def test_bug_096_what_an_answer_proves_is_told_and_no_more(scene: Scene, case: str) -> None:
    """The service of messages says nothing later, so that what is not proven stays so."""
    fault, outcome, code = ANSWERED[case]
    async with scene.host() as host:
        run = host.run(SEND.role)
        commit = await ready(host, run, SEND)
        scene.service.arm(**fault)
        told = await host.call(run, SEND.commit, commit)
        assert (told["ok"], told["outcome"], code_of(told)) == (False, outcome, code)
        scene.service.disarm()
        happened = len(scene.service.effects())
        assert outcome == "unknown" or happened == 0
        again = await host.call(run, SEND.commit, commit)
        is_given_back = code == "RATE_LIMITED"
        assert (again["outcome"], code_of(again)) == (
            ("committed", "OK") if is_given_back else (outcome, code)
        )
        assert len(scene.service.effects()) == happened + is_given_back


class Unreachable(CommitSend):
    """Its own requests go where nobody listens."""

    elsewhere: Upstream

    async def op(self, call: Call, arguments: Any) -> Any:
        return await CommitSend(self.elsewhere).op(call, arguments)


@pytest.mark.promise("F2")
async def test_bug_096_a_connection_that_was_not_made_is_not_told_as_done(scene: Scene) -> None:
    """The case asks for "not started" here. An adapter's word that a service cannot be reached is no
    proof for us, since it covers connections that were lost as well; so the outcome is unknown, and
    only what is asked before the claim is told as not begun. A name that nobody resolves ends in the
    same error of the client."""
    async with Upstream("http://127.0.0.1:9", verify=NO_TLS) as nowhere:
        Unreachable.elsewhere = nowhere
        async with serving(scene, adapters={SEND.commit: Unreachable}) as host:
            run = host.run(SEND.role)
            commit = await ready(host, run, SEND)
            told = await host.call(run, SEND.commit, commit)
            assert (told["ok"], told["outcome"]) == (False, "unknown")
            assert scene.service.effects() == []
        async with serving(scene, adapters={SEND.commit: lambda _: CommitSend(nowhere)}) as host:
            run = host.run(SEND.role)
            shown = await host.call(run, SEND.preview, {"draft_id": "dft_00000002"})
            commit = {"proposal_id": shown["result"]["proposal_id"]}
            await host.decide(commit["proposal_id"])
            told = await host.call(run, SEND.commit, commit)
            assert code_of(told) == "UPSTREAM_UNAVAILABLE"
            assert (told["error"]["retryable"], "outcome" in told) == (True, False)
            assert (await host.proposal(commit["proposal_id"])).state == "approved"


class Scripted(CommitAddressChange):
    """A service that says one thing after another; then it works. ``times`` are when it was asked."""

    script: Iterator[Exception]
    clock: Turning
    times: list[tuple[datetime, str | None]]

    async def op(self, call: Call, arguments: Any) -> Any:
        self.times.append((self.clock.now(), call.idempotency_key))
        for error in self.script:
            raise error
        return await super().op(call, arguments)


_RETRY = {"retry_class": "idempotent_write", "attempts": 4, "first_ms": 200, "most_ms": 60_000}
_PATIENT = {COMMIT: {"retry": _RETRY}}


async def pushed(
    scene: Scene, skew: Skew, *errors: Exception, run_for_s: int = 20, approval_for_s: int = 10
) -> tuple[Envelope, Host, dict[str, str]]:
    """What is told of a write whose service says these things first. The run ends after 20 s, the
    approval after 10."""
    clock = Turning(skew)
    Scripted.script, Scripted.clock, Scripted.times = iter(errors), clock, []
    catalog = catalog_with(tools=_PATIENT)
    async with serving(scene, catalog=catalog, adapters={COMMIT: Scripted}, clock=clock) as host:
        commit = await ready(host, host.run())
        skew.ms = 900_000 - approval_for_s * 1000
        run = host.run(deadline=clock.now() + timedelta(seconds=run_for_s))
        return await host.call(run, COMMIT, commit), host, commit


def limited(clock_ms: int, *, seconds: float) -> ToolError:
    """A refused rate until so many seconds after the store's clock."""
    moment = datetime.now(UTC) + timedelta(milliseconds=clock_ms, seconds=seconds)
    return ToolError("RATE_LIMITED", moment)


START_MS = 890_000


@pytest.mark.promise("F5")
async def test_bug_098_a_time_within_both_deadlines_is_waited_for(
    in_memory: Scene, skew: Skew
) -> None:
    told, _, _ = await pushed(in_memory, skew, limited(START_MS, seconds=3))
    assert told["outcome"] == "committed", told
    (first, key), (second, again) = Scripted.times
    assert second - first >= timedelta(seconds=2.9)
    assert (key, len(in_memory.service.effects())) == (again, 1)


@pytest.mark.promise("F5")
@pytest.mark.parametrize(
    ("seconds", "run_for_s", "approval_for_s"), [(30, 20, 10), (15, 20, 10), (8, 5, 10)]
)
async def test_bug_098_a_time_after_either_deadline_is_told_and_not_waited_for(
    in_memory: Scene, skew: Skew, seconds: int, run_for_s: int, approval_for_s: int
) -> None:
    start = 900_000 - approval_for_s * 1000
    told, host, commit = await pushed(
        *(in_memory, skew, limited(start, seconds=seconds)),
        run_for_s=run_for_s,
        approval_for_s=approval_for_s,
    )
    assert (code_of(told), told["outcome"]) == ("RATE_LIMITED", "nothing_happened")
    assert "retry_at" in told["error"]
    assert (len(Scripted.times), Scripted.clock.waited) == (1, [])
    skew.ms = 900_000 + seconds * 1000
    late = await host.call(host.run(run_id="run-2"), COMMIT, commit)
    assert code_of(late) == "APPROVAL_EXPIRED"
    assert in_memory.service.effects() == []


@pytest.mark.promise("F4")
@pytest.mark.parametrize("said", ["http-date", "-5", "soon"])
async def test_bug_098_a_time_that_says_nothing_leads_to_the_own_pauses(
    in_memory: Scene, skew: Skew, said: str
) -> None:
    errors = {
        "http-date": ToolError("UPSTREAM_UNAVAILABLE", datetime(2026, 10, 21, 7, 28, tzinfo=UTC)),
        "-5": limited(START_MS, seconds=-5),
        "soon": ToolError("RATE_LIMITED"),
    }
    in_memory.service.arm("status_down", how="unavailable", times=None)
    told, _, _ = await pushed(in_memory, skew, errors[said])
    assert told["outcome"] == "committed", told
    assert Scripted.clock.waited == [0.2]
    assert len({key for _, key in Scripted.times}) == 1
    assert len(in_memory.service.effects()) == 1


@pytest.mark.promise("F4")
async def test_bug_098_what_was_refused_for_its_content_is_not_tried_again(
    in_memory: Scene, skew: Skew
) -> None:
    told, _, _ = await pushed(in_memory, skew, ToolError("ADDRESS_NOT_DELIVERABLE"))
    assert (code_of(told), told["outcome"]) == ("ADDRESS_NOT_DELIVERABLE", "nothing_happened")
    assert (len(Scripted.times), in_memory.service.effects()) == (1, [])


@pytest.mark.promise("F5")
@pytest.mark.parametrize("how", ["seconds", "http_date"])
async def test_bug_098_a_date_is_read_like_a_number_of_seconds(scene: Scene, how: str) -> None:
    async with scene.host() as host:
        run = host.run()
        commit = await ready(host, run, ADDRESS)
        scene.service.arm("rate_limited", how=how, seconds=1800)
        told = await host.call(run, COMMIT, commit)
        moment = datetime.fromisoformat(told["error"]["retry_at"])
        left = moment - datetime.now(UTC)
        assert timedelta(minutes=20) < left < timedelta(minutes=40)


@pytest.mark.promise("F2")
async def test_bug_096_a_process_that_was_killed_after_its_claim_is_told_as_unknown(
    in_memory: Scene, skew: Skew
) -> None:
    async with in_memory.host() as dead, in_memory.host() as alive:
        run = dead.run(SEND.role)
        commit = await ready(dead, run, SEND)
        in_memory.service.arm("slow", when="after", seconds=60)
        waiting = asyncio.create_task(dead.call(run, SEND.commit, commit))
        await in_memory.service.wait_for(held=1)
        writes = dead.dispatcher._writes
        assert writes is not None
        for task in [*writes.tasks]:
            task.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        skew.ms = 60_000
        told = await alive.call(alive.run(SEND.role), SEND.commit, commit)
        assert (told["ok"], told["outcome"], code_of(told)) == (False, "unknown", "OUTCOME_UNKNOWN")
        in_memory.service.release()
