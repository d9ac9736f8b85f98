"""Drafts cannot become records, messages cannot be sent, and nothing outside a role can be changed
without an approval: every sequence of up to four calls, of everything that such an agent may call or
guess, against the reference service. How that is every sequence stands in ``walking.py``."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from approvals.scene import Scene
from authority.alphabets import CHANGES, Standing, of_drafter, of_mail_operator
from authority.books import Account, Books
from authority.judging import OnlyOwnDrafts, OnlyOwnProposals
from authority.walking import Judge, Letter, Walk, Walker
from reference_service.controller import ReferenceService
from reference_service.fixtures import running_service
from sqlalchemy import Engine
from write_path.changes import SEND, STAGE, Change
from write_path.host import Envelope, Host

LONGEST = 4
DRAFTING = ("draft_email_v1", "revise_email_draft_v1")


@pytest.fixture(scope="module")
def service_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("service") / "service.db"


@pytest.fixture(scope="module")
def walked_service(service_file: Path) -> Iterator[ReferenceService]:
    """A service whose file the tests may read."""
    with running_service(service_file) as service:
        yield service


@pytest.fixture
def service(walked_service: ReferenceService) -> ReferenceService:
    walked_service.reset()
    return walked_service


@pytest.fixture
def books(service: ReferenceService, service_file: Path, own_database: Engine) -> Books:
    return Books(service_file, own_database)


OMARS = {SEND.commit: {"draft_id": "dft_0000000o"}}


async def proposed(host: Host, change: Change, who: str, state: str) -> str:
    """A proposal that somebody's other agent has made, and what people have decided about it."""
    run = host.run(change.role, run_id=f"earlier-{state}", identity=who)
    arguments = OMARS.get(change.commit, change.arguments) if who == "omar" else change.arguments
    envelope = await host.call(run, change.preview, arguments)
    assert envelope["ok"], envelope
    proposal_id: str = envelope["result"]["proposal_id"]
    if state == "approved":
        await host.decide(proposal_id)
    if state == "denied":
        await host.decide(proposal_id, "lea", verdict="deny", reason="No.")
    return proposal_id


async def standing(host: Host, *, without: tuple[str, str, str] | None = None) -> Standing:
    """Proposals of every change: the requester's own and another person's, in every state that a
    person can leave one in. ``without`` is one that must not be there."""
    every = [
        (change, who, state)
        for change in CHANGES
        for who in ("ines", "omar")
        for state in ("pending", "denied", "approved")
        if (change.commit, who, state) != without
    ]
    return {
        (change.commit, who, state): await proposed(host, change, who, state)
        for change, who, state in every
    }


class Agent:
    """One run of a role, in a host that has just begun."""

    def __init__(self, host: Host, role: str) -> None:
        self._host = host
        self._run = host.run(role, run_id="walk")

    async def call(self, letter: Letter, arguments: Any, request_id: str | None) -> Envelope:
        envelope = await self._host.call(self._run, letter.tool, arguments, request_id=request_id)
        # What a call leaves to be tidied up is part of what it changes.
        await self._host.dispatcher.drain()
        return envelope


@pytest.fixture
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    """The walk makes its calls in one run: a limit on their number would only refuse more."""
    import acme_tools

    for role in ("sales_drafter", "mail_operator"):
        monkeypatch.setitem(acme_tools.CATALOG["roles"][role], "calls_per_run", 10**6)


@pytest.mark.promise("A7")
@pytest.mark.usefixtures("unlimited")
async def test_no_sequence_of_a_drafting_agents_calls_does_more_than_keep_its_own_drafts(
    scene: Scene, books: Books
) -> None:
    async with scene.host() as host:
        alphabet = of_drafter(await standing(host))
        walk = await walked(host, "sales_drafter", books, alphabet, OnlyOwnDrafts(DRAFTING))
        assert_every_sequence(walk, alphabet)
        assert_only_reads(books)
        await assert_reached_without_walking(scene, "sales_drafter", books, walk)


