"""The approver's side in Python: who sees what, whose decision counts, and what is told afterwards."""

from __future__ import annotations

import copy
import dataclasses
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from approvals import tokens
from approvals.scene import COMMIT, REFUND, Scene, agents_run, commit, person, proposed
from approvals.tokens import token, verifier
from store.kinds import alter
from toolcharter_runtime._ledger.proposals import Loaded, is_approved
from toolcharter_runtime._proposal.document import Document
from toolcharter_runtime.approvals import VerifiedApprover, verify
from toolcharter_runtime.errors import (
    AlteredRecordError,
    DecisionRefusedError,
    NotVerifiedError,
    RunError,
    TokenRefusedError,
    WordsRefusedError,
)
from write_path.host import Host, Skew


async def refused(deciding: Any) -> DecisionRefusedError:
    """The refusal that a decision ends in."""
    with pytest.raises(DecisionRefusedError) as found:
        await deciding
    return found.value


@pytest.mark.promise("A2")
async def test_what_was_shown_and_approved_is_what_the_service_carries_out(scene: Scene) -> None:
    async with scene.host() as host:
        run, lea = host.run(), await person()
        proposal_id = await proposed(host, run)
        (waiting,) = await scene.approvals.pending(lea)
        assert waiting.proposal_id == proposal_id
        approved = await scene.approvals.approve(lea, proposal_id, hash=waiting.hash)
        assert (approved.state, approved.approvals) == ("approved", 1)
        assert (await commit(host, run, proposal_id))["outcome"] == "committed"
        (effect,) = scene.service.effects()
        assert (effect.id, str(effect.version_before)) == (
            waiting.target.id,
            waiting.target.version,
        )
        assert await scene.approvals.pending(lea) == ()


@pytest.mark.promise("A5")
async def test_the_words_of_a_denial_reach_the_agent(scene: Scene) -> None:
    async with scene.host() as host:
        run, lea = host.run(), await person()
        proposal_id = await proposed(host, run)
        shown = await scene.approvals.show(lea, proposal_id)
        denied = await scene.approvals.deny(
            lea, proposal_id, hash=shown.hash, reason="Straße gibt es nicht."
        )
        assert denied.state == "denied"
        error = (await commit(host, run, proposal_id))["error"]
        assert (error["code"], error["reason"]) == ("APPROVAL_DENIED", "Straße gibt es nicht.")
        assert scene.service.effects() == []


@pytest.mark.parametrize(
    "reason",
    [
        "",
        " ",
        "a" * 301,
        "two\nlines",
        "bell\x07",
        "\u202eback",
        "zero\u200bwidth",
        "a\x00",
        None,
        5,
    ],
)
async def test_a_reason_is_one_visible_line_of_at_most_300_characters(
    scene: Scene, reason: Any
) -> None:
    async with scene.host() as host:
        lea, proposal_id = await person(), await proposed(host, host.run())
        shown = await scene.approvals.show(lea, proposal_id)
        with pytest.raises(WordsRefusedError):
            await scene.approvals.deny(lea, proposal_id, hash=shown.hash, reason=reason)
        assert (await scene.approvals.show(lea, proposal_id)).state == "pending"
        longest = "a" * 300
        denied = await scene.approvals.deny(lea, proposal_id, hash=shown.hash, reason=longest)
        assert denied.decisions[0].reason == longest


async def test_a_decision_about_another_hash_does_not_count(scene: Scene) -> None:
    async with scene.host() as host:
        lea, proposal_id = await person(), await proposed(host, host.run())
        for hash_ in ("", "sha256:" + "0" * 64):
            error = await refused(scene.approvals.approve(lea, proposal_id, hash=hash_))
            assert (error.reason, error.state) == ("other_document", "pending")


