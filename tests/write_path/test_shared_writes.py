"""Writes whose effect is stored together with the ledger's row."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
from reference_service.adapters.own_tables import create_own_tables, note_effect, sellers
from reference_service.controller import ReferenceService
from reference_service.seed import records
from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.exc import IntegrityError
from store.kinds import store_url
from store.waiting import waiting_database
from toolcharter_runtime._store.sql.opening import open_store
from write_path.changes import STAGE, approved, ready
from write_path.host import SEALS, Host, host_of

__all__ = ["store_url"]

PREVIEW, COMMIT = STAGE.preview, STAGE.commit


@contextmanager
def own_tables(url: str) -> Iterator[Engine]:
    """The host's own tables with the first records, beside the ledger's."""
    engine = create_engine(url)
    with engine.begin() as connection:
        create_own_tables(connection, records())
    yield engine
    engine.dispose()


@pytest.fixture
def own_database(store_url: str) -> Iterator[Engine]:
    """The host's own tables, in a database of each kind that a ledger may lie in."""
    with own_tables(store_url) as engine:
        yield engine


@asynccontextmanager
async def sharing(
    service: ReferenceService, own: Engine, url: str | None = None
) -> AsyncIterator[Host]:
    """A host whose ledger lies in the database that its adapters write to."""
    store = open_store(url or str(own.url), SEALS)
    try:
        async with host_of(service, own, store) as host:
            yield host
    finally:
        await store.close()


def effects(own: Engine) -> list[Any]:
    with own.connect() as connection:
        return list(connection.execute(text("SELECT * FROM own_effects")))


@pytest.mark.promise("F1")
async def test_a_shared_write_happens_once_and_answers_the_same_ever_after(
    service: ReferenceService, own_database: Engine
) -> None:
    async with sharing(service, own_database) as host:
        run = host.run("sales_agent", identity="ines")
        shown = await approved(host, run, STAGE)
        commit = {"proposal_id": shown["proposal_id"]}
        first = await host.call(run, COMMIT, commit)
        assert (first["ok"], first["outcome"]) == (True, "committed"), first
        again = await host.call(run, COMMIT, commit)
        assert again.pop("replayed") is True
        assert again == first
        assert len(effects(own_database)) == 1


@pytest.mark.promise("F3")
async def test_an_expected_version_that_is_not_the_records_is_a_conflict(
    service: ReferenceService, own_database: Engine
) -> None:
    async with sharing(service, own_database) as host:
        run = host.run("sales_agent")
        refused = await host.call(run, PREVIEW, {**STAGE.arguments, "expected_version": "5"})
        assert refused["error"]["code"] == "VERSION_CONFLICT"
        assert refused["error"]["field"] == "/expected_version"
        fits = await host.call(run, PREVIEW, {**STAGE.arguments, "expected_version": "6"})
        assert fits["ok"], fits


@pytest.mark.promise("F3")
async def test_a_conflict_in_the_shared_transaction_leaves_no_trace_but_the_ledgers(
    service: ReferenceService, own_database: Engine
) -> None:
    async with sharing(service, own_database) as host:
        run = host.run("sales_agent")
        shown = await approved(host, run, STAGE)
        with own_database.begin() as connection:
            connection.execute(text("UPDATE opportunities SET version = version + 1"))
        late = await host.call(run, COMMIT, {"proposal_id": shown["proposal_id"]})
        assert (late["outcome"], late["error"]["code"]) == ("nothing_happened", "VERSION_CONFLICT")
        assert late["error"]["next"]["tool"] == PREVIEW
        assert effects(own_database) == []
        assert (await host.proposal(shown["proposal_id"])).state == "closed"


@pytest.mark.promise("F1")
async def test_many_callers_at_once_make_one_effect(
    service: ReferenceService, own_database: Engine
) -> None:
    async with sharing(service, own_database) as host:
        run = host.run("sales_agent")
        shown = await approved(host, run, STAGE)
        commit = {"proposal_id": shown["proposal_id"]}
        envelopes = await asyncio.gather(*(host.call(run, COMMIT, commit) for _ in range(16)))
        assert {each.get("outcome") for each in envelopes} == {"committed"}
        assert sum("replayed" not in each for each in envelopes) == 1
        assert len(effects(own_database)) == 1


