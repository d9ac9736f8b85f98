"""Reported bugs of comparable systems about approvals: what goes wrong there does not here."""

from __future__ import annotations

import asyncio
from typing import Any

import acme_tools
import orjson
import pytest
from approvals.scene import COMMIT, CommandLine, Scene, person, proposed
from authority.walking import code_of
from reference_service.adapters import Upstream, adapters_of
from reference_service.controller import NO_TLS
from toolcharter_runtime import Dispatcher, Requester
from toolcharter_runtime._store.transaction import StoreUnavailableError
from write_path.changes import ADDRESS, REFUND, SEND, ready
from write_path.host import PERMISSIONS, Skew


def refund(minor: int) -> dict[str, Any]:
    return {**REFUND.arguments, "amount": {"amount_minor": minor, "currency": "EUR"}}


@pytest.mark.promise("A5")
async def test_bug_081_an_approval_before_is_none_for_the_next(scene: Scene) -> None:
    """There is no approval that stands: each is for one proposal, and a denial of the next is final."""
    async with scene.host() as host:
        run, lea = host.run(), await person()
        first = await proposed(host, run)
        await scene.approvals.approve(lea, first, hash=(await host.proposal(first)).hash)
        assert (await host.call(run, COMMIT, {"proposal_id": first}))["ok"]
        other = {
            **ADDRESS.arguments,
            "destination": {"kind": "saved", "address_id": "adr_00000001"},
        }
        second = await proposed(host, run, other)
        commit = {"proposal_id": second}
        assert code_of(await host.call(run, COMMIT, commit)) == "APPROVAL_PENDING"
        hash_ = (await host.proposal(second)).hash
        await scene.approvals.deny(lea, second, hash=hash_, reason="wrong channel")
        for _ in range(2):
            denied = await host.call(run, COMMIT, commit)
            assert (code_of(denied), denied["error"]["reason"]) == (
                "APPROVAL_DENIED",
                "wrong channel",
            )
        assert len(scene.service.effects()) == 1


@pytest.mark.promise("A5")
@pytest.mark.parametrize("turn", [1, -1], ids=["in-order", "turned-round"])
async def test_bug_082_of_a_batch_only_what_was_approved_is_carried_out(
    scene: Scene, turn: int
) -> None:
    async with scene.host() as host:
        run = host.run()
        five = await proposed(host, run, refund(500), REFUND.preview)
        nine = await proposed(host, run, refund(900), REFUND.preview)
        decisions: list[tuple[str, Any]] = [(five, "approve"), (nine, "deny")]
        for proposal_id, verdict in decisions[::turn]:
            reason = "Too much." if verdict == "deny" else None
            await host.decide(proposal_id, "max", verdict=verdict, reason=reason)
        told = await asyncio.gather(
            *(
                host.call(run, REFUND.commit, {"proposal_id": proposal_id})
                for proposal_id in (five, nine)
            )
        )
        assert [code_of(each) for each in told] == ["OK", "APPROVAL_DENIED"]
        (effect,) = scene.service.effects()
        assert effect.executed["amount"]["amount_minor"] == 500


@pytest.mark.promise("F1")
async def test_bug_084_a_step_that_is_run_again_sends_its_message_once(scene: Scene) -> None:
    """The batch sends a message and asks for something else, which pauses it; each time it goes on,
    and after the process was restarted, the whole of it is run again."""
    run_id = "batch"
    async with scene.host() as host:
        run = host.run("mail_operator", run_id=run_id)
        sends = await ready(host, run, SEND)
        asks = await proposed(host, run, {"draft_id": "dft_00000002"}, SEND.preview)
        first = await host.call(run, SEND.commit, sends)
        assert first["outcome"] == "committed"
        assert code_of(await host.call(run, SEND.commit, {"proposal_id": asks})) == (
            "APPROVAL_PENDING"
        )
        await host.decide(asks)
        told = [await host.call(run, SEND.commit, sends)]
        pauses = [await host.call(run, SEND.commit, {"proposal_id": asks})]
    async with scene.host() as restarted:
        run = restarted.run("mail_operator", run_id=run_id)
        told.append(await restarted.call(run, SEND.commit, sends))
        pauses.append(await restarted.call(run, SEND.commit, {"proposal_id": asks}))
    for again in told:
        assert again.pop("replayed") is True
        assert again == first
    assert [each.get("replayed", False) for each in pauses] == [False, True]
    sent = [each.id for each in scene.service.effects(kind="messages")]
    assert sent == ["dft_00000001", "dft_00000002"]


