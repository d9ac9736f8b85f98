"""The policy table of the worked catalog: how many proposals may wait, how many writes may be made, who
approves and for how long, at each number and one past it, through the dispatcher."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import acme_tools
import pytest
from approvals.scene import Scene, person
from authority.alphabets import HANDOVER
from authority.hosting import Pinned
from authority.policies import PREVIEWS, limits, rows_of_unused, table
from authority.proposing import previewed, refund, told, unhurried, waiting
from authority.walking import code_of
from toolcharter_runtime.errors import DecisionRefusedError
from write_path.changes import ADDRESS, EXPORT, REFUND, SEND, STAGE, Change
from write_path.host import Envelope

_MINUTE = 60_000
LEVELS = {level["level"]: level for level in table()["levels"]}
PEOPLE = [level for level in LEVELS if level != "none"]


PENDING = {
    "customer_data pending_per_run": (ADDRESS, 5),
    "sales_data pending_per_run": (STAGE, 10),
    "external_message pending_per_run": (SEND, 5),
    "payment pending_per_run": (REFUND, 2),
    "public_comment pending_per_run": (PREVIEWS["public_comment"], 3),
}


@pytest.mark.promise("A3")
@pytest.mark.parametrize("threshold", PENDING)
async def test_a_run_has_no_more_undecided_proposals_than_its_consequence_allows(
    at_noon: Scene, pinned: Pinned, threshold: str, tmp_path: Path
) -> None:
    change, most = PENDING[threshold]
    assert table()["consequences"][threshold.split()[0]]["pending_per_run"] == most
    rows = rows_of_unused(tmp_path) if threshold.startswith("public_comment") else None
    async with unhurried(at_noon, rows) as host:
        run = host.run(change.role)
        shown = [await previewed(host, run, change, f"r{number}") for number in range(most)]
        assert all(each["ok"] for each in shown), shown[-1]
        refused = await previewed(host, run, change, "past")
        assert (code_of(refused), refused["error"]["retryable"]) == ("LIMIT_REACHED", False)
        # The same request is no further proposal, and another run has its own.
        assert await previewed(host, run, change, "r0") == shown[0]
        assert (await previewed(host, host.run(change.role, run_id="run-2"), change, "past"))["ok"]
        assert await waiting(host) == most + 1
        first = shown[0]["result"]["proposal_id"]
        await host.decide(first, "lea", verdict="deny", reason="No.")
        assert (await previewed(host, run, change, "instead"))["ok"]
        assert code_of(await previewed(host, run, change, "past")) == "LIMIT_REACHED"
        # What has expired waits for nobody.
        pinned.ms += 61 * _MINUTE
        assert (await previewed(host, run, change, "later"))["ok"]


@pytest.mark.promise("A3")
@pytest.mark.parametrize("change", [ADDRESS, REFUND], ids=["address", "refund"])
async def test_of_a_hundred_previews_at_once_no_more_wait_than_the_cap(
    at_noon: Scene, change: Change
) -> None:
    most = acme_tools.CATALOG["tools"][change.preview]["write"]["policy"]["pending_per_run"]  # type: ignore[index]
    async with unhurried(at_noon) as host, unhurried(at_noon) as other:
        runs = [(each, each.run(change.role)) for each in (host, other)]
        answers = await asyncio.gather(
            *(
                previewed(each, run, change, f"{number}-{place}")
                for number in range(50)
                for place, (each, run) in enumerate(runs)
            )
        )
        assert {code_of(each) for each in answers} <= {"OK", "LIMIT_REACHED", "RATE_LIMITED"}
        assert sum(each["ok"] for each in answers) == most
        assert await waiting(host) == most


@pytest.mark.promise("A3")
async def test_a_tenant_has_no_more_undecided_proposals_of_a_level_than_it_allows(
    at_noon: Scene,
) -> None:
    """``two_persons pending``: the people are the tenant's, so that a run of anybody counts."""
    most = LEVELS["two_persons"]["pending"]
    async with unhurried(at_noon) as host:
        for number in range(most):
            who = ("ines", "omar")[number % 2]
            run = host.run(HANDOVER.role, run_id=f"run-{number}", identity=who)
            shown = await previewed(host, run, HANDOVER, "r")
            assert shown["ok"], shown
        for who in ("ines", "omar"):
            run = host.run(HANDOVER.role, run_id="one-more", identity=who)
            assert code_of(await previewed(host, run, HANDOVER, "r")) == "LIMIT_REACHED"
        # Another change of that level is stopped as well, one of a weaker level is not.
        run = host.run("support_agent")
        assert code_of(await previewed(host, run, refund(at_noon, 60_000), "r")) == "LIMIT_REACHED"
        assert (await previewed(host, run, refund(at_noon, 100), "s"))["ok"]
        await host.decide(shown["result"]["proposal_id"], "lea", verdict="deny", reason="No.")
        run = host.run(HANDOVER.role, run_id="one-more")
        assert (await previewed(host, run, HANDOVER, "r"))["ok"]


