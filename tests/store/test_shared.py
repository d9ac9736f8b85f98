"""An adapter that writes its effect in the transaction of the ledger."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from store import rows
from store.opened import Opened, opened
from toolcharter_runtime._store.sql.transaction import SqlTransaction
from toolcharter_runtime._store.transaction import StoreUnavailableError, Transaction


def lent(tx: Transaction) -> Connection:
    assert isinstance(tx, SqlTransaction)
    return tx.connection


def effects(store: Opened) -> list[str]:
    query = text("SELECT name FROM effect ORDER BY name")
    return [name for (name,) in store.transact(lambda tx: lent(tx).execute(query).all())]


@pytest.fixture(params=["sqlite_url", "postgres_url"])
def store(request: pytest.FixtureRequest) -> Iterator[Opened]:
    """A store whose database also holds a table of the service."""
    with opened(request.getfixturevalue(request.param)) as found:
        made = text("CREATE TABLE effect (name TEXT PRIMARY KEY)")
        found.transact(lambda tx: lent(tx).execute(made))
        yield found


def insert(tx: Transaction, name: str) -> None:
    lent(tx).execute(text("INSERT INTO effect VALUES (:name)"), {"name": name})


def test_the_effect_and_the_ledger_are_stored_together(store: Opened) -> None:
    def work(tx: Transaction) -> None:
        tx.add_operation(rows.operation(tx.tenant))
        insert(tx, "done")

    store.transact(work)
    assert effects(store) == ["done"]
    assert store.read(lambda tx: tx.operation("op_1")) is not None


def test_the_effect_and_the_ledger_are_undone_together(store: Opened) -> None:
    def work(tx: Transaction) -> None:
        tx.add_operation(rows.operation(tx.tenant))
        insert(tx, "done")
        raise LookupError

    with pytest.raises(LookupError):
        store.transact(work)
    assert effects(store) == []
    assert store.read(lambda tx: tx.operation("op_1")) is None


@pytest.mark.parametrize("end", ["commit", "rollback", "close"])
def test_an_adapter_ends_no_transaction(store: Opened, end: str) -> None:
    def work(tx: Transaction) -> None:
        tx.add_operation(rows.operation(tx.tenant))
        insert(tx, "done")
        getattr(lent(tx), end)()

    with pytest.raises(RuntimeError, match="the store's"):
        store.transact(work)
    assert effects(store) == []
    assert store.read(lambda tx: tx.operation("op_1")) is None


def test_an_adapter_that_ends_it_by_its_own_words_is_not_told_that_it_was_stored(
    store: Opened,
) -> None:
    def work(tx: Transaction) -> None:
        insert(tx, "done")
        lent(tx).execute(text("ROLLBACK"))

    with pytest.raises(StoreUnavailableError):
        store.transact(work)
    assert effects(store) == []


def test_an_adapter_goes_back_to_a_savepoint_of_its_own(store: Opened) -> None:
    def work(tx: Transaction) -> None:
        tx.add_operation(rows.operation(tx.tenant))
        insert(tx, "one")
        with pytest.raises(IntegrityError), lent(tx).begin_nested():
            insert(tx, "one")
        insert(tx, "two")

    store.transact(work)
    assert effects(store) == ["one", "two"]
    assert store.read(lambda tx: tx.operation("op_1")) is not None


def test_what_a_statement_of_an_adapter_raises_comes_out_unchanged(store: Opened) -> None:
    def work(tx: Transaction) -> None:
        tx.add_operation(rows.operation(tx.tenant))
        insert(tx, "one")
        insert(tx, "one")

    with pytest.raises(DBAPIError):
        store.transact(work)
    assert store.read(lambda tx: tx.operation("op_1")) is None


def test_a_failed_statement_that_was_passed_over_is_no_success(postgres_url: str) -> None:
    def work(tx: Transaction) -> None:
        tx.add_operation(rows.operation(tx.tenant))
        with pytest.raises(DBAPIError):
            lent(tx).execute(text("SELECT 1 / 0"))

    with opened(postgres_url) as store:
        with pytest.raises(StoreUnavailableError):
            store.transact(work)
        assert store.read(lambda tx: tx.operation("op_1")) is None


def test_an_adapter_that_lost_a_race_is_run_again(postgres_url: str) -> None:
    seen: list[int] = []

    def work(tx: Transaction) -> None:
        seen.append(len(seen))
        tx.add_operation(rows.operation(tx.tenant))
        if len(seen) < 3:
            raising = "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'serialization_failure'; END $$"
            lent(tx).execute(text(raising))

    with opened(postgres_url) as store:
        store.transact(work)
        assert store.read(lambda tx: tx.operation("op_1")) is not None
    assert seen == [0, 1, 2]
