"""Attacks that are sequences, each under its number in ``cases/hostile/sequence``: given, steps, then.
Where each of the folder is tried says ``test_inventory.py``."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from approvals.scene import COMMIT, CommandLine, Scene, agents_run, person, proposed
from authority.walking import code_of
from reference_service.adapters.own_tables import own_effects
from sqlalchemy import Engine, select
from toolcharter_runtime._store.sql.opening import open_store
from toolcharter_runtime.approvals import Approvals, VerifiedApprover
from toolcharter_runtime.clock import SystemClock
from toolcharter_runtime.errors import DecisionRefusedError, NotVerifiedError
from write_path.changes import ADDRESS, EXPORT, REFUND, SEND, ready
from write_path.host import SEALS, Skew

CASES = Path(__file__).parent.parent / "cases" / "hostile" / "sequence"


def then(number: str) -> list[str]:
    found: list[str] = yaml.safe_load((CASES / f"{number}.yaml").read_text())["then"]
    return found


def writes(scene: Scene) -> list[Any]:
    """What was sent to the service that could change anything."""
    return [each for each in scene.service.requests() if each["method"] != "GET"]


def own(engine: Engine) -> list[Any]:
    with engine.connect() as connection:
        return list(connection.execute(select(own_effects)))


MOVED = {
    "address": (ADDRESS, "customer", "cus_4f7a2b9c"),
    "refund": (REFUND, "order", "ord_100001"),
    "message": (SEND, "draft", "dft_00000001"),
}


@pytest.mark.promise("F3")
@pytest.mark.promise("A4")
@pytest.mark.parametrize("case", MOVED)
async def test_s07_a_target_that_moved_is_a_conflict_for_good(scene: Scene, case: str) -> None:
    assert "VERSION_CONFLICT" in then("S07")
    change, kind, id = MOVED[case]
    async with scene.host() as host:
        run = host.run(change.role)
        commit = await ready(host, run, change)
        first = scene.service.record("acme", kind, id)
        assert first is not None
        scene.service.bump("acme", kind, id)
        conflict = await host.call(run, change.commit, commit)
        assert (code_of(conflict), conflict["outcome"]) == ("VERSION_CONFLICT", "nothing_happened")
        assert conflict["error"]["next"]["tool"] == change.preview
        assert (await host.proposal(commit["proposal_id"])).state == "closed"
        # Not against the version that it has met, nor once its own is there again.
        for _ in range(2):
            again = await host.call(run, change.commit, commit)
            assert again.pop("replayed") is True
            assert again == conflict
            scene.service.put("acme", kind, id, **first)
        assert scene.service.effects() == []


class Undisturbed(SystemClock):
    """A host that is not disturbed while it waits; the store's clock goes on meanwhile."""

    def __init__(self, skew: Skew) -> None:
        self._skew = skew

    async def sleep(self, seconds: float) -> None:
        self._skew.ms += int(seconds * 1000)


@pytest.mark.promise("F5")
@pytest.mark.promise("A4")
async def test_s08_an_approval_that_expires_during_a_wait_is_over(
    in_memory: Scene, skew: Skew
) -> None:
    assert then("S08") == ["APPROVAL_EXPIRED", "no upstream write after expiry"]
    async with in_memory.host() as host:
        run = host.run()
        commit = await ready(host, run)
        in_memory.service.arm("rate_limited", how="seconds", seconds=60)
        limited = await host.call(run, COMMIT, commit)
        assert (code_of(limited), limited["outcome"]) == ("RATE_LIMITED", "nothing_happened")
        retry_at = datetime.fromisoformat(limited["error"]["retry_at"])
        assert retry_at > host.dispatcher._clock.now() + timedelta(seconds=30)
        sent = len(writes(in_memory))
        skew.ms = 900_000 + 120_000
        expired = await host.call(run, COMMIT, commit)
        assert (code_of(expired), expired["error"]["retryable"]) == ("APPROVAL_EXPIRED", False)
        assert expired["error"]["next"]["tool"] == ADDRESS.preview
        skew.ms = 0
        assert code_of(await host.call(run, COMMIT, commit)) == "APPROVAL_EXPIRED"
        assert (len(writes(in_memory)), in_memory.service.effects()) == (sent, [])