@pytest.mark.promise("A3")
async def test_a_run_claims_no_more_of_a_consequence_than_it_may(at_noon: Scene) -> None:
    """``own_operation per_run``: starting and stopping count together."""
    most = table()["consequences"]["own_operation"]["per_run"]
    async with unhurried(at_noon) as host:
        run = host.run("export_operator")
        started = [
            await host.call(run, "start_export_v1", EXPORT, request_id=f"r{number}")
            for number in range(most - 1)
        ]
        assert [each["outcome"] for each in started] == ["accepted"] * (most - 1)
        ask = {"operation_id": started[0]["result"]["operation_id"]}
        assert (await host.call(run, "cancel_export_v1", ask))["ok"]
        for number in range(2):
            past = await host.call(run, "start_export_v1", EXPORT, request_id=f"past-{number}")
            assert (code_of(past), past["error"]["retryable"]) == ("LIMIT_REACHED", False)
        again = await host.call(run, "start_export_v1", EXPORT, request_id="r0")
        assert again["replayed"] is True
        assert len(at_noon.service.effects(kind="exports")) == most - 1
        other = host.run("export_operator", run_id="run-2")
        assert (await host.call(other, "start_export_v1", EXPORT, request_id="past"))["ok"]


@pytest.mark.promise("A3")
async def test_a_tenant_claims_no_more_payments_a_day_than_it_may(
    at_noon: Scene, pinned: Pinned
) -> None:
    """``payment per_day``: of any run and any requester, by the store's day in UTC."""
    most = table()["consequences"]["payment"]["per_day"]
    async with unhurried(at_noon) as host:

        async def pay(name: str) -> tuple[Envelope, str]:
            run = host.run("support_agent", run_id=name, identity="omar" if "1" in name else "ines")
            shown = await previewed(host, run, refund(at_noon, 100), "r")
            proposal_id = shown["result"]["proposal_id"]
            await host.decide(proposal_id)
            return await host.call(run, REFUND.commit, {"proposal_id": proposal_id}), proposal_id

        for number in range(most):
            assert (await pay(f"run-{number}"))[0]["outcome"] == "committed"
        past, proposal_id = await pay("past")
        assert (code_of(past), "outcome" in past) == ("LIMIT_REACHED", False)
        assert (await host.proposal(proposal_id)).state == "approved"
        assert len(at_noon.service.effects()) == most
        midnight = datetime.fromtimestamp(pinned.ms / 1000, UTC).replace(hour=0) + timedelta(days=1)
        pinned.ms = int(midnight.timestamp() * 1000) - 1
        assert code_of((await pay("last"))[0]) == "LIMIT_REACHED"
        pinned.ms += 1
        assert (await pay("next"))[0]["outcome"] == "committed"
        assert len(at_noon.service.effects()) == most + 1