@pytest.mark.promise("A3")
async def test_two_different_persons_are_needed_where_the_level_says_two(scene: Scene) -> None:
    async with scene.host() as host:
        run = host.run()
        proposal_id = await proposed(host, run, REFUND, "preview_refund_v1")
        max_, ada = await person("max", "finance_lead"), await person("ada", "head_of_support")
        hash_ = (await scene.approvals.show(max_, proposal_id)).hash
        half = await scene.approvals.approve(max_, proposal_id, hash=hash_)
        assert (half.state, half.approvals, half.approvers_needed) == ("pending", 1, 2)
        assert await scene.approvals.pending(max_) == ()
        assert len(await scene.approvals.pending(ada)) == 1
        again = await refused(scene.approvals.approve(max_, proposal_id, hash=hash_))
        assert (again.reason, again.decisions[0].approver) == ("already_decided", "max")
        error = (await commit(host, run, proposal_id, "commit_refund_v1"))["error"]
        assert error["code"] == "APPROVAL_PENDING"
        whole = await scene.approvals.approve(ada, proposal_id, hash=hash_)
        assert (whole.state, whole.approvals) == ("approved", 2)
        late = await refused(
            scene.approvals.deny(ada, proposal_id, hash=hash_, reason="On reflection, no.")
        )
        assert (late.reason, late.state) == ("already_decided", "approved")
        assert [each.approver for each in late.decisions] == ["max", "ada"]
        assert "approved by max at 20" in str(late)


@pytest.mark.promise("A3")
async def test_nobody_approves_what_they_have_asked_for(scene: Scene) -> None:
    async with scene.host() as host:
        proposal_id = await proposed(host, host.run())
        ines = await person("ines")
        assert await scene.approvals.pending(ines) == ()
        hash_ = (await scene.approvals.show(ines, proposal_id)).hash
        assert (await refused(scene.approvals.approve(ines, proposal_id, hash=hash_))).reason == (
            "own"
        )


SPELLINGS = ["INES", "Ines", "ines ", " ines", "\uff49\uff4e\uff45\uff53", "i\u200bnes"]
"""Of the requester: systems that vouch for people do not agree on them."""


@pytest.mark.promise("A3")
@pytest.mark.parametrize("spelling", SPELLINGS)
async def test_nobody_approves_what_they_have_asked_for_under_another_spelling(
    scene: Scene, spelling: str
) -> None:
    async with scene.host() as host:
        proposal_id = await proposed(host, host.run())
        same = await person(spelling)
        assert await scene.approvals.pending(same) == ()
        hash_ = (await scene.approvals.show(same, proposal_id)).hash
        error = await refused(scene.approvals.approve(same, proposal_id, hash=hash_))
        assert error.reason == "own"


@pytest.mark.promise("A3")
async def test_one_person_under_two_spellings_is_not_two(scene: Scene) -> None:
    async with scene.host() as host:
        proposal_id = await proposed(host, host.run(), REFUND, "preview_refund_v1")
        rene = await person("Ren\u00e9 Ott", "finance_lead")
        hash_ = (await scene.approvals.show(rene, proposal_id)).hash
        await scene.approvals.approve(rene, proposal_id, hash=hash_)
        for spelling in ("rene\u0301 ott", "REN\u00c9  OTT", "Ren\u00e9\u00a0Ott "):
            same = await person(spelling, "head_of_support")
            assert await scene.approvals.pending(same) == ()
            error = await refused(scene.approvals.approve(same, proposal_id, hash=hash_))
            assert (error.reason, error.state) == ("already_decided", "pending")
        other = await person("Rene Ott", "head_of_support")
        whole = await scene.approvals.approve(other, proposal_id, hash=hash_)
        assert (whole.state, whole.approvals) == ("approved", 2)


