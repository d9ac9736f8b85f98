"""Whoever can write to the database alone changes, moves and forges nothing that counts."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import TypeAlias

import psycopg
import pytest
from store import rows
from store.opened import Opened, opened
from store.postgres import driver_url
from toolcharter_runtime._store.records import DecisionRow, OperationRow, ProposalRow
from toolcharter_runtime._store.seals import BrokenSealError, Seals
from toolcharter_runtime._store.transaction import Reading, Transaction


@dataclass(frozen=True, slots=True)
class Intruder:
    """A stored set of rows, and somebody with the database's own tools."""

    store: Opened
    execute: Callable[..., object]
    mark: str

    def write(self, table: str, column: str, value: object) -> None:
        """Change one column of the one row of the tenant."""
        self.execute(
            f"UPDATE toolcharter_{table} SET {column} = {self.mark} WHERE tenant = {self.mark}",  # noqa: S608
            (value, self.store.tenant),
        )


@pytest.fixture(params=["sqlite", "postgresql"])
def intruder(request: pytest.FixtureRequest) -> Iterator[Intruder]:
    is_sqlite = request.param == "sqlite"
    url = request.getfixturevalue("sqlite_url" if is_sqlite else "shared_postgres")
    with opened(url) as store:
        store.transact(fill)
        if is_sqlite:
            file = url.removeprefix("sqlite:///")
            lite = sqlite3.connect(file, isolation_level=None)
            yield Intruder(store, lite.execute, "?")
            lite.close()
            return
        with psycopg.connect(driver_url(url), autocommit=True) as server:
            yield Intruder(store, server.execute, "%s")


def fill(tx: Transaction) -> None:
    tx.add_proposal(rows.proposal(tx.tenant))
    tx.add_decision(rows.decision(tx.tenant))
    tx.add_operation(rows.operation(tx.tenant, state="unknown"))


Sealed: TypeAlias = ProposalRow | DecisionRow | OperationRow

ROWS: dict[str, Sealed] = {
    "proposal": rows.proposal("t"),
    "decision": rows.decision("t"),
    "operation": rows.operation("t", state="unknown"),
}
COLUMNS = [(table, field.name) for table, row in ROWS.items() for field in fields(row)]
OTHER = "other"


def flipped(row: Sealed, column: str) -> object:
    """Another value that the column holds."""
    value = getattr(row, column)
    if column == "roles":
        return '["head","intern","lead"]'
    if column == "seal":
        return "k1:" + "0" * 64
    if column in ("state", "verdict"):
        return {"proposal": "approved", "operation": "succeeded", "decision": "deny"}[_table(row)]
    if isinstance(value, bytes):
        return value + b" "
    return value + 1 if isinstance(value, int) else OTHER


def _table(row: Sealed) -> str:
    return next(table for table, each in ROWS.items() if type(each) is type(row))


def everything(reading: Reading) -> None:
    """Ask for every row in every way that finds it, under its old name and its new one."""
    for name in ("pro_1", OTHER):
        reading.proposal(name)
        reading.decisions(name)
    reading.proposal_of_request("u-17", "run-1", "request-1")
    for name in ("op_1", OTHER):
        reading.operation(name)
    for name in ("tc1_1", OTHER):
        reading.operation_of_key(name)
    reading.pending()
    reading.unresolved()


@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_a_column_that_was_changed_alone_breaks_the_seal(
    intruder: Intruder, table: str, column: str
) -> None:
    value = rows.new_tenant() if column == "tenant" else flipped(ROWS[table], column)
    tenant = str(value) if column == "tenant" else intruder.store.tenant
    intruder.store.read(everything)
    intruder.write(table, column, value)
    with pytest.raises(BrokenSealError) as caught:
        intruder.store.read(everything, tenant)
    assert caught.value.kind == table
    with pytest.raises(BrokenSealError):
        intruder.store.transact(everything, tenant)


NULLABLE = [
    (table, name)
    for table, names in {
        "proposal": ("decided_at", "reason"),
        "decision": ("reason",),
        "operation": (
            *("proposal_id", "owner", "lease_until", "reference", "progress", "seen_at"),
            *("finished_at", "evidence", "results", "error", "resolved_by", "reason"),
        ),
    }.items()
    for name in names
]


@pytest.mark.parametrize(("table", "column"), NULLABLE)
def test_a_column_that_was_emptied_breaks_the_seal(
    intruder: Intruder, table: str, column: str
) -> None:
    intruder.write(table, column, None)
    with pytest.raises(BrokenSealError):
        intruder.store.read(everything)


def test_a_seal_of_another_row_does_not_fit(intruder: Intruder) -> None:
    other = rows.decision(intruder.store.tenant, 2)
    intruder.store.transact(lambda tx: tx.add_decision(other))
    decisions = intruder.store.read(lambda tx: tx.decisions("pro_1"))
    intruder.write("decision", "seal", decisions[1].seal)
    with pytest.raises(BrokenSealError):
        intruder.store.read(lambda tx: tx.decisions("pro_1"))


@pytest.mark.parametrize(
    "text", ['["head", "lead"]', '{"head":0,"lead":0}', '"headlead"', "[", "null", ""]
)
def test_roles_in_another_spelling_are_not_ours(intruder: Intruder, text: str) -> None:
    intruder.write("decision", "roles", text)
    with pytest.raises(BrokenSealError, match=r"the decision pro_1 no\. 1"):
        intruder.store.read(lambda tx: tx.decisions("pro_1"))


def test_a_row_under_a_key_that_is_not_ours_is_refused(intruder: Intruder) -> None:
    forged = Seals({"k2": b"f" * 32}, current="k2").seal(rows.proposal(intruder.store.tenant))
    intruder.write("proposal", "seal", forged.seal)
    with pytest.raises(BrokenSealError):
        intruder.store.read(lambda tx: tx.proposal("pro_1"))


def test_text_that_is_not_utf_8_breaks_the_seal(sqlite_url: str) -> None:
    with opened(sqlite_url) as store:
        store.transact(fill)
        other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
        other.execute("UPDATE toolcharter_proposal SET reason = CAST(X'ff' AS TEXT)")
        other.close()
        with pytest.raises(BrokenSealError):
            store.read(lambda tx: tx.proposal("pro_1"))


def test_bytes_and_the_text_that_spells_them_have_different_seals() -> None:
    row = rows.operation("t", document=b"\x12\x34")
    text = rows.operation("t", document="1234")
    assert rows.SEALS.seal(row).seal != rows.SEALS.seal(text).seal


def test_rows_under_an_older_key_are_still_read(sqlite_url: str) -> None:
    with opened(sqlite_url) as store:
        store.transact(fill)
        renewed = Seals({"k2": b"n" * 32, "k1": b"s" * 32}, current="k2")
        row = store.read(lambda tx: tx.proposal("pro_1"))
        assert row is not None
        assert renewed.check(row) == row
        assert renewed.seal(row).seal.startswith("k2:")