@pytest.mark.promise("A7")
@pytest.mark.usefixtures("unlimited")
async def test_no_sequence_of_calls_sends_a_message_that_nobody_has_approved(
    scene: Scene, books: Books
) -> None:
    async with scene.host() as host:
        found = await standing(host, without=(SEND.commit, "ines", "approved"))
        alphabet = of_mail_operator(found)
        judge = OnlyOwnProposals(SEND.commit, most=5)
        walk = await walked(host, "mail_operator", books, alphabet, judge)
        assert_every_sequence(walk, alphabet)
        assert_only_reads(books)
        await assert_reached_without_walking(scene, "mail_operator", books, walk)


async def walked(
    host: Host, role: str, books: Books, alphabet: Sequence[Letter], judge: Judge
) -> Walk:
    walker = Walker(books, Agent(host, role).call, judge)
    return await walker.over(alphabet, longest=LONGEST)


def assert_every_sequence(walk: Walk, alphabet: Sequence[Letter]) -> None:
    """As many as there are, each letter tried in each state, and no letter idle."""
    names = {letter.name for letter in alphabet}
    assert len(names) == len(alphabet)
    size = len(alphabet)
    assert walk.sequences == [size**length for length in range(1, LONGEST + 1)]
    inner = [path for path in walk.paths if len(path) < LONGEST]
    assert walk.calls == len(inner) * size
    expected = {code for letter in alphabet for code in letter.codes}
    assert walk.said.keys() == expected
    print(
        f"{sum(walk.sequences)} sequences of up to {LONGEST} of {size} calls:"
        f" {walk.calls} calls made in {len(inner)} states"
    )


def assert_only_reads(books: Books) -> None:
    """Nothing that could write was even sent to the service."""
    requests = books.requests()
    assert {(each["method"], each["tenant"]) for each in requests} == {("GET", "acme")}
    assert {each["identity"] for each in requests} <= {"ines", "omar"}


async def assert_reached_without_walking(scene: Scene, role: str, books: Books, walk: Walk) -> None:
    """A host that has just begun comes to the same, by the calls of each path alone."""
    for path, state in zip(walk.paths, walk.states, strict=True):
        books.put_back(walk.states[0])
        async with scene.host() as host:
            agent = Agent(host, role)
            for number, letter in enumerate(path):
                arguments = letter.arguments_in(books.read())
                request_id = f"again-{number}" if letter.is_named else None
                await agent.call(letter, arguments, request_id)
        assert shape(books.read()) == shape(state)


def shape(account: Account) -> Any:
    """An account without ids and instants, which are other ones each time."""
    return (
        account.service,
        sorted(
            (row["owner"], row["subject"], row["body"], row["state"], row["version"])
            for row in account.own["drafts"]
        ),
        [(row["tool"], row["version_before"]) for row in account.own["own_effects"]],
        sorted((row["tool"], row["state"]) for row in account.ledger["operation"]),
        sorted((row["tool"], row["requester"], row["state"]) for row in account.ledger["proposal"]),
    )


@asynccontextmanager
async def leaking(scene: Scene, change: Change) -> AsyncIterator[tuple[Agent, str]]:
    """An agent whose role has got the commit of a change that was approved."""
    async with scene.host() as host:
        proposal_id = await proposed(host, change, "ines", "approved")
        yield Agent(host, change.role), proposal_id


@pytest.mark.parametrize("change", [SEND, STAGE], ids=["message", "opportunity"])
async def test_a_walk_sees_what_a_role_with_too_much_does(
    scene: Scene, books: Books, change: Change
) -> None:
    """The judge is no blind one: of two oracles, each sees what the other cannot."""
    async with leaking(scene, change) as (agent, proposal_id):
        letter = Letter(name="leak", tool=change.commit, arguments={"proposal_id": proposal_id})
        walker = Walker(books, agent.call, OnlyOwnDrafts(DRAFTING))
        with pytest.raises(AssertionError, match=r"leak: .* changed"):
            await walker.over([letter], longest=1)


def test_a_walk_that_skips_a_call_covers_fewer_sequences(books: Books) -> None:
    """The sum is no tautology: a state that is left out is missing from it."""

    async def call(letter: Letter, arguments: Any, request_id: str | None) -> Envelope:
        return {"ok": True}

    class Anything:
        def check(self, start: Account, now: Account) -> None: ...

    alphabet = [Letter(name=name, tool=name, arguments={}) for name in "ab"]
    walk = asyncio.run(Walker(books, call, Anything()).over(alphabet, longest=3))
    assert (walk.sequences, walk.calls) == ([2, 4, 8], 2)