@pytest.mark.promise("A3")
async def test_the_agents_own_identity_does_not_approve_either(scene: Scene) -> None:
    async with scene.host() as host:
        run = agents_run(host, "agent-7")
        proposal_id = await proposed(host, run)
        agent, lea = await person("agent-7"), await person()
        assert await scene.approvals.pending(agent) == ()
        shown = await scene.approvals.show(lea, proposal_id)
        assert shown.principal == "agent-7"
        assert shown.excluded == {"ines", "agent-7"}
        error = await refused(scene.approvals.approve(agent, proposal_id, hash=shown.hash))
        assert error.reason == "own"
        await scene.approvals.approve(lea, proposal_id, hash=shown.hash)
        (row,) = await host.store.read("acme", lambda rows: rows.decisions(proposal_id))
        proposal = await host.proposal(proposal_id)
        loaded = Loaded(proposal, Document.read(proposal.document))
        assert is_approved(loaded, [row])
        # One that stood in the ledger all the same would not be counted.
        for party in ("agent-7", "ines"):
            assert not is_approved(loaded, [dataclasses.replace(row, approver=party)])


async def test_the_principal_of_a_run_is_a_name(scene: Scene) -> None:
    async with scene.host() as host:
        with pytest.raises(RunError, match="principal"):
            agents_run(host, "")


@pytest.mark.promise("A3")
async def test_who_has_no_role_for_a_level_sees_nothing_and_is_told_so(scene: Scene) -> None:
    async with scene.host() as host:
        proposal_id = await proposed(host, host.run())
        hash_ = (await host.proposal(proposal_id)).hash
        clerk = await person("kim", "finance_lead")
        assert await scene.approvals.pending(clerk) == ()
        for deciding in (
            scene.approvals.show(clerk, proposal_id),
            scene.approvals.approve(clerk, proposal_id, hash=hash_),
            scene.approvals.deny(clerk, proposal_id, hash=hash_, reason="No."),
        ):
            error = await refused(deciding)
            assert (error.reason, error.decisions) == ("not_authorised", ())
            assert str(error) == "none of your roles may decide about this proposal"


async def test_a_proposal_of_another_tenant_is_not_there(scene: Scene) -> None:
    async with scene.host() as host:
        proposal_id = await proposed(host, host.run())
        hash_ = (await host.proposal(proposal_id)).hash
        stranger = await person("lea", tenant="globex")
        assert await scene.approvals.pending(stranger) == ()
        assert (await refused(scene.approvals.show(stranger, proposal_id))).reason == "unknown"
        error = await refused(scene.approvals.approve(stranger, proposal_id, hash=hash_))
        assert error.reason == "unknown"


@pytest.mark.parametrize("text", ["", "pro\x00", "pro_\ud800", "a" * 129])
async def test_a_text_that_is_no_id_names_no_proposal(scene: Scene, text: str) -> None:
    """Not every database could be asked for it."""
    lea = await person()
    for deciding in (
        scene.approvals.show(lea, text),
        scene.approvals.approve(lea, text, hash="sha256:" + "0" * 64),
    ):
        assert (await refused(deciding)).reason == "unknown"


async def decided_away(host: Host, proposal_id: str) -> None:
    await host.decide(proposal_id, "ann")


async def test_a_decision_after_the_end_is_told_who_decided_and_when(scene: Scene) -> None:
    async with scene.host() as host:
        run = host.run()
        proposal_id = await proposed(host, run)
        await decided_away(host, proposal_id)
        lea = await person()
        shown = await scene.approvals.show(lea, proposal_id)
        error = await refused(scene.approvals.approve(lea, proposal_id, hash=shown.hash))
        assert (error.reason, error.state) == ("already_decided", "approved")
        assert error.decisions[0].approver == "ann"
        assert error.decisions[0].at <= datetime.now(UTC)
        await commit(host, run, proposal_id)
        error = await refused(scene.approvals.approve(lea, proposal_id, hash=shown.hash))
        assert error.state == "consumed"


