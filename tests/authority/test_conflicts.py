"""A version that was asked for just before the write, and is not the approved one (``read_before``).

No tool of the catalog has such a service, so messages are sent here by one that need not compare: the
rows say so, and the adapter asks.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from approvals.scene import Scene, person
from authority.hosting import catalog_with, serving
from authority.walking import code_of
from reference_service.adapters.messages import CommitSend
from toolcharter_runtime import Call, ToolError
from toolcharter_runtime.approvals import Approvals
from write_path.changes import SEND, ready
from write_path.host import Envelope, Host

DRAFT = "dft_00000001"


class AskedBefore(CommitSend):
    """The service compares nothing: what it has is asked for."""

    async def current_version(self, call: Call, arguments: Any) -> str:
        draft = await self.upstream.get(call, f"/drafts/{arguments.draft_id}")
        return str(draft["version"])


@asynccontextmanager
async def asking(scene: Scene, after_conflict: str = "close") -> AsyncIterator[Host]:
    target = {"version_checked_by": "read_before", "because": "The service does not compare."}
    row = {"write": {"target": target, "after_conflict": after_conflict}}
    catalog = catalog_with(tools={SEND.preview: row, SEND.commit: row})
    async with serving(scene, catalog=catalog, adapters={SEND.commit: AskedBefore}) as host:
        yield host


@pytest.fixture(params=["in_memory", "scene"], ids=["memory", "sqlite"])
def either(request: pytest.FixtureRequest) -> Scene:
    """A ledger of each kind."""
    found: Scene = request.getfixturevalue(request.param)
    return found


def compares_nothing(scene: Scene) -> None:
    """From now on the service would carry out a write for any version."""
    scene.service.personality("messages", versions=False)


def put_version(scene: Scene, version: int) -> None:
    found = scene.service.record("acme", "draft", DRAFT)
    assert found is not None
    scene.service.put("acme", "draft", DRAFT, version=version, body=found["body"])


@pytest.mark.promise("F3")
@pytest.mark.promise("A4")
@pytest.mark.parametrize("after_conflict", ["repropose", "close"])
async def test_another_version_closes_the_proposal_whatever_may_follow_it(
    either: Scene, after_conflict: str
) -> None:
    async with asking(either, after_conflict) as host:
        run = host.run("mail_operator")
        commit = await ready(host, run, SEND)
        compares_nothing(either)
        put_version(either, 5)
        conflict = await host.call(run, SEND.commit, commit)
        assert code_of(conflict) == "VERSION_CONFLICT"
        assert "outcome" not in conflict
        assert conflict["error"]["next"]["tool"] == SEND.preview
        row = await host.proposal(commit["proposal_id"])
        assert (row.state, row.reason) == ("closed", "VERSION_CONFLICT")
        # Even where the version is what it was: the approval is over, and the agent is told the same.
        put_version(either, 4)
        assert await host.call(run, SEND.commit, commit) == conflict
        assert either.service.effects() == []
        shown = await Approvals(host.store).show(await person(), commit["proposal_id"])
        assert shown.state == "closed"
        anew = await host.call(run, SEND.preview, SEND.arguments, request_id="anew")
        assert anew["result"]["approval"]["state"] == "pending"
        assert anew["result"]["proposal_id"] != commit["proposal_id"]


@pytest.mark.promise("A4")
async def test_another_fact_leaves_the_proposal_as_it_is(either: Scene) -> None:
    async with asking(either) as host:
        run = host.run("mail_operator")
        commit = await ready(host, run, SEND)
        before = await host.proposal(commit["proposal_id"])
        for fault, code in (
            ("unavailable", "UPSTREAM_UNAVAILABLE"),
            ("cut", "UPSTREAM_UNAVAILABLE"),
        ):
            either.service.arm(fault, kind="reads")  # type: ignore[arg-type]
            assert code_of(await host.call(run, SEND.commit, commit)) == code
        found = either.service.record("acme", "draft", DRAFT)
        assert found is not None
        either.service.put(
            "acme", "draft", DRAFT, version=5, body={**found["body"], "owner": "omar"}
        )
        assert code_of(await host.call(run, SEND.commit, commit)) == "DRAFT_NOT_FOUND"
        assert await host.proposal(commit["proposal_id"]) == before
        either.service.put("acme", "draft", DRAFT, version=4, body=found["body"])
        assert (await host.call(run, SEND.commit, commit))["outcome"] == "committed"


@pytest.mark.promise("F1")
async def test_a_version_that_the_write_itself_has_moved_is_no_conflict(either: Scene) -> None:
    async with asking(either) as slow, asking(either) as quick:
        run = slow.run("mail_operator")
        commit = await ready(slow, run, SEND)
        asks, may_ask = asyncio.Event(), asyncio.Event()
        adapter: Any = slow.dispatcher._tools.tool(SEND.commit).adapter
        current = adapter.current_version

        async def later(*given: Any) -> str:
            asks.set()
            await may_ask.wait()
            found: str = await current(*given)
            return found

        adapter.current_version = later
        told = asyncio.create_task(slow.call(run, SEND.commit, commit))
        await asks.wait()
        first = await quick.call(quick.run("mail_operator"), SEND.commit, commit)
        may_ask.set()
        second: Envelope = await told
        assert (first["outcome"], second["outcome"], second["replayed"]) == (
            *("committed", "committed"),
            True,
        )
        assert (await slow.proposal(commit["proposal_id"])).state == "consumed"
        assert len(either.service.effects()) == 1


@pytest.mark.promise("F3")
async def test_a_write_that_waited_for_another_one_of_the_record_meets_its_version(
    either: Scene,
) -> None:
    """Both were approved for the version that only one of them finds."""
    async with asking(either) as one, asking(either) as other:
        run = one.run("mail_operator")
        first = await ready(one, run, SEND)
        anew = await one.call(run, SEND.preview, SEND.arguments, request_id="second")
        second = {"proposal_id": anew["result"]["proposal_id"]}
        await one.decide(second["proposal_id"])
        either.service.arm("slow", kind="messages")
        held = asyncio.create_task(one.call(run, SEND.commit, first))
        await either.service.wait_for(held=1)
        asks = asyncio.Event()
        adapter: Any = other.dispatcher._tools.tool(SEND.commit).adapter
        current = adapter.current_version

        async def seen(*given: Any) -> str:
            found: str = await current(*given)
            asks.set()
            return found

        adapter.current_version = seen
        waiting = asyncio.create_task(other.call(other.run("mail_operator"), SEND.commit, second))
        await asks.wait()
        either.service.release()
        assert (await held)["outcome"] == "committed"
        conflict = await waiting
        assert (code_of(conflict), conflict["outcome"]) == ("VERSION_CONFLICT", "nothing_happened")
        assert (await other.proposal(second["proposal_id"])).state == "closed"
        sent = [each["path"] for each in either.service.requests() if each["method"] == "POST"]
        assert len(sent) == len(either.service.effects()) == 1
        assert code_of(await one.call(run, SEND.commit, second)) == "VERSION_CONFLICT"


@pytest.mark.promise("F3")
@pytest.mark.parametrize(
    ("raised", "code"),
    [
        (ToolError("UPSTREAM_UNAVAILABLE"), "UPSTREAM_UNAVAILABLE"),
        (ToolError("NOT_DECLARED"), "INTERNAL"),
        (ValueError("no version"), "INTERNAL"),
    ],
    ids=["unavailable", "undeclared", "broken"],
)
async def test_a_record_whose_version_cannot_be_read_is_not_written(
    either: Scene, raised: Exception, code: str
) -> None:
    async with asking(either) as host:
        run = host.run("mail_operator")
        commit = await ready(host, run, SEND)
        adapter: Any = host.dispatcher._tools.tool(SEND.commit).adapter
        current, calls = adapter.current_version, []

        async def once(*given: Any) -> str:
            calls.append(given)
            if len(calls) == 2:
                raise raised
            found: str = await current(*given)
            return found

        adapter.current_version = once
        told = await host.call(run, SEND.commit, commit)
        assert (code_of(told), told["outcome"]) == (code, "nothing_happened")
        assert either.service.effects() == []
        assert (await host.call(run, SEND.commit, commit))["outcome"] == "committed"


@pytest.mark.promise("F3")
async def test_the_approval_that_a_refused_try_left_over_ends_with_the_conflict(
    either: Scene,
) -> None:
    async with asking(either) as host:
        run = host.run("mail_operator")
        commit = await ready(host, run, SEND)
        either.service.arm("rate_limited", how="seconds", seconds=600)
        limited = await host.call(run, SEND.commit, commit)
        assert (code_of(limited), limited["outcome"]) == ("RATE_LIMITED", "nothing_happened")
        assert (await host.proposal(commit["proposal_id"])).state == "approved"
        compares_nothing(either)
        put_version(either, 5)
        conflict = await host.call(run, SEND.commit, commit)
        assert code_of(conflict) == "VERSION_CONFLICT"
        assert (await host.proposal(commit["proposal_id"])).state == "closed"
        put_version(either, 4)
        assert await host.call(run, SEND.commit, commit) == conflict
        assert either.service.effects() == []