def requests(scene: Scene) -> int:
    return len(scene.service.requests())


@pytest.mark.promise("A5")
async def test_bug_085_with_nobody_to_approve_nothing_is_carried_out(
    in_memory: Scene, skew: Skew
) -> None:
    """The case asks for an error when the host starts. A dispatcher does not know who looks at its
    store, so here the proposal waits, and then is over."""
    async with in_memory.host() as host:
        run = host.run()
        commit = {"proposal_id": await proposed(host, run)}
        for skew.ms in (0, 899_000):
            assert code_of(await host.call(run, COMMIT, commit)) == "APPROVAL_PENDING"
        skew.ms = 900_001
        assert code_of(await host.call(run, COMMIT, commit)) == "APPROVAL_EXPIRED"
        assert in_memory.service.effects() == []


async def test_bug_085_without_a_verifier_nobody_approves_at_a_terminal(
    scene: Scene, terminal: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with scene.host() as host:
        proposal_id = await proposed(host, host.run())
        row = await host.proposal(proposal_id)
        monkeypatch.delenv("TOOLCHARTER_VERIFIER")
        ran = await terminal.lea("approvals", "approve", proposal_id, "--hash", row.hash)
        assert (ran.code, ran.out) == (2, "")
        assert "TOOLCHARTER_VERIFIER" in ran.err
        assert await host.proposal(proposal_id) == row


@pytest.mark.promise("A5")
async def test_bug_085_without_a_store_nothing_is_proposed_or_written(scene: Scene) -> None:
    async with Upstream(scene.service.url, verify=NO_TLS) as upstream:
        dispatcher = Dispatcher(acme_tools.CATALOG, adapters_of(upstream, scene.own))
        row = acme_tools.CATALOG["roles"]["support_agent"]
        run = dispatcher.open(
            role="support_agent",
            requester=Requester(identity="ines", tenant="acme", permissions=PERMISSIONS),
            run_id="run-1",
            tools=[*row["previews"], *row["writes"]],
        )
        for name, arguments in (
            (ADDRESS.preview, ADDRESS.arguments),
            (COMMIT, {"proposal_id": "p"}),
        ):
            text = await dispatcher.call(run, name, orjson.dumps(arguments))
            error = orjson.loads(text)["error"]
            assert (error["code"], error["retryable"]) == ("STORE_NOT_CONFIGURED", False)
    assert requests(scene) == 0


class Down:
    """A store that nobody reaches."""

    async def _fail(self, *given: Any, **more: Any) -> Any:
        raise StoreUnavailableError("it is down")

    read = transact = overdue = sweep = _fail


@pytest.mark.promise("A5")
async def test_bug_085_while_the_store_is_down_nothing_is_carried_out(scene: Scene) -> None:
    async with scene.host() as host:
        run = host.run()
        commit = await ready(host, run)
        before = requests(scene)
        writes = host.dispatcher._writes
        assert writes is not None
        works, writes.store = writes.store, Down()
        refused = await host.call(run, COMMIT, commit)
        assert (code_of(refused), refused["error"]["retryable"]) == ("STORE_UNAVAILABLE", True)
        assert ("outcome" in refused, requests(scene)) == (False, before)
        writes.store = works
        assert (await host.call(run, COMMIT, commit))["outcome"] == "committed"