@pytest.mark.promise("A4")
async def test_an_expiry_that_somebody_was_shown_stays(scene: Scene, skew: Skew) -> None:
    async with scene.host() as host:
        lea, proposal_id = await person(), await proposed(host, host.run())
        hash_ = (await host.proposal(proposal_id)).hash
        skew.ms = 900_000
        assert await scene.approvals.pending(lea) == ()
        assert (await host.proposal(proposal_id)).state == "pending"
        assert (await scene.approvals.show(lea, proposal_id)).state == "expired"
        skew.ms = 0
        assert (await host.proposal(proposal_id)).state == "expired"
        error = await refused(scene.approvals.approve(lea, proposal_id, hash=hash_))
        assert error.reason == "expired"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "invalid"),
        ("nonsense", "invalid"),
        (token("lea") + "0", "invalid"),
        (token("lea", secret=b"another issuer's secret"), "invalid"),
        (token("lea", audience="mail"), "foreign"),
        (token("lea", until=datetime(2020, 1, 1, tzinfo=UTC)), "expired"),
    ],
)
async def test_a_token_that_the_verifier_refuses_makes_nobody(text: str, reason: str) -> None:
    with pytest.raises(TokenRefusedError) as found:
        await verify(verifier, text)
    assert found.value.reason == reason
    assert not text or text not in str(found.value)


async def test_a_verifier_that_names_nobody_makes_nobody() -> None:
    with pytest.raises(NotVerifiedError):
        await verify(tokens.nobody, "x")  # type: ignore[arg-type]


async def test_an_approver_built_by_hand_or_copied_is_refused(scene: Scene) -> None:
    lea = await person()
    forged = VerifiedApprover(
        identity="lea",
        tenant="acme",
        roles=frozenset({"support_lead"}),
        verified_by="me",
        valid_until=None,
    )
    richer = dataclasses.replace(lea, roles=frozenset({"finance_lead"}))
    for each in (forged, richer, copy.copy(lea), copy.deepcopy(lea), None, "lea"):
        with pytest.raises(NotVerifiedError):
            await scene.approvals.pending(each)  # type: ignore[arg-type]
        with pytest.raises(NotVerifiedError):
            await scene.approvals.approve(each, "pro_1", hash="x")  # type: ignore[arg-type]


async def test_a_token_that_expires_while_the_approver_reads_counts_no_more(scene: Scene) -> None:
    async with scene.host() as host:
        proposal_id = await proposed(host, host.run())
        hash_ = (await host.proposal(proposal_id)).hash
        late = await person(until=datetime.now(UTC) - timedelta(seconds=1))
        with pytest.raises(NotVerifiedError, match="expired"):
            await scene.approvals.approve(late, proposal_id, hash=hash_)
        assert (await host.proposal(proposal_id)).state == "pending"


async def test_a_cancelled_run_leaves_nothing_to_decide(scene: Scene) -> None:
    async with scene.host() as host:
        run, lea = host.run(), await person()
        proposal_id = await proposed(host, run)
        await host.dispatcher.cancel(run)
        shown = await scene.approvals.show(lea, proposal_id)
        assert shown.state == "void"
        error = await refused(scene.approvals.approve(lea, proposal_id, hash=shown.hash))
        assert (error.reason, error.state) == ("already_decided", "void")
        assert str(error) == "the proposal is void; nothing is left to decide"


@pytest.mark.parametrize("column", ["document", "hash", "state", "expires_at", "requester"])
async def test_a_proposal_that_somebody_changed_in_the_store_is_not_shown(
    scene: Scene, column: str
) -> None:
    async with scene.host() as host:
        lea, proposal_id = await person(), await proposed(host, host.run())
        row = await host.proposal(proposal_id)
        value = getattr(row, column)
        other: Any = {int: 5, str: "approved", bytes: row.document + b" "}[type(value)]
        alter(scene.store, "proposal", proposal_id, column, other)
        for asked in (
            scene.approvals.show(lea, proposal_id),
            scene.approvals.approve(lea, proposal_id, hash=row.hash),
        ):
            with pytest.raises(AlteredRecordError, match=proposal_id):
                await asked


async def test_no_tool_call_reaches_a_decision(scene: Scene) -> None:
    async with scene.host() as host:
        run = host.run()
        proposal_id = await proposed(host, run)
        for name in (
            "approve",
            "approvals",
            "Approvals.approve",
            COMMIT.replace("commit", "approve"),
        ):
            envelope = await host.call(run, name, {"proposal_id": proposal_id})
            assert envelope["error"]["code"] == "UNKNOWN_TOOL"
