"""What a caller is told when the database is in trouble, and that nothing is half done."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import psycopg
import pytest
from sqlalchemy import text
from store import rows
from store.opened import Opened, opened
from store.postgres import driver_url, name_of
from store.waiting import waiting_database
from toolcharter_runtime._store.sql.opening import open_store
from toolcharter_runtime._store.sql.transaction import SqlTransaction
from toolcharter_runtime._store.transaction import (
    CommitUnknownError,
    ConflictError,
    StoreUnavailableError,
    Transaction,
)

IMPATIENT_MS = 300
TOO_LONG_S = 20


def file_of(url: str) -> str:
    return url.removeprefix("sqlite:///")


@pytest.fixture
def other(sqlite_url: str) -> Iterator[sqlite3.Connection]:
    """Somebody else at the same file."""
    with sqlite3.connect(
        file_of(sqlite_url), isolation_level=None, check_same_thread=False
    ) as connection:
        yield connection
    connection.close()


@pytest.fixture
def operator(postgres_url: str) -> Iterator[psycopg.Connection]:
    """Somebody who may end connections of others."""
    with psycopg.connect(driver_url(postgres_url), autocommit=True) as connection:
        yield connection


def end_all_others(operator: psycopg.Connection) -> None:
    operator.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )


def add(tx: Transaction) -> bool:
    return tx.add_operation(rows.operation(tx.tenant))


def is_there(store: Opened) -> bool:
    return store.read(lambda tx: tx.operation("op_1")) is not None


def test_a_locked_file_is_waited_for(sqlite_url: str, other: sqlite3.Connection) -> None:
    with opened(sqlite_url) as store:
        other.execute("BEGIN IMMEDIATE")
        holder = threading.Timer(0.5, other.commit)
        holder.start()
        assert store.transact(add)
        holder.join()


def test_a_file_that_stays_locked_is_unavailable_and_read_all_the_same(
    sqlite_url: str, other: sqlite3.Connection
) -> None:
    with opened(sqlite_url, patience_ms=IMPATIENT_MS) as store:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailableError, match="SQLITE_BUSY"):
            store.transact(add)
        assert not is_there(store)
        other.execute("ROLLBACK")
        assert store.transact(add)


def test_a_full_disk_is_unavailable_and_what_was_stored_stays(lite: Opened) -> None:
    def fill(tx: Transaction) -> None:
        assert isinstance(tx, SqlTransaction)
        pages = tx.connection.exec_driver_sql("PRAGMA page_count").scalar()
        tx.connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        tx.add_operation(rows.operation(tx.tenant, 2, document=bytes(1_000_000)))

    lite.transact(add)
    with pytest.raises(StoreUnavailableError, match="SQLITE_FULL"):
        lite.transact(fill)
    assert is_there(lite)
    assert lite.read(lambda tx: tx.operation("op_2")) is None


def test_a_file_that_is_no_database_is_unavailable(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"no database" * 1000)
    with pytest.raises(StoreUnavailableError, match="SQLITE_NOTADB"):
        open_store(f"sqlite:///{tmp_path / 'x.db'}", rows.SEALS)


def test_a_folder_that_is_not_there_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailableError, match="SQLITE_CANTOPEN"):
        open_store(f"sqlite:///{tmp_path / 'none' / 'x.db'}", rows.SEALS)


def test_a_server_that_is_not_there_is_unavailable_and_no_password_is_told(tmp_path: Path) -> None:
    url = f"postgresql+psycopg://me:s3cret@/x?host={tmp_path}"
    with pytest.raises(StoreUnavailableError) as caught:
        open_store(url, rows.SEALS)
    assert "s3cret" not in str(caught.value)


def test_a_connection_lost_during_the_work_is_unavailable(
    server: Opened, operator: psycopg.Connection
) -> None:
    def work(tx: Transaction) -> None:
        add(tx)
        end_all_others(operator)
        tx.put_run(rows.run(tx.tenant))

    with pytest.raises(StoreUnavailableError) as caught:
        server.transact(work)
    assert not isinstance(caught.value, CommitUnknownError)
    assert not is_there(server)
    assert server.transact(add)


def test_a_connection_of_an_adapter_lost_during_the_work_is_unavailable(
    server: Opened, operator: psycopg.Connection
) -> None:
    def work(tx: Transaction) -> None:
        assert isinstance(tx, SqlTransaction)
        add(tx)
        end_all_others(operator)
        tx.connection.exec_driver_sql("SELECT 1")

    with pytest.raises(StoreUnavailableError):
        server.transact(work)
    assert not is_there(server)
    assert server.transact(add)


def test_a_connection_lost_before_the_commit_was_sent_leaves_nothing(
    server: Opened, operator: psycopg.Connection
) -> None:
    def work(tx: Transaction) -> None:
        add(tx)
        end_all_others(operator)

    with pytest.raises(StoreUnavailableError):
        server.transact(work)
    assert not is_there(server)


def test_a_connection_lost_while_it_commits_leaves_the_outcome_unknown(
    server: Opened, operator: psycopg.Connection
) -> None:
    operator.execute(
        "CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS"
        " 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'"
    )
    operator.execute(
        "CREATE CONSTRAINT TRIGGER die AFTER INSERT ON toolcharter_operation"
        " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION die()"
    )
    with pytest.raises(CommitUnknownError):
        server.transact(add)
    operator.execute("DROP TRIGGER die ON toolcharter_operation")
    assert not is_there(server)
    assert server.transact(add)


def test_a_connection_lost_after_the_commit_was_stored_leaves_the_outcome_unknown_too() -> None:
    with waiting_database() as waiting, opened(waiting.patient) as patient:
        cutter = threading.Thread(target=waiting.cut_one)
        cutter.start()
        with pytest.raises(CommitUnknownError):
            patient.transact(add)
        cutter.join()
        with opened(waiting.url) as other:
            assert other.read(lambda tx: tx.operation("op_1"), patient.tenant) is not None
            assert not other.transact(add, patient.tenant)


def test_connections_that_were_lost_while_nobody_used_them_are_replaced(
    server: Opened, operator: psycopg.Connection
) -> None:
    server.transact(add)
    end_all_others(operator)
    assert is_there(server)


@pytest.mark.parametrize("setting", ["off", "local", "on"])
def test_a_commit_that_was_told_is_on_the_servers_disk(postgres_url: str, setting: str) -> None:
    name = name_of(postgres_url)
    with psycopg.connect(driver_url(postgres_url), autocommit=True) as operator:
        operator.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = {setting}')
    with opened(postgres_url) as store:
        says = store.transact(
            lambda tx: cast("SqlTransaction", tx).connection.scalar(text("SHOW synchronous_commit"))
        )
    assert says == ("local" if setting == "off" else setting)


def test_a_row_that_stays_locked_is_unavailable(
    postgres_url: str, operator: psycopg.Connection
) -> None:
    with opened(postgres_url, patience_ms=IMPATIENT_MS) as store:
        store.transact(add)
        operator.execute("BEGIN")
        operator.execute("SELECT 1 FROM toolcharter_operation FOR UPDATE")
        with pytest.raises(StoreUnavailableError, match="55P03"):
            store.transact(lambda tx: tx.operation("op_1"))
        operator.execute("ROLLBACK")
        assert store.transact(lambda tx: tx.operation("op_1"))


def test_a_database_without_the_tables_is_unavailable(
    server: Opened, operator: psycopg.Connection
) -> None:
    operator.execute("DROP TABLE toolcharter_operation")
    with pytest.raises(StoreUnavailableError, match="42P01"):
        server.transact(add)


def test_a_value_that_the_database_cannot_hold_is_an_error_of_the_caller(server: Opened) -> None:
    with pytest.raises(ValueError, match="cannot hold"):
        server.transact(lambda tx: tx.put_run(rows.run(tx.tenant, run_id="a\0b")))


@pytest.mark.parametrize("value", [2**63, "\ud800", object()])
def test_a_value_that_no_column_holds_leaves_nothing(sql: Opened, value: object) -> None:
    def work(tx: Transaction) -> None:
        add(tx)
        tx.put_run(rows.run(tx.tenant, calls=value))

    with pytest.raises((ValueError, OverflowError, TypeError)) as caught:
        sql.transact(work)
    assert not isinstance(caught.value, psycopg.Error | sqlite3.Error)
    assert not is_there(sql)


def test_a_conflict_that_comes_back_ends_in_unavailable(any_store: Opened) -> None:
    runs: list[int] = []

    def work(tx: Transaction) -> None:
        add(tx)
        runs.append(1)
        raise ConflictError("again")

    with pytest.raises(StoreUnavailableError):
        any_store.transact(work)
    assert not is_there(any_store)
    assert 1 <= len(runs) < 20


def test_a_conflict_that_heals_is_not_seen(sql: Opened) -> None:
    runs: list[int] = []

    def work(tx: Transaction) -> int:
        assert add(tx)
        runs.append(1)
        if len(runs) < 3:
            raise ConflictError
        return len(runs)

    assert sql.transact(work) == 3
    assert is_there(sql)


def test_a_proposal_that_somebody_else_stored_meanwhile_is_found_by_the_second_run(
    server: Opened,
) -> None:
    runs: list[bool] = []

    def work(tx: Transaction) -> None:
        found = tx.proposal("pro_1")
        runs.append(found is not None)
        if found is None:
            adding = server.sql.transact(tx.tenant, lambda tx: tx.add_proposal(row))
            asyncio.run(adding)
            tx.add_proposal(row)

    row = rows.proposal(server.tenant)
    server.transact(work)
    assert runs == [False, True]


async def test_a_closed_store_is_unavailable(sqlite_url: str) -> None:
    store = open_store(sqlite_url, rows.SEALS)
    await store.transact("t", lambda tx: tx.now())
    await store.close()
    with pytest.raises(StoreUnavailableError, match="closed"):
        await store.transact("t", lambda tx: tx.now())


def test_a_store_that_was_opened_before_a_fork_is_unavailable_and_the_first_goes_on(
    sql: Opened,
) -> None:
    """Its threads and connections have not come along: whoever waited for them would for ever."""
    sql.transact(add)
    child = os.fork()
    if child == 0:
        try:
            sql.transact(lambda tx: tx.now())
        except StoreUnavailableError as error:
            asyncio.run(sql.sql.close())
            os._exit(0 if "forked" in str(error) else 1)
        os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    sql.transact(lambda tx: tx.now())
    assert sql.read(lambda tx: tx.operation("op_1")) is not None


async def test_work_that_says_it_was_cancelled_cancels_nobody(sql: Opened) -> None:
    def work(_: Transaction) -> None:
        raise asyncio.CancelledError

    with pytest.raises(RuntimeError, match="CancelledError"):
        await sql.store.transact(sql.tenant, work)


async def test_work_that_has_begun_is_finished_when_its_caller_goes_away(sql: Opened) -> None:
    has_begun, may_end = threading.Event(), threading.Event()

    def work(tx: Transaction) -> None:
        add(tx)
        has_begun.set()
        may_end.wait(TOO_LONG_S)

    caller = asyncio.create_task(sql.store.transact(sql.tenant, work))
    assert await asyncio.to_thread(has_begun.wait, TOO_LONG_S)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    may_end.set()
    while await sql.store.read(sql.tenant, lambda tx: tx.operation("op_1")) is None:
        await asyncio.sleep(0.01)


async def test_work_that_stood_in_the_queue_is_not_begun_when_its_caller_goes_away(
    lite: Opened,
) -> None:
    has_begun, may_end = threading.Event(), threading.Event()

    def hold(_: Transaction) -> None:
        has_begun.set()
        may_end.wait(TOO_LONG_S)

    holder = asyncio.create_task(lite.store.transact(lite.tenant, hold))
    assert await asyncio.to_thread(has_begun.wait, TOO_LONG_S)
    waiting = asyncio.create_task(lite.store.transact(lite.tenant, add))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    may_end.set()
    await holder
    await lite.store.transact(lite.tenant, lambda tx: tx.now())
    assert await lite.store.read(lite.tenant, lambda tx: tx.operation("op_1")) is None