async def test_what_an_adapter_raises_undoes_its_statements_and_the_claim(
    service: ReferenceService, own_database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*given: Any) -> None:
        raise RuntimeError("canary-4711")

    monkeypatch.setattr("reference_service.adapters.sale_changes.note_effect", fails)
    async with sharing(service, own_database) as host:
        run = host.run("sales_agent")
        shown = await approved(host, run, STAGE)
        commit = {"proposal_id": shown["proposal_id"]}
        failed = await host.call(run, COMMIT, commit)
        assert failed["error"]["code"] == "INTERNAL"
        assert "canary" not in str(failed)
        monkeypatch.undo()
        assert (await host.proposal(shown["proposal_id"])).state == "approved"
        done = await host.call(run, COMMIT, commit)
        assert done["outcome"] == "committed"
        assert len(effects(own_database)) == 1


@pytest.mark.promise("F1")
async def test_a_direct_write_is_one_per_request(
    service: ReferenceService, own_database: Engine
) -> None:
    draft = {"customer_id": "cus_4f7a2b9c", "subject": "Hello", "body": "Good morning"}
    async with sharing(service, own_database) as host:
        run = host.run("sales_drafter")
        first = await host.call(run, "draft_email_v1", draft, request_id="r1")
        assert (first["ok"], first["outcome"]) == (True, "committed"), first
        again = await host.call(run, "draft_email_v1", draft, request_id="r1")
        assert again.pop("replayed") is True
        assert again == first
        other = {**draft, "body": "Good evening"}
        refused = await host.call(run, "draft_email_v1", other, request_id="r1")
        assert refused["error"]["code"] == "IDEMPOTENCY_MISMATCH"
        second = await host.call(run, "draft_email_v1", draft, request_id="r2")
        assert second["result"]["resource_id"] != first["result"]["resource_id"]
        derived = await host.call(run, "draft_email_v1", draft)
        assert (await host.call(run, "draft_email_v1", draft))["result"] == derived["result"]
        assert len(effects(own_database)) == 3


