"""Every command and block of docs/stores.md, on both databases, and the tests that it names."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ledger.ledger_of import REQUESTER, RUN, TENANT, Ledger, Now
from reference_service.fixtures import TESTS
from sqlalchemy import create_engine, text
from store import postgres
from store.conftest import postgres_server
from store.kinds import opened
from toolcharter_runtime import Dispatcher, Requester
from toolcharter_runtime._ledger.cancel_run import cancel_run
from toolcharter_runtime._ledger.claim import Claimed
from toolcharter_runtime._ledger.settle import Happened, Stopped, settle

from docs.blocks import Block, blocks
from docs.test_approvals import Shell

__all__ = ["postgres_server"]

PAGE = Path(__file__).parent.parent.parent / "docs" / "stores.md"
KEYS = {"2026-11": b"k" * 32, "2026-12": b"l" * 32}


@pytest.fixture(params=("sqlite", "postgresql"))
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database without tables, of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'other.db'}"
        return
    with postgres.database(request.getfixturevalue("postgres_server")) as url:
        yield url


@pytest.mark.promise("F7")
def test_the_page_is_true(tmp_path: Path, database_url: str) -> None:
    shell = Shell(tmp_path)
    shell.environment["DATABASE_URL"] = database_url
    languages = set()
    for block in blocks(PAGE):
        languages.add(block.language)
        if block.language == "bash":
            said = shell.run(block.text)
            is_about_tables = any(word in block.text for word in ("store check", "store migrate"))
            assert ("The tables are those of this version." in said) == is_about_tables
            assert ("Runs cancelled: " in said) == ("store reconcile" in block.text)
        elif block.language == "python":
            asyncio.run(_serve(block.text, database_url))
        elif not block.note:
            _ask(block, database_url)
    assert languages == {"bash", "python", "sql"}
    keys = json.loads((tmp_path / "keys.json").read_text())
    assert list(keys) == ["2026-11"]


def _ask(block: Block, url: str) -> None:
    """Questions of an operator, about a ledger in which nothing has happened yet."""
    engine = create_engine(url)
    with engine.connect() as connection:
        for question in filter(str.strip, block.text.split(";")):
            found = connection.execute(text(question)).all()
            assert found in ([], [(0,)])
    engine.dispose()


async def _serve(source: str, url: str) -> None:
    """The block's host answers, its round goes on by itself, and it ends in order."""
    import acme_tools
    from reference_service.adapters import Upstream, adapters_of

    names: dict[str, Any] = {}
    exec(compile(source, str(PAGE), "exec"), names)  # noqa: S102 - a block of our own page
    own, rounds = create_engine("sqlite://"), []

    async def work(dispatcher: Dispatcher) -> None:
        recover = dispatcher.recover
        requester = Requester(identity="ines", tenant="acme", permissions=frozenset())
        run = dispatcher.open(role="explorer", requester=requester, run_id="run-1")
        cancelled = await dispatcher.cancel(run)
        assert (cancelled.voided, cancelled.going_on) == ((), ())
        rounds.append(await recover())

    async with Upstream("https://127.0.0.1:1") as upstream:
        adapters = adapters_of(upstream, own)
        await names["serve"](acme_tools.CATALOG, adapters, url, KEYS, "2026-11", work)
    assert rounds == [0]
    own.dispose()


def test_what_the_page_grants_to_a_host_is_enough_and_no_more(postgres_server: str) -> None:
    (granting,) = (block for block in blocks(PAGE) if block.note == "postgresql")
    role = f"toolcharter_host_{uuid.uuid4().hex[:8]}"
    with postgres.database_with_tables() as url:
        engine = create_engine(url)
        with engine.begin() as connection:
            for statement in filter(str.strip, granting.text.split(";")):
                connection.execute(text(statement.replace("toolcharter_host", role)))
        for store in opened(f"{url}&options=-crole%3D{role}"):
            _whole_protocol(Ledger(store, Now()))
        with engine.connect() as connection:
            held = connection.execute(
                text(
                    "SELECT table_name, string_agg(privilege_type, ' ') AS privileges"
                    " FROM information_schema.role_table_grants WHERE grantee = :role GROUP BY 1"
                ),
                {"role": role},
            )
            grants = {row.table_name: row.privileges for row in held}
        with engine.begin() as connection:
            connection.execute(text(f"DROP OWNED BY {role}"))
            connection.execute(text(f"DROP ROLE {role}"))
        engine.dispose()
    assert len(grants) == 9
    assert {name for name, words in grants.items() if "DELETE" in words} == {
        "toolcharter_gate",
        "toolcharter_slot",
    }


def _whole_protocol(ledger: Ledger) -> None:
    """Everything that is ever stored, changed and swept."""
    happened = Happened(lambda now: b"{}", lambda now: b"{}")
    verdict = ledger.claim(ledger.approved(1))
    assert isinstance(verdict, Claimed)
    for finding in (happened, Stopped()):
        ledger.transact(lambda tx, found=finding: settle(tx, verdict.row.id, found))  # type: ignore[misc]
    assert len(ledger.transact(lambda tx: tx.anomalies(verdict.row.id))) == 1
    ledger.propose(2)
    ledger.transact(lambda tx: tx.put_slots(["gate"], holder="gone", lease_until=1))
    ledger.transact(lambda tx: tx.count_calls(REQUESTER, RUN, 1))
    ledger.transact(lambda tx: cancel_run(tx, requester=REQUESTER, run_id=RUN))

    async def look_over_all() -> None:
        assert await ledger.store.overdue(10) == []
        await ledger.store.sweep(older_than_ms=0)

    asyncio.run(look_over_all())
    assert ledger.transact(lambda tx: tx.slots("gate"), TENANT) == []


def test_every_test_that_the_page_names_is_there() -> None:
    named = {line.split("`")[1] for line in PAGE.read_text().splitlines() if "`test_" in line}
    there = "".join(each.read_text() for each in (TESTS / "store").glob("test_*.py"))
    assert len(named) == 12
    assert [name for name in sorted(named) if f"def {name}(" not in there] == []
