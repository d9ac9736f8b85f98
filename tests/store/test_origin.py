"""A ledger that is older than it once was is noticed, before anything is done from it twice."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from store import postgres
from store.backups import backup
from store.opened import Opened, opened
from store.rows import SEALS
from toolcharter_runtime._store.sql.mark import Mark
from toolcharter_runtime._store.sql.opening import check, migrate, open_store, reconcile
from toolcharter_runtime._store.sql.origin import Origin, RestoredError
from toolcharter_runtime._store.transaction import StoreUnavailableError

pytestmark = pytest.mark.promise("F7")

OPEN = Path("/proc/self/fd")


def write(store: Opened, times: int = 1) -> None:
    for _ in range(times):
        store.transact(lambda tx: tx.count_calls("ines", "run-1", 1))


def file_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


@pytest.fixture(params=["sqlite", "postgresql"])
def own(request: pytest.FixtureRequest) -> str:
    """A database that the test has for itself, of each kind."""
    name = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    found: str = request.getfixturevalue(name)
    return found


def test_a_ledger_opens_as_often_as_somebody_likes(own: str) -> None:
    for _ in range(3):
        with opened(own) as store:
            write(store, 3)
    check(own)


def test_a_backup_that_is_one_step_behind_is_refused(own: str, tmp_path: Path) -> None:
    with opened(own) as store:
        write(store)
    with backup(own, tmp_path) as restore:
        with opened(own) as store:
            write(store)
        restore()
        for look in (check, lambda url: open_store(url, SEALS), check):
            with pytest.raises(RestoredError, match="toolcharter store reconcile"):
                look(own)
        migrate(own)
        with pytest.raises(RestoredError):
            check(own)
        assert asyncio.run(reconcile(own, SEALS)).runs == 1
        with opened(own) as store:
            write(store)


def test_a_store_that_was_opened_before_refuses_on_its_next_connection(
    own: str, tmp_path: Path
) -> None:
    with opened(own) as store:
        write(store)
    with backup(own, tmp_path) as restore:
        with opened(own) as store:
            write(store)
        with opened(own) as store:
            # Open, and without a connection yet.
            restore()
            with pytest.raises(RestoredError):
                write(store)
            assert store.sql._sessions == []


def test_a_backup_that_was_put_back_into_a_file_in_use_is_noticed_before_the_next_commit(
    sqlite_url: str, tmp_path: Path
) -> None:
    """As the command ``.restore`` of SQLite's shell does."""
    file, copied = file_of(sqlite_url), tmp_path / "backup.db"
    with opened(sqlite_url) as store:
        write(store)
        copy_into(file, copied)
        write(store, 2)
        copy_into(copied, file)
        for _ in range(3):
            with pytest.raises(RestoredError, match="has become older while it was open"):
                write(store)
    with pytest.raises(RestoredError, match="is older than the mark beside it"):
        check(sqlite_url)


def copy_into(file: Path, other: Path) -> None:
    source, target = sqlite3.connect(file), sqlite3.connect(other)
    source.backup(target)
    target.close()
    source.close()


def test_a_store_that_goes_on_refusing_keeps_no_file_open(sqlite_url: str) -> None:
    """Whoever asks again and again would run out of them."""
    file = file_of(sqlite_url)
    with opened(sqlite_url) as store:
        write(store)
    with opened(sqlite_url) as store:
        marked = Mark(file).file
        marked.write_bytes(marked.read_bytes()[:33] + b"%020d\n" % 9)
        open_files = len([*OPEN.iterdir()])
        for _ in range(3):
            with pytest.raises(RestoredError):
                write(store)
            assert len([*OPEN.iterdir()]) == open_files


def test_a_mark_that_cannot_be_opened_is_a_store_that_cannot_be_used(sqlite_url: str) -> None:
    marked = Mark(file_of(sqlite_url)).file
    with opened(sqlite_url) as store:
        write(store)
    with opened(sqlite_url) as store:
        marked.unlink()
        marked.mkdir()
        with pytest.raises(StoreUnavailableError, match="-mark: Is a directory"):
            write(store)


@pytest.mark.parametrize("is_replaced", [True, False])
def test_nothing_is_stored_in_a_file_that_has_left_its_place(
    sqlite_url: str, is_replaced: bool
) -> None:
    """It would be told, and be gone with the last process that has the file open."""
    file = file_of(sqlite_url)
    with opened(sqlite_url) as store:
        write(store)
        if is_replaced:
            Path(shutil.copy(file, file.with_name("other.db"))).rename(file)
        else:
            file.unlink()
        with pytest.raises(RestoredError, match="is not the file that was opened"):
            write(store)


def test_a_copy_is_refused_and_the_first_goes_on(sqlite_url: str) -> None:
    with opened(sqlite_url) as store:
        write(store)
    file = file_of(sqlite_url)
    copied = file.with_name("copy.db")
    shutil.copy(file, copied)
    with pytest.raises(RestoredError) as caught:
        open_store(f"sqlite:///{copied}", SEALS)
    assert str(caught.value) == (
        f"{copied} has no mark beside it (copy.db-mark). What was done since is not in it, so "
        "nothing is stored in it until somebody has said what it still may do: "
        "toolcharter store reconcile"
    )
    with opened(sqlite_url) as store:
        write(store)


