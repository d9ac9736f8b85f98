"""What transactions that run at the same time do to each other."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from store import rows
from store.opened import Opened, opened
from toolcharter_runtime._store.records import OperationRow
from toolcharter_runtime._store.sql.transaction import SqlTransaction
from toolcharter_runtime._store.transaction import Reading, Transaction

HELD_S = 0.2
TOO_LONG_S = 20


def in_turn(
    url: str, first: Callable[[Transaction], object], second: Callable[[Transaction], object]
) -> tuple[int, int]:
    """The time at the end of a transaction that holds what it took, and the time that another one,
    of another process as it were, is told after it had to wait."""
    has_begun, is_held = threading.Event(), threading.Event()

    def hold(tx: Transaction) -> int:
        first(tx)
        is_held.set()
        assert has_begun.wait(TOO_LONG_S)
        # The other transaction cannot say that it waits; it is given the time to.
        threading.Event().wait(HELD_S)
        tx.lock("the clock is asked anew")
        return tx.now()

    def follow(tx: Transaction) -> int:
        second(tx)
        return tx.now()

    with opened(url) as one, opened(url) as two:
        tenant = one.tenant
        one.transact(fill)
        told: list[int] = []
        holder = threading.Thread(target=lambda: told.append(one.transact(hold)))
        holder.start()
        assert is_held.wait(TOO_LONG_S)
        has_begun.set()
        after = two.transact(follow, tenant)
        holder.join()
    return told[0], after


def fill(tx: Transaction) -> None:
    tx.add_proposal(rows.proposal(tx.tenant))
    tx.add_operation(rows.operation(tx.tenant))


@pytest.mark.parametrize(
    "take",
    [
        lambda tx: tx.lock("b"),
        lambda tx: tx.proposal("pro_1"),
        lambda tx: tx.proposal_of_request("u-17", "run-1", "request-1"),
        lambda tx: tx.proposals_of_run("u-17", "run-1"),
        lambda tx: tx.operation("op_1"),
        lambda tx: tx.operation_of_key("tc1_1"),
    ],
    ids=["gate", "proposal", "request", "run", "operation", "key"],
)
def test_the_time_is_that_after_the_lock_was_had(
    url: str, take: Callable[[Transaction], object]
) -> None:
    held_until, told = in_turn(url, take, take)
    assert told >= held_until


def test_the_time_after_a_lock_on_several_gates_is_that_of_the_last(url: str) -> None:
    held_until, told = in_turn(url, lambda tx: tx.lock("b"), lambda tx: tx.lock("a", "b"))
    assert told >= held_until


def test_the_time_after_a_wait_that_found_nothing_is_that_after_the_wait(url: str) -> None:
    def deny(tx: Transaction) -> None:
        row = tx.proposal("pro_1")
        assert row is not None
        tx.change_proposal(replace(row, state="denied", serial=row.serial + 1))

    def find_none(tx: Transaction) -> None:
        tx.lock("another")
        assert tx.proposals_of_run("u-17", "run-1") == []

    held_until, told = in_turn(url, deny, find_none)
    assert told >= held_until


def test_a_row_that_was_changed_while_one_waited_is_seen_changed(url: str) -> None:
    def approve(tx: Transaction) -> None:
        row = tx.proposal("pro_1")
        assert row is not None
        tx.change_proposal(replace(row, state="approved", serial=row.serial + 1))

    def look(tx: Transaction) -> None:
        row = tx.proposal("pro_1")
        assert row is not None
        assert row.state == "approved"

    in_turn(url, approve, look)


async def test_a_read_sees_one_state_whatever_is_committed_meanwhile(sql: Opened) -> None:
    loop = asyncio.get_running_loop()
    row = rows.proposal(sql.tenant)

    def look(reading: Reading) -> tuple[object, object]:
        before = reading.proposal("pro_1")
        adding = sql.store.transact(sql.tenant, lambda tx: tx.add_proposal(row))
        asyncio.run_coroutine_threadsafe(adding, loop).result()
        return before, reading.proposal("pro_1")

    assert await sql.store.read(sql.tenant, look) == (None, None)
    assert await sql.store.read(sql.tenant, lambda tx: tx.count_pending()) == 1


def add(row: OperationRow, tx: Transaction) -> bool:
    return tx.add_operation(row)


async def test_two_that_take_rows_in_opposite_orders_both_come_to_an_end(sql: Opened) -> None:
    names = ["op_1", "op_2"]
    for number in (1, 2):
        row = rows.operation(sql.tenant, number)
        await sql.store.transact(sql.tenant, partial(add, row))
    meeting = threading.Barrier(2)
    have_met = threading.Event()

    def swap(order: list[str]) -> Callable[[Transaction], None]:
        def work(tx: Transaction) -> None:
            for name in order:
                row = tx.operation(name)
                assert row is not None
                tx.change_operation(replace(row, attempt=row.attempt + 1, serial=row.serial + 1))
                if not have_met.is_set():
                    # SQLite lets nobody else in, so nobody comes.
                    with contextlib.suppress(threading.BrokenBarrierError):
                        meeting.wait(0.3)
                    have_met.set()

        return work

    await asyncio.gather(
        sql.store.transact(sql.tenant, swap(names)),
        sql.store.transact(sql.tenant, swap(names[::-1])),
    )
    found = await sql.store.read(sql.tenant, lambda tx: [tx.operation(name) for name in names])
    assert [row and row.attempt for row in found] == [3, 3]


async def test_the_same_gate_of_another_tenant_is_another_gate(server: Opened) -> None:
    loop = asyncio.get_running_loop()

    def work(tx: Transaction) -> None:
        tx.lock("g")
        other = server.store.transact(rows.new_tenant(), lambda tx: tx.lock("g"))
        asyncio.run_coroutine_threadsafe(other, loop).result(5)

    await server.store.transact(server.tenant, work)


async def test_writers_come_to_their_turn_in_the_order_in_which_they_asked(lite: Opened) -> None:
    turns: list[int] = []

    def take(number: int, _: Transaction) -> None:
        turns.append(number)

    asked = [lite.store.transact(lite.tenant, partial(take, number)) for number in range(50)]
    await asyncio.gather(*asked)
    assert turns == list(range(50))


async def test_old_gates_and_slots_are_swept_and_those_in_use_stay(sql: Opened) -> None:
    store = sql.store
    await store.transact(sql.tenant, lambda tx: tx.lock("old"))
    await store.transact(
        sql.tenant, lambda tx: rows.put_slot(tx, rows.slot(sql.tenant, "g", "old", 5))
    )
    await store.transact(
        sql.tenant, lambda tx: rows.put_slot(tx, rows.slot(sql.tenant, "g", "new"))
    )
    loop = asyncio.get_running_loop()

    def sweep(_: Reading) -> None:
        asyncio.run_coroutine_threadsafe(sql.sql.sweep(older_than_ms=-5), loop).result(5)

    await store.read(sql.tenant, sweep)
    left = await store.read(sql.tenant, lambda tx: tx.slots("g"))
    assert [each.holder for each in left] == ["new"]


async def test_a_gate_that_is_locked_is_not_swept(server: Opened) -> None:
    loop = asyncio.get_running_loop()

    def work(tx: Transaction) -> object:
        assert isinstance(tx, SqlTransaction)
        tx.lock("held")
        sweep = server.sql.sweep(older_than_ms=-5)
        asyncio.run_coroutine_threadsafe(sweep, loop).result(5)
        query = "SELECT name FROM toolcharter_gate ORDER BY name"
        return tx.connection.exec_driver_sql(query).all()

    await server.store.transact(server.tenant, lambda tx: tx.lock("held", "idle"))
    assert await server.store.transact(server.tenant, work) == [("held",)]