def of_level(at_noon: Scene, level: str) -> Change:
    return {
        "one_reviewer": ADDRESS,
        "one_finance": refund(at_noon, 100),
        "two_persons": refund(at_noon, 60_000),
    }[level]


_EXPIRES_MS = {"15m": 15 * _MINUTE, "1h": 60 * _MINUTE}


@pytest.mark.promise("A4")
@pytest.mark.parametrize("level", PEOPLE)
async def test_an_approval_is_good_until_the_last_millisecond_and_not_in_the_next(
    at_noon: Scene, pinned: Pinned, level: str
) -> None:
    lasts, change = _EXPIRES_MS[LEVELS[level]["expires"]], of_level(at_noon, level)
    async with unhurried(at_noon) as host:
        made = pinned.ms
        run = host.run(change.role)
        for name, left in (("at", 1), ("past", 0)):
            pinned.ms = made
            shown = await previewed(host, run, change, name)
            assert told(shown) == level
            commit = {"proposal_id": shown["result"]["proposal_id"]}
            assert (await host.proposal(commit["proposal_id"])).expires_at == made + lasts
            await host.decide(commit["proposal_id"])
            pinned.ms = made + lasts - left
            done = await host.call(run, change.commit, commit)
            assert code_of(done) == ("OK" if left else "APPROVAL_EXPIRED"), (name, done)
        pinned.ms = made
        assert code_of(await host.call(run, change.commit, commit)) == "APPROVAL_EXPIRED"
        assert len(at_noon.service.effects()) == 1


@pytest.mark.promise("A4")
@pytest.mark.parametrize("level", PEOPLE)
async def test_nobody_approves_in_the_millisecond_in_which_a_proposal_ends(
    at_noon: Scene, pinned: Pinned, level: str
) -> None:
    lasts, change = _EXPIRES_MS[LEVELS[level]["expires"]], of_level(at_noon, level)
    async with unhurried(at_noon) as host:
        shown = await previewed(host, host.run(change.role), change, "r")
        proposal_id = shown["result"]["proposal_id"]
        hash_ = (await host.proposal(proposal_id)).hash
        lea = await person("lea", LEVELS[level]["roles"][0])
        pinned.ms += lasts
        with pytest.raises(DecisionRefusedError) as refused:
            await at_noon.approvals.approve(lea, proposal_id, hash=hash_)
        assert refused.value.reason == "expired"


@pytest.mark.promise("A3")
@pytest.mark.parametrize("level", PEOPLE)
async def test_so_many_different_people_in_a_role_of_the_level_approve_and_not_one_fewer(
    at_noon: Scene, level: str
) -> None:
    row, change = LEVELS[level], of_level(at_noon, level)
    every = {role for each in table()["levels"] for role in each.get("roles", ())}
    async with unhurried(at_noon) as host:
        run = host.run(change.role)
        for role in row["roles"]:
            commit = {
                "proposal_id": (await previewed(host, run, change, role))["result"]["proposal_id"]
            }
            hash_ = (await host.proposal(commit["proposal_id"])).hash
            for other in sorted(every - {*row["roles"]}):
                with pytest.raises(DecisionRefusedError) as refused:
                    await at_noon.approvals.approve(
                        await person("kim", other), commit["proposal_id"], hash=hash_
                    )
                assert refused.value.reason == "not_authorised"
            for number in range(row["approvers"]):
                assert code_of(await host.call(run, change.commit, commit)) == "APPROVAL_PENDING"
                one = await person(f"lead-{number}", role)
                await at_noon.approvals.approve(one, commit["proposal_id"], hash=hash_)
            assert (await host.proposal(commit["proposal_id"])).state == "approved"


def test_every_limit_of_the_table_is_tried() -> None:
    of_people = (
        f"{level} {name}" for level in PEOPLE for name in ("approvers", "roles", "expires")
    )
    of_all = ("two_persons pending", "own_operation per_run", "payment per_day")
    assert {*PENDING, *of_all, *of_people} == {*limits()}
