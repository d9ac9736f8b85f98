"""The operator's side: what waits, how it is resolved, and what the agent is told afterwards."""

from __future__ import annotations

import asyncio
import dataclasses
import json

import pytest
from approvals import hosting
from approvals.scene import CommandLine, Scene, commit, person, proposed
from store.kinds import alter
from toolcharter_runtime import Run
from toolcharter_runtime._ledger.settle import Happened, NothingHappened, settle
from toolcharter_runtime.errors import (
    AlteredRecordError,
    ResolutionRefusedError,
    WordsRefusedError,
)
from toolcharter_runtime.operations import Operations
from write_path.host import Host

BY = {"by": "Olga Brandt", "reason": "Seen in the customer's file."}


def operations(scene: Scene) -> Operations:
    return Operations(scene.store)  # type: ignore[arg-type]


async def lost(scene: Scene, host: Host, run: Run) -> tuple[str, str]:
    """Ids of a proposal and of its commit, of which nobody knows what became: the answer was lost
    after the effect, and the status tool is down."""
    proposal_id = await proposed(host, run)
    await host.decide(proposal_id, "lea")
    scene.service.arm("cut", when="after", times=None)
    scene.service.arm("status_down", how="unavailable", times=None)
    envelope = await commit(host, run, proposal_id)
    assert envelope["outcome"] == "unknown", envelope
    return proposal_id, envelope["error"]["operation"]


@pytest.mark.promise("F2")
async def test_an_unknown_outcome_waits_with_all_that_an_operator_needs(scene: Scene) -> None:
    async with scene.host() as host:
        run = host.run()
        assert await operations(scene).unknown() == ()
        proposal_id, operation_id = await lost(scene, host, run)
        (waiting,) = await operations(scene).unknown()
        row = await host.operation(operation_id)
        assert (waiting.operation_id, waiting.proposal_id) == (operation_id, proposal_id)
        assert (waiting.tenant, waiting.tool) == ("acme", "commit_address_change_v2")
        assert (waiting.key, waiting.attempts) == (row.key, row.attempt)
        assert (waiting.target.kind, waiting.target.id) == ("customer", "cus_4f7a2b9c")
        assert waiting.reason is not None and waiting.reason.isascii()
        assert waiting.age.total_seconds() >= 0
        assert waiting == dataclasses.replace(
            await operations(scene).show(operation_id), age=waiting.age
        )


@pytest.mark.promise("F2")
async def test_what_a_person_says_happened_is_told_as_committed_without_an_answer(
    scene: Scene,
) -> None:
    async with scene.host() as host:
        run = host.run()
        proposal_id, operation_id = await lost(scene, host, run)
        done = await operations(scene).resolve(operation_id, as_="succeeded", **BY)
        assert (done.state, done.resolved_by, done.reason) == ("succeeded", *BY.values())
        assert done.evidence is None
        assert done.finished_at is not None
        assert await operations(scene).unknown() == ()
        scene.service.disarm()
        assert await commit(host, run, proposal_id) == {
            "ok": False,
            "tool": "commit_address_change_v2",
            "outcome": "committed",
            "untrusted": True,
            "replayed": True,
            "error": {
                "code": "OUTPUT_INVALID",
                "message": "The service gave an answer that breaks its contract.",
                "retryable": False,
                "field": None,
                "operation": operation_id,
                "reason": "A person has confirmed that this happened; there is no answer to show.",
            },
        }
        assert len(scene.service.effects()) == 1
        ask = {"operation_id": operation_id}
        status = (await host.call(run, "get_address_change_status_v1", ask))["result"]
        assert (status["state"], status["evidence"]) == ("succeeded", None)


@pytest.mark.promise("F2")
async def test_what_a_person_says_did_not_happen_ends_the_proposal(scene: Scene) -> None:
    async with scene.host() as host:
        run = host.run()
        proposal_id, operation_id = await lost(scene, host, run)
        await operations(scene).resolve(operation_id, as_="failed", **BY)
        scene.service.disarm()
        told = await commit(host, run, proposal_id)
        assert told == {
            "ok": False,
            "tool": "commit_address_change_v2",
            "outcome": "nothing_happened",
            "untrusted": True,
            "replayed": True,
            "error": {
                "code": "INTERNAL",
                "message": "The call failed for a reason that is not shown here.",
                "retryable": False,
                "field": None,
                "operation": operation_id,
                "reason": "A person has confirmed that nothing happened.",
            },
        }
        assert "Olga" not in json.dumps(told)
        assert (await host.proposal(proposal_id)).state == "closed"
        assert await commit(host, run, proposal_id) == told
        ask = {"operation_id": operation_id}
        status = (await host.call(run, "get_address_change_status_v1", ask))["result"]
        assert (status["state"], status["error"]["code"]) == ("failed", "INTERNAL")


