"""``python -m store.racers WHAT URL``: processes that race on one store, forked from one that has
imported everything. Prints what they found, as JSON; ``write`` goes on until it is killed."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import sys
from collections.abc import Callable
from functools import partial
from multiprocessing.synchronize import Barrier
from typing import Any

from store import rows
from store.rows import FAR, SEALS
from toolcharter_runtime._store.records import OperationRow
from toolcharter_runtime._store.sql.opening import open_store
from toolcharter_runtime._store.sql.store import SqlStore
from toolcharter_runtime._store.transaction import Transaction

TENANT = "racers"
RACERS = 8
ROUNDS = 10
LIMIT = 3

Racer = Callable[[SqlStore, int, Barrier], Any]


async def take_keys(store: SqlStore, number: int, start: Barrier) -> list[bool]:
    """Whether this process got the key, round after round."""
    got = []
    for turn in range(ROUNDS):
        row = rows.operation(TENANT, key=f"key-{turn}", id=f"op-{turn}-{number}")
        start.wait()
        got.append(await store.transact(TENANT, partial(add, row)))
    return got


def add(row: OperationRow, tx: Transaction) -> bool:
    return tx.add_operation(row)


async def pass_gate(store: SqlStore, number: int, start: Barrier) -> list[int]:
    """How many were inside a gate each time that this process went in."""
    inside: list[int] = []
    holder = f"holder-{number}"

    def enter(tx: Transaction) -> int:
        tx.lock("other", "gate")
        now = tx.now()
        held = [slot for slot in tx.slots("gate") if slot.lease_until > now]
        if len(held) >= LIMIT:
            return 0
        rows.put_slot(tx, rows.slot(TENANT, "gate", holder, FAR))
        return len(tx.slots("gate"))

    start.wait()
    while len(inside) < ROUNDS:
        found = await store.transact(TENANT, enter)
        if found:
            inside.append(found)
            inside.append(await store.read(TENANT, lambda tx: len(tx.slots("gate"))))
            await store.transact(TENANT, lambda tx: tx.drop_slots(holder))
    return inside


async def count_claims(store: SqlStore, number: int, start: Barrier) -> int:
    """How many claims this process got within a limit for all of them."""

    def claim(turn: int, tx: Transaction) -> bool:
        tx.lock("consequence")
        if tx.count_claims("customer_data") >= LIMIT:
            return False
        name = f"{number}-{turn}"
        return tx.add_operation(rows.operation(TENANT, id=name, key=name))

    start.wait()
    got = [await store.transact(TENANT, partial(claim, turn)) for turn in range(ROUNDS)]
    return sum(got)


async def write(store: SqlStore) -> None:
    """Writes three rows at a time that belong together, and says so after each time."""
    turn = 0
    while True:
        turn += 1

        def work(tx: Transaction, turn: int = turn) -> None:
            tx.lock("gate")
            tx.put_run(rows.run(TENANT, calls=turn))
            tx.add_operation(rows.operation(TENANT, turn, state="unknown"))
            rows.put_slot(tx, rows.slot(TENANT, "gate", f"holder-{turn}"))

        await store.transact(TENANT, work)
        print(turn, flush=True)


RACES = {"keys": take_keys, "gate": pass_gate, "claims": count_claims}


def main(what: str, url: str) -> None:
    if what == "write":
        asyncio.run(write(open_store(url, SEALS)))
        return
    processes = multiprocessing.get_context("fork")
    start, found = processes.Barrier(RACERS), processes.SimpleQueue()

    def race(number: int) -> None:
        store = open_store(url, SEALS, patience_ms=30_000, connections=2)

        async def run() -> Any:
            try:
                return await RACES[what](store, number, start)
            finally:
                await store.close()

        found.put(asyncio.run(run()))

    racers = [processes.Process(target=race, args=(number,)) for number in range(RACERS)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    if any(racer.exitcode for racer in racers):
        sys.exit(1)
    print(json.dumps([found.get() for _ in racers]))


if __name__ == "__main__":
    main(*sys.argv[1:])