def test_another_ledger_under_the_same_name_is_refused(sqlite_url: str) -> None:
    with opened(sqlite_url) as store:
        write(store)
    file = file_of(sqlite_url)
    file.unlink()
    with pytest.raises(RestoredError, match="is older than the mark beside it"):
        open_store(sqlite_url, SEALS)


def test_a_ledger_in_which_nothing_was_stored_needs_no_mark(sqlite_url: str) -> None:
    file = file_of(sqlite_url)
    with opened(sqlite_url):
        pass
    Mark(file).file.unlink()
    with opened(sqlite_url) as store:
        write(store)
    assert Mark(file).file.is_file()


@pytest.mark.parametrize("text", [b"", b"x" * 54, b"0" * 32 + b" 1\n"])
def test_a_mark_that_cannot_be_read_is_none(sqlite_url: str, text: bytes) -> None:
    with opened(sqlite_url) as store:
        write(store)
    Mark(file_of(sqlite_url)).file.write_bytes(text)
    with pytest.raises(RestoredError, match="has no mark beside it"):
        open_store(sqlite_url, SEALS)


def test_a_mark_that_is_behind_hides_nothing_that_is_there(sqlite_url: str) -> None:
    """As after a loss of power, which it need not have outlived."""
    marked = Mark(file_of(sqlite_url)).file
    with opened(sqlite_url) as store:
        write(store)
        before = marked.read_bytes()
        write(store, 2)
    marked.write_bytes(before)
    with opened(sqlite_url) as store:
        write(store)
    assert int(marked.read_bytes()[33:]) == 4


def test_the_mark_moves_with_every_commit_of_every_process_and_never_back(sqlite_url: str) -> None:
    file = file_of(sqlite_url)
    file.chmod(0o660)
    with opened(sqlite_url) as one, opened(sqlite_url) as other:
        write(one, 2)
        write(other, 3)
        one.read(lambda rows: rows.pending())
        with pytest.raises(ZeroDivisionError):
            one.transact(lambda tx: tx.now() / 0)
    marked = Mark(file).file
    with sqlite3.connect(file) as connection:
        ((place, commits),) = connection.execute("SELECT place, commits FROM toolcharter_origin")
    connection.close()
    assert (commits, marked.read_bytes()) == (5, f"{place} {5:020d}\n".encode())
    assert stat.S_IMODE(marked.stat().st_mode) == 0o660
    behind = Mark(file)
    said = behind.read()
    assert said is not None
    behind.move(Origin(said.place, commits=4))
    behind.close()
    assert marked.read_bytes() == f"{place} {5:020d}\n".encode()


def test_what_is_committed_is_told_though_the_mark_cannot_be_moved(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with opened(sqlite_url) as store:
        write(store)
        monkeypatch.setattr(os, "pwrite", full)
        assert store.transact(lambda tx: tx.count_calls("ines", "run-1", 1)).calls == 2
    monkeypatch.undo()
    with opened(sqlite_url) as store:
        write(store)


def test_tables_that_were_put_back_in_the_same_database_are_refused(postgres_url: str) -> None:
    put_back(postgres_url)
    with pytest.raises(RestoredError, match="the tables were restored or copied"):
        open_store(postgres_url, SEALS)


def test_tables_that_were_put_back_are_noticed_on_connections_that_are_open(
    postgres_url: str,
) -> None:
    with opened(postgres_url) as store:
        write(store)
        put_back(postgres_url)
        for _ in range(2):
            with pytest.raises(RestoredError, match="the tables were restored or copied"):
                write(store)
        asyncio.run(reconcile(postgres_url, SEALS))
        write(store)


def put_back(url: str) -> None:
    """As ``pg_restore --clean`` does."""
    with psycopg.connect(postgres.driver_url(url)) as connection:
        for each in (
            "ALTER TABLE toolcharter_origin RENAME TO dumped",
            "CREATE TABLE toolcharter_origin (LIKE dumped INCLUDING ALL)",
            "INSERT INTO toolcharter_origin SELECT * FROM dumped",
            "DROP TABLE dumped",
        ):
            connection.execute(each)


def test_a_server_that_does_not_say_who_it_is_is_served(postgres_server: str) -> None:
    """As kin of PostgreSQL may not. There a restore goes unnoticed."""
    with postgres.database(postgres_server) as url:
        with psycopg.connect(postgres.driver_url(url)) as connection:
            connection.execute("SET allow_system_table_mods = on")
            connection.execute("ALTER FUNCTION pg_control_system() RENAME TO unknown_here")
        migrate(url)
        with opened(url) as store:
            write(store)


@pytest.fixture(scope="module")
def taken_over() -> Iterator[str]:
    """A database with tables on a server that was a standby when it took over."""
    with (
        postgres.server(settings=("max_connections=20",)) as server,
        postgres.database(server) as url,
    ):
        migrate(url)
        postgres.take_over(server)
        yield url


def test_a_server_that_has_taken_over_is_refused_until_somebody_says_so(taken_over: str) -> None:
    with pytest.raises(RestoredError, match="another server has taken over"):
        open_store(taken_over, SEALS)
    asyncio.run(reconcile(taken_over, SEALS, lost_nothing=True))
    with opened(taken_over) as store:
        write(store)


def test_a_standby_that_has_every_commit_takes_over_unseen(taken_over: str) -> None:
    asyncio.run(reconcile(taken_over, SEALS, lost_nothing=True, trusts_standbys=True))
    postgres.take_over(taken_over)
    with opened(taken_over) as store:
        write(store)