@pytest.mark.promise("F2")
async def test_an_end_never_changes_and_what_contradicts_it_is_kept(scene: Scene) -> None:
    async with scene.host() as host:
        run = host.run()
        _, operation_id = await lost(scene, host, run)
        await operations(scene).resolve(operation_id, as_="failed", **BY)
        with pytest.raises(ResolutionRefusedError) as again:
            await operations(scene).resolve(
                operation_id, as_="succeeded", by="Otto", reason="No.", tenant="acme"
            )
        error = again.value
        assert (error.reason, error.state, error.resolved_by) == ("ended", "failed", "Olga Brandt")
        assert "as Olga Brandt has said" in str(error)
        finding = Happened(lambda _: b"{}", None)
        await host.store.transact("acme", lambda tx: settle(tx, operation_id, finding))
        shown = await operations(scene).show(operation_id, tenant="acme")
        assert shown.state == "failed"
        assert [each.said for each in shown.anomalies] == ["succeeded"]


async def test_only_an_unknown_outcome_is_resolved_by_a_person(scene: Scene) -> None:
    async with scene.host() as host:
        run = host.run()
        proposal_id = await proposed(host, run)
        await host.decide(proposal_id, "lea")
        scene.service.arm("slow", when="before", seconds=60)
        task = asyncio.create_task(commit(host, run, proposal_id))
        await scene.service.wait_for(held=1)
        (row,) = await host.store.read("acme", lambda rows: rows.operations_of_run("ines", "run-1"))
        with pytest.raises(ResolutionRefusedError) as claimed:
            await operations(scene).resolve(row.id, as_="failed", tenant="acme", **BY)
        assert (claimed.value.reason, claimed.value.state) == ("going_on", "claimed")
        scene.service.release()
        assert (await task)["outcome"] == "committed"
        with pytest.raises(ResolutionRefusedError) as ended:
            await operations(scene).resolve(row.id, as_="failed", tenant="acme", **BY)
        assert (ended.value.reason, ended.value.resolved_by) == ("ended", None)
        for tenant in (None, "acme", "globex"):
            with pytest.raises(ResolutionRefusedError) as missing:
                await operations(scene).resolve("op_x", as_="failed", tenant=tenant, **BY)
            assert missing.value.reason == "unknown_id"


@pytest.mark.parametrize("text", ["", "op\x00", "op_\ud800", "a" * 129])
async def test_a_text_that_is_no_id_names_no_operation(scene: Scene, text: str) -> None:
    """Not every database could be asked for it."""
    for tenant in (None, "acme"):
        with pytest.raises(ResolutionRefusedError) as missing:
            await operations(scene).show(text, tenant=tenant)
        assert missing.value.reason == "unknown_id"


@pytest.mark.parametrize("tenant", ["", "ac\x00me", "\ud800", "a" * 257])
async def test_a_text_that_is_no_name_of_a_tenant_has_no_operations(
    scene: Scene, tenant: str
) -> None:
    with pytest.raises(ResolutionRefusedError) as missing:
        await operations(scene).show("op_x", tenant=tenant)
    assert missing.value.reason == "unknown_id"


@pytest.mark.parametrize("word", ["", "\n", "a" * 301, "x\x1b[2J"])
async def test_who_resolves_and_why_are_visible_lines(scene: Scene, word: str) -> None:
    for words in ({**BY, "by": word}, {**BY, "reason": word}):
        with pytest.raises(WordsRefusedError):
            await operations(scene).resolve("op_x", as_="failed", tenant="acme", **words)


@pytest.mark.promise("F2")
async def test_the_service_is_asked_again_and_its_evidence_gives_the_answer(scene: Scene) -> None:
    async with scene.host() as host:
        run = host.run()
        proposal_id, operation_id = await lost(scene, host, run)
        ask = operations(scene).ask
        still = await ask(operation_id, dispatcher=host.dispatcher)
        assert still.state == "unknown"
        scene.service.disarm()
        known = await ask(operation_id, dispatcher=host.dispatcher)
        assert (known.state, known.resolved_by) == ("succeeded", None)
        assert known.evidence["resource_id"] == "cus_4f7a2b9c"  # type: ignore[call-overload,index]
        told = await commit(host, run, proposal_id)
        assert (told["ok"], told["outcome"], told["replayed"]) == (True, "committed", True)
        assert len(scene.service.effects()) == 1
        with pytest.raises(ResolutionRefusedError):
            await ask(operation_id, dispatcher=host.dispatcher, tenant="acme")


@pytest.mark.promise("F2")
async def test_evidence_that_came_before_the_person_stays(scene: Scene) -> None:
    async with scene.host() as host:
        run = host.run()
        _, operation_id = await lost(scene, host, run)
        finding = NothingHappened(b'{"code":"VERSION_CONFLICT"}', "closed")
        await host.store.transact("acme", lambda tx: settle(tx, operation_id, finding))
        with pytest.raises(ResolutionRefusedError, match="has ended: failed"):
            await operations(scene).resolve(operation_id, as_="succeeded", tenant="acme", **BY)