@pytest.mark.promise("F5")
async def test_s08_a_host_whose_clock_is_behind_sends_nothing_after_the_expiry_either(
    in_memory: Scene, skew: Skew
) -> None:
    async with in_memory.host() as host:
        run = host.run()
        commit = await ready(host, run)
        writing = host.dispatcher._writes
        assert writing is not None
        writing.clock = Undisturbed(skew)
        # By the store's clock half a second is left, by the host's nearly all of it.
        skew.ms = 900_000 - 500
        in_memory.service.arm("rate_limited", how="seconds", seconds=1, times=None)
        limited = await host.call(run, COMMIT, commit)
        assert (code_of(limited), limited["outcome"]) == ("RATE_LIMITED", "nothing_happened")
        assert len(writes(in_memory)) == 1
        in_memory.service.disarm()
        assert code_of(await host.call(run, COMMIT, commit)) == "APPROVAL_EXPIRED"
        assert (len(writes(in_memory)), in_memory.service.effects()) == (1, [])


DRAFT = {"customer_id": "cus_4f7a2b9c", "subject": "Hello", "body": "Good morning."}


@pytest.mark.promise("F1")
@pytest.mark.parametrize(
    ("role", "tool", "first", "second"),
    [
        ("sales_drafter", "draft_email_v1", DRAFT, {**DRAFT, "body": "Good evening."}),
        ("export_operator", "start_export_v1", EXPORT, {**EXPORT, "records": "opportunities"}),
    ],
)
async def test_s11_a_request_id_that_comes_with_other_arguments_is_refused(
    scene: Scene, role: str, tool: str, first: Any, second: Any
) -> None:
    assert "second: IDEMPOTENCY_MISMATCH" in then("S11")
    async with scene.host() as host:
        run = host.run(role)
        done = await host.call(run, tool, first, request_id="k")
        assert done["ok"], done
        for _ in range(2):
            other = await host.call(run, tool, second, request_id="k")
            assert code_of(other) == "IDEMPOTENCY_MISMATCH"
            assert "result" not in other
        again = await host.call(run, tool, first, request_id="k")
        assert again.pop("replayed") is True
        assert again == done
        assert len(own(scene.own)) + len(scene.service.effects()) == 1


@pytest.mark.promise("A5")
async def test_s17_the_agent_does_not_approve_what_it_has_proposed(
    scene: Scene, terminal: CommandLine
) -> None:
    assert then("S17")[0].startswith("refused: an approver comes from the verifier")
    async with scene.host() as host:
        run = agents_run(host, "agent-7")
        proposal_id = await proposed(host, run)
        before = await host.proposal(proposal_id)
        # No tool of any name, with whatever arguments.
        for name in ("approve", "approvals.approve", "decide", "commit_approval_v1"):
            for arguments in ({"proposal_id": proposal_id}, {"hash": before.hash}):
                assert code_of(await host.call(run, name, arguments)) == "UNKNOWN_TOOL"
        forged = {"proposal_id": proposal_id, "approver": "lea", "approved": True}
        assert code_of(await host.call(run, COMMIT, forged)) == "UNKNOWN_FIELD"
        # Nobody whom the host's verifier does not vouch for, and neither of the two who asked.
        made = VerifiedApprover(
            identity="lea",
            tenant="acme",
            roles=frozenset({"support_lead"}),
            verified_by="agent-7",
            valid_until=None,
        )
        with pytest.raises(NotVerifiedError):
            await scene.approvals.approve(made, proposal_id, hash=before.hash)
        decide = ("approvals", "approve", proposal_id, "--hash", before.hash, "--token-file")
        for name in ("ines", "agent-7"):
            with pytest.raises(DecisionRefusedError) as refused:
                await scene.approvals.approve(await person(name), proposal_id, hash=before.hash)
            assert refused.value.reason == "own"
            assert (await terminal(*decide, terminal.token_file(name))).code == 1
        terminal.folder.joinpath("none.token").write_text("e30.00")
        assert (await terminal(*decide, terminal.folder / "none.token")).code != 0
        assert await host.proposal(proposal_id) == before
        commit = {"proposal_id": proposal_id}
        assert code_of(await host.call(run, COMMIT, commit)) == "APPROVAL_PENDING"
        assert (before.state, writes(scene)) == ("pending", [])