@pytest.mark.promise("F1")
async def test_a_fact_that_the_write_itself_made_false_is_no_failure_of_its_repeat(
    service: ReferenceService, own_database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The caller on the slow host has looked into the ledger before the effect, and asks the
    service after it."""
    async with (
        sharing(service, own_database) as host,
        host_of(service, own_database, host.store) as quick,
    ):
        run = host.run("sales_agent")
        shown = await approved(host, run, STAGE)
        commit = {"proposal_id": shown["proposal_id"]}
        tool = host.dispatcher._tools.tool(COMMIT)
        asked, checked = asyncio.Event(), tool.preconditions.check

        async def late(*given: Any) -> None:
            monkeypatch.undo()
            await asked.wait()
            await checked(*given)

        monkeypatch.setattr(tool.preconditions, "check", late)
        second = asyncio.create_task(host.call(run, COMMIT, commit))
        await asyncio.sleep(0.2)
        first = await quick.call(quick.run("sales_agent"), COMMIT, commit)
        asked.set()
        told = await second
        assert first["outcome"] == "committed"
        assert (told["outcome"], told["replayed"]) == ("committed", True)
        assert len(effects(own_database)) == 1


def sales(own: Engine) -> list[Any]:
    """Where every sale stands."""
    with own.connect() as connection:
        return list(connection.execute(text("SELECT * FROM opportunities ORDER BY tenant, id")))


def before_the_last_statement(
    monkeypatch: pytest.MonkeyPatch, work: Callable[[Connection], None]
) -> None:
    """Let the adapter do more on its connection, between its change and its account of it."""

    def note(connection: Connection, *given: Any, **named: Any) -> None:
        work(connection)
        note_effect(connection, *given, **named)

    monkeypatch.setattr("reference_service.adapters.sale_changes.note_effect", note)


def same_seller_again(connection: Connection) -> None:
    """A statement that fails: there is such a seller."""
    row = connection.execute(text("SELECT tenant, id, sells, version FROM sellers")).first()
    assert row is not None
    connection.execute(sellers.insert().values(**row._mapping))


async def test_an_adapter_goes_back_to_its_own_savepoint_and_the_rest_is_stored(
    service: ReferenceService, own_database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def attempt(connection: Connection) -> None:
        with pytest.raises(IntegrityError), connection.begin_nested():
            connection.execute(sellers.delete().where(sellers.c.id == "nobody"))
            same_seller_again(connection)

    before_the_last_statement(monkeypatch, attempt)
    async with sharing(service, own_database) as host:
        run = host.run("sales_agent")
        commit = await ready(host, run, STAGE)
        done = await host.call(run, COMMIT, commit)
        assert (done["ok"], done["outcome"]) == (True, "committed"), done
        assert len(effects(own_database)) == 1
        assert (await host.call(run, COMMIT, commit))["replayed"] is True


async def test_what_a_failed_statement_leaves_is_all_undone(
    service: ReferenceService, own_database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    before_the_last_statement(monkeypatch, same_seller_again)
    async with sharing(service, own_database) as host:
        run = host.run("sales_agent")
        commit, before = await ready(host, run, STAGE), sales(own_database)
        failed = await host.call(run, COMMIT, commit)
        assert failed["error"]["code"] == "INTERNAL"
        assert "outcome" not in failed
        assert sales(own_database) == before
        monkeypatch.undo()
        assert (await host.proposal(commit["proposal_id"])).state == "approved"
        assert (await host.call(run, COMMIT, commit))["outcome"] == "committed"
        assert len(effects(own_database)) == 1


@pytest.mark.parametrize("store_url", ["postgresql"], indirect=True)
async def test_a_failed_statement_that_an_adapter_passed_over_commits_nothing(
    service: ReferenceService, own_database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL takes no statement after one that failed, and its COMMIT would be a rollback."""

    def pass_over(connection: Connection) -> None:
        with contextlib.suppress(IntegrityError):
            same_seller_again(connection)

    before_the_last_statement(monkeypatch, pass_over)
    async with sharing(service, own_database) as host:
        run = host.run("sales_agent")
        commit = await ready(host, run, STAGE)
        failed = await host.call(run, COMMIT, commit)
        assert failed["ok"] is False
        assert failed.get("outcome") is None
        monkeypatch.undo()
        assert (await host.proposal(commit["proposal_id"])).state == "approved"
        assert effects(own_database) == []
        assert (await host.call(run, COMMIT, commit))["outcome"] == "committed"


@pytest.mark.promise("F1")
@pytest.mark.parametrize("store_url", ["postgresql"], indirect=True)
async def test_a_connection_that_was_lost_before_the_commit_leaves_nothing(
    service: ReferenceService, own_database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(connection: Connection) -> None:
        connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    before_the_last_statement(monkeypatch, lose)
    async with sharing(service, own_database) as host:
        run = host.run("sales_agent")
        commit = await ready(host, run, STAGE)
        lost = await host.call(run, COMMIT, commit)
        assert (lost["error"]["code"], lost.get("outcome")) == ("STORE_UNAVAILABLE", None)
        assert effects(own_database) == []
        monkeypatch.undo()
        assert (await host.call(run, COMMIT, commit))["outcome"] == "committed"
        assert len(effects(own_database)) == 1


@pytest.mark.promise("F1")
async def test_a_connection_that_was_lost_after_the_commit_is_told_as_unknown_and_found_again(
    service: ReferenceService,
) -> None:
    """The server has stored everything and waits for a replica when the connection is cut."""
    with waiting_database() as waiting, own_tables(waiting.url) as own:
        async with sharing(service, own) as host, sharing(service, own, waiting.patient) as unlucky:
            run = host.run("sales_agent")
            commit = await ready(host, run, STAGE)
            call = asyncio.create_task(unlucky.call(unlucky.run("sales_agent"), COMMIT, commit))
            await asyncio.to_thread(waiting.cut_one)
            lost = await call
            assert (lost["error"]["code"], lost["error"]["retryable"]) == (
                "STORE_UNAVAILABLE",
                True,
            )
            assert lost["outcome"] == "unknown"
            assert len(effects(own)) == 1
            told = await host.call(run, COMMIT, commit)
            assert (told["outcome"], told["replayed"]) == ("committed", True)
            assert len(effects(own)) == 1