async def test_the_oldest_of_all_tenants_comes_first(scene: Scene) -> None:
    async with scene.host() as host:
        _, first = await lost(scene, host, host.run())
        scene.service.disarm()
        row = await host.operation(first)
        for tenant, at in (("zeta", -5), ("beta", 5)):
            other = dataclasses.replace(
                row,
                tenant=tenant,
                id=f"op_{tenant}",
                key=tenant,
                proposal_id=None,
                document=b'{"arguments":{},"target":{"id":null,"kind":"x","version":null}}',
                claimed_at=row.claimed_at + at,
            )
            await scene.store.transact(tenant, lambda tx, each=other: tx.add_operation(each))  # type: ignore[misc]
        found = await operations(scene).unknown()
        assert [each.operation_id for each in found] == ["op_zeta", first, "op_beta"]
        assert [each.operation_id for each in await operations(scene).unknown(most=1)] == [
            "op_zeta"
        ]


async def test_an_operation_that_somebody_changed_in_the_store_is_refused(
    scene: Scene,
) -> None:
    async with scene.host() as host:
        _, operation_id = await lost(scene, host, host.run())
        alter(scene.store, "operation", operation_id, "attempt", 9)
        for asked in (
            operations(scene).unknown(),
            operations(scene).show(operation_id),
            operations(scene).resolve(operation_id, as_="failed", **BY),
        ):
            with pytest.raises(AlteredRecordError, match=operation_id):
                await asked


async def test_the_operator_at_a_terminal(deployed: Scene, cli: CommandLine) -> None:
    async with deployed.host() as host:
        run = host.run()
        assert (await cli("outcomes", "list")).err == "0 unknown.\n"
        proposal_id, operation_id = await lost(deployed, host, run)
        listed = await cli("outcomes", "list")
        assert (listed.code, listed.err) == (0, "1 unknown.\n")
        assert operation_id in listed.out and proposal_id in listed.out
        (found,) = json.loads((await cli("outcomes", "list", "--output-format", "json")).out)
        assert (found["operation"], found["state"]) == (operation_id, "unknown")
        shown = (await cli("outcomes", "show", operation_id)).out
        assert '  /destination/address/city         "Bremen"' in shown
        assert f"resolve {operation_id} --as succeeded|failed" in shown.splitlines()[-1]
        resolve = ("outcomes", "resolve", operation_id)
        for wrong in (
            (),
            ("--as", "succeeded"),
            ("--as", "succeeded", "--by", "Olga"),
            ("--as", "maybe", "--by", "Olga", "--reason", "Because."),
            ("--as", "failed", "--by", "", "--reason", "Because."),
            ("--query", "--as", "failed"),
            ("--query",),
        ):
            assert (await cli(*resolve, *wrong)).code == 2
        done = await cli(*resolve, "--as", "succeeded", "--by", "Olga", "--reason", "Seen.")
        assert (done.code, done.err) == (0, "")
        assert '  resolved by         "Olga"' in done.out
        again = await cli(
            *resolve, "--as", "failed", "--by", "Otto", "--reason", "No.", "--tenant", "acme"
        )
        assert (again.code, again.out) == (1, "")
        assert "the operation has ended: succeeded, as Olga has said" in again.err
        gone = await cli("outcomes", "show", operation_id)
        assert (gone.code, gone.out) == (1, "")
        assert (await cli("outcomes", "show", operation_id, "--tenant", "acme")).code == 0


async def test_the_service_is_asked_from_a_terminal(
    deployed: Scene, cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(hosting.SERVICE, deployed.service.url)
    monkeypatch.setenv(hosting.OWN, str(deployed.own.url))
    async with deployed.host() as host:
        run = host.run()
        proposal_id, operation_id = await lost(deployed, host, run)
        query = ("outcomes", "resolve", operation_id, "--query", "--host")
        still = await cli(*query, "approvals.hosting:dispatcher")
        assert still.code == 1
        assert "unknown" in still.out.splitlines()[0]
        for wrong in (
            *("approvals.hosting:nothing", "approvals.hosting:missing", "approvals"),
            "approvals.hosting:failing",
        ):
            ran = await cli(*query, wrong)
            assert (ran.code, ran.out, "hunter2" in ran.err) == (2, "", False)
        deployed.service.disarm()
        known = await cli(*query, "approvals.hosting:dispatcher")
        assert known.code == 0, known
        assert "succeeded" in known.out.splitlines()[0]
        assert (await commit(host, run, proposal_id))["outcome"] == "committed"
        assert (await person()).tenant == "acme"