@pytest.mark.promise("A5")
@pytest.mark.parametrize("turn", range(10))
async def test_s20_of_three_tabs_at_once_one_decides(scene: Scene, own_url: str, turn: int) -> None:
    assert then("S20")[0] == "one decision stored; the others see it"
    async with scene.host() as host:
        proposal_id = await proposed(host, host.run())
        hash_ = (await host.proposal(proposal_id)).hash
        stores = [open_store(own_url, SEALS) for _ in range(3)]
        lea, max_ = await person("lea"), await person("max")
        tabs = [Approvals(each) for each in stores]
        deciding = [
            tabs[0].approve(lea, proposal_id, hash=hash_),
            tabs[1].approve(lea, proposal_id, hash=hash_),
            tabs[2].deny(max_, proposal_id, hash=hash_, reason="No."),
        ]
        turned = deciding[turn % 3 :] + deciding[: turn % 3]
        told = await asyncio.gather(*turned, return_exceptions=True)
        for store in stores:
            await store.close()
        (first,) = [each for each in told if not isinstance(each, BaseException)]
        (decision,) = await host.store.read("acme", lambda rows: rows.decisions(proposal_id))
        row = await host.proposal(proposal_id)
        assert (first.state, row.serial) == (row.state, 1)
        assert row.state == {"approve": "approved", "deny": "denied"}[decision.verdict]
        others = [each for each in told if isinstance(each, DecisionRefusedError)]
        assert len(others) == 2
        for each in others:
            assert (each.reason, each.state) == ("already_decided", row.state)
            assert [seen.approver for seen in each.decisions] == [decision.approver]


@pytest.mark.promise("C16")
@pytest.mark.parametrize("answer", ["cannot_interrupt", "unknown", None])
async def test_s23_what_is_done_before_it_is_stopped_was_not_stopped(
    in_memory: Scene, answer: str | None
) -> None:
    """None: the service tells the truth, and has finished when it is asked to stop."""
    assert "never cancelled and succeeded both" in then("S23")
    service = in_memory.service
    async with in_memory.host() as host:
        run = host.run("export_operator")
        started = await host.call(run, "start_export_v1", EXPORT, request_id="r1")
        ask = {"operation_id": started["result"]["operation_id"]}
        (key,) = [each.key for each in service.effects(kind="exports")]
        assert key is not None
        service.export("acme", key, "running")
        assert (await host.call(run, "get_export_v1", ask))["result"]["state"] == "running"
        service.arm("slow", kind="cancels", when="before" if answer is None else "after")
        service.answer_cancels(answer)
        cancelling = asyncio.create_task(host.call(run, "cancel_export_v1", ask, request_id="c1"))
        await service.wait_for(held=1)
        elsewhere = host.run("export_operator", run_id="run-2")
        meanwhile = await host.call(elsewhere, "cancel_export_v1", ask, request_id="c2")
        assert code_of(meanwhile) == "IN_PROGRESS"
        service.export("acme", key, "succeeded")
        service.release()
        cancelled = await cancelling
        assert cancelled["result"]["answer"] == (answer or "already_finished")
        done = (await host.call(run, "get_export_v1", ask))["result"]
        assert (done["state"], done["error"]) == ("succeeded", None)
        assert done["evidence"]["changed_fields"] == ["export_file.record"]
        row = await host.operation(ask["operation_id"])
        assert (row.state, row.evidence is None) == ("succeeded", False)
        late = await host.call(run, "cancel_export_v1", ask, request_id="c3")
        assert late["result"]["answer"] == "already_finished"
        assert (await host.operation(ask["operation_id"])).state == "succeeded"
