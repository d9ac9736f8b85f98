"""Random transactions on the store in memory and on one in a database: the same answers, the same
rows.

``TOOLCHARTER_STORE_EXAMPLES`` says how many sequences are tried, of 30 steps each.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from store import rows
from store.rows import FAR, SEALS
from toolcharter_runtime._store.memory import MemoryStore
from toolcharter_runtime._store.sql.opening import open_store
from toolcharter_runtime._store.sql.store import SqlStore
from toolcharter_runtime._store.transaction import (
    Reading,
    Store,
    StoreUnavailableError,
    Transaction,
)

EXAMPLES = int(os.environ.get("TOOLCHARTER_STORE_EXAMPLES", "15"))

NOW = 2_000_000_000_000
"""What the clock in memory says; no instant here lies between it and the true time."""
INSTANTS = some.sampled_from([-7, 0, 1, 5, FAR, FAR + 1])
TEXTS = some.one_of(
    some.sampled_from(["a", "B", "é", "\U0001f600", "\uffee", "", "'", "%s", "a b"]),
    some.text(some.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=4),
)
LONG = "a" * 70
EVERY_NAME = ["a", "B", "é", "\U0001f600", "\uffee", LONG + "1", LONG + "2"]
"""Two of them differ only behind what the server's own type of names would keep."""
NAMES = some.sampled_from(EVERY_NAME)
RUNS = some.tuples(some.sampled_from(["u-1", "u-2"]), some.sampled_from(["r-1", "r-2"]))
LEVELS = some.sampled_from(["one", "two"])
KINDS = some.sampled_from(["money", "data"])
PROPOSAL_STATES = some.sampled_from(
    ["pending", "approved", "denied", "expired", "consumed", "closed", "void"]
)
OPERATION_STATES = some.sampled_from(
    ["claimed", "released", "running", "unknown", "succeeded", "failed", "cancelled"]
)
BYTES = some.binary(max_size=6)

Step = Callable[[Transaction], object]


def maybe(values: some.SearchStrategy[Any]) -> some.SearchStrategy[Any]:
    return some.none() | values


@some.composite
def proposals(draw: some.DrawFn) -> dict[str, Any]:
    requester, run_id = draw(RUNS)
    return {
        "id": draw(NAMES),
        "requester": requester,
        "run_id": run_id,
        "request_id": draw(NAMES),
        "consequence": draw(KINDS),
        "level": draw(LEVELS),
        "document": draw(BYTES),
        "state": draw(PROPOSAL_STATES),
        "created_at": draw(INSTANTS),
        "expires_at": draw(INSTANTS),
        "decided_at": draw(maybe(INSTANTS)),
        "reason": draw(maybe(TEXTS)),
    }


@some.composite
def operations(draw: some.DrawFn) -> dict[str, Any]:
    requester, run_id = draw(RUNS)
    return {
        "id": draw(NAMES),
        "key": draw(NAMES),
        "requester": requester,
        "run_id": run_id,
        "consequence": draw(KINDS),
        "document": draw(BYTES),
        **draw(progress()),
    }


def progress() -> some.SearchStrategy[dict[str, Any]]:
    """What changes in an operation."""
    return some.fixed_dictionaries(
        {
            "state": OPERATION_STATES,
            "attempt": some.integers(0, 2**63 - 1),
            "owner": maybe(TEXTS),
            "lease_until": maybe(INSTANTS),
            "claimed_at": INSTANTS,
            "evidence": maybe(BYTES),
            "results": maybe(BYTES),
            "error": maybe(BYTES),
            "reason": maybe(TEXTS),
        }
    )


def add_proposal(values: dict[str, Any]) -> Step:
    return lambda tx: tx.add_proposal(rows.proposal(tx.tenant, **values))


def change_proposal(name: str, values: dict[str, Any], jump: int) -> Step:
    """Change a row as it stands, or from a serial that it has not."""

    def step(tx: Transaction) -> object:
        row = tx.proposal(name)
        if row is None:
            return None
        tx.change_proposal(replace(row, **values, serial=row.serial + jump))
        return row

    return step


def change_operation(name: str, values: dict[str, Any], jump: int) -> Step:
    def step(tx: Transaction) -> object:
        row = tx.operation(name)
        if row is None:
            return None
        tx.change_operation(replace(row, **values, serial=row.serial + jump))
        return row

    return step


def add_operation(values: dict[str, Any]) -> Step:
    return lambda tx: tx.add_operation(rows.operation(tx.tenant, **values))


def add_decision(proposal: str, number: int, roles: list[str], reason: str | None) -> Step:
    return lambda tx: tx.add_decision(
        rows.decision(tx.tenant, number, proposal_id=proposal, roles=tuple(roles), reason=reason)
    )


def put_run(run: tuple[str, str], calls: int, cancelled_at: int | None) -> Step:
    requester, run_id = run
    return lambda tx: tx.put_run(
        rows.run(
            tx.tenant, requester=requester, run_id=run_id, calls=calls, cancelled_at=cancelled_at
        )
    )


def count_calls(run: tuple[str, str], more: int) -> Step:
    requester, run_id = run
    return lambda tx: tx.count_calls(requester, run_id, more)


def put_slots(gates: list[str], holder: str, until: int) -> Step:
    return lambda tx: tx.put_slots(gates, holder=holder, lease_until=until)


def drop_slots(holder: str) -> Step:
    return lambda tx: tx.drop_slots(holder)


def add_anomaly(number: int) -> Step:
    return lambda tx: tx.add_anomaly(rows.anomaly(tx.tenant, number))


def lock(gates: list[str]) -> Step:
    return lambda tx: tx.lock(*gates)


def fail(message: str) -> Step:
    def step(_: Transaction) -> object:
        raise LookupError(message)

    return step


def count_pending(level: str | None, kind: str | None, run: tuple[str, str] | None) -> Step:
    return lambda tx: tx.count_pending(level=level, consequence=kind, run=run)


def count_claims(kind: str, since: int | None, run: tuple[str, str] | None) -> Step:
    return lambda tx: tx.count_claims(kind, since=since, run=run)


SERIALS = some.sampled_from([1, 1, 1, 1, 0, 2])
STEPS: some.SearchStrategy[Step] = some.one_of(
    some.builds(add_proposal, proposals()),
    some.builds(
        change_proposal,
        NAMES,
        some.fixed_dictionaries({"state": PROPOSAL_STATES, "reason": maybe(TEXTS)}),
        SERIALS,
    ),
    some.builds(
        add_decision, NAMES, some.integers(0, 3), some.lists(TEXTS, max_size=2), maybe(TEXTS)
    ),
    some.builds(add_operation, operations()),
    some.builds(change_operation, NAMES, progress(), SERIALS),
    some.builds(put_run, RUNS, some.integers(0, 9), maybe(INSTANTS)),
    some.builds(count_calls, RUNS, some.integers(0, 3)),
    some.builds(put_slots, some.lists(NAMES, max_size=3, unique=True), NAMES, INSTANTS),
    some.builds(drop_slots, NAMES),
    some.builds(add_anomaly, some.integers(0, 20)),
    some.builds(lock, some.lists(NAMES, max_size=3)),
    some.builds(fail, some.just("on purpose")),
    some.builds(count_pending, maybe(LEVELS), maybe(KINDS), maybe(RUNS)),
    some.builds(count_claims, KINDS, maybe(INSTANTS), maybe(RUNS)),
)


def everything(reading: Reading) -> list[object]:
    """Every row of the tenant, through every question."""
    names = EVERY_NAME
    runs = [(requester, run) for requester in ("u-1", "u-2") for run in ("r-1", "r-2")]
    return [
        [reading.proposal(name) for name in names],
        [reading.proposal_of_request(*run, name) for run in runs for name in names],
        [reading.proposals_of_run(*run) for run in runs],
        reading.pending(),
        [reading.decisions(name) for name in names],
        [reading.operation(name) for name in names],
        [reading.operation_of_key(name) for name in names],
        [reading.operations_of_run(*run) for run in runs],
        reading.unresolved(),
        [reading.run(*run) for run in runs],
        [reading.slots(name) for name in names],
        reading.slots(*names),
        reading.anomalies("op_1"),
        [reading.count_pending(run=run) for run in runs],
        [reading.count_claims(kind) for kind in ("money", "data")],
    ]


def reading_everything(tenant: str) -> Callable[[Store], Coroutine[Any, Any, list[object]]]:
    return lambda store: store.read(tenant, everything)


class Comparison(RuleBasedStateMachine):
    """Two tenants, whose rows are the same in both stores after every step."""

    def __init__(self, sql: SqlStore, runner: asyncio.Runner) -> None:
        super().__init__()
        self.runner = runner
        self.stores: list[Store] = [MemoryStore(SEALS, lambda: NOW), sql]
        self.tenants = [rows.new_tenant(), rows.new_tenant()]

    def both(self, of_store: Callable[[Store], Any]) -> tuple[object, object]:
        def answer(store: Store) -> object:
            try:
                return self.runner.run(of_store(store))
            except (LookupError, ValueError, StoreUnavailableError) as error:
                return type(error)

        memory, sql = map(answer, self.stores)
        return memory, sql

    @rule(tenant=some.sampled_from([0, 1]), steps=some.lists(STEPS, min_size=1, max_size=5))
    def transact(self, tenant: int, steps: Sequence[Step]) -> None:
        def work(tx: Transaction) -> list[object]:
            return [step(tx) for step in steps]

        memory, sql = self.both(lambda store: store.transact(self.tenants[tenant], work))
        assert memory == sql

    @rule(tenant=some.sampled_from([0, 1]))
    def look_under_lock(self, tenant: int) -> None:
        memory, sql = self.both(lambda store: store.transact(self.tenants[tenant], everything))
        assert memory == sql

    @rule()
    def ask_what_is_overdue(self) -> None:
        memory, sql = self.both(lambda store: store.overdue(10_000))
        assert isinstance(sql, list)
        assert memory == [each for each in sql if each[0] in self.tenants]

    @invariant()
    def the_rows_are_the_same(self) -> None:
        for tenant in self.tenants:
            memory, sql = self.both(reading_everything(tenant))
            assert memory == sql
            assert isinstance(memory, list)


@pytest.mark.promise("F7")
@pytest.mark.parametrize("kind", ["sqlite_url", "shared_postgres"])
def test_a_database_answers_as_the_memory_does(kind: str, request: pytest.FixtureRequest) -> None:
    store = open_store(request.getfixturevalue(kind), SEALS)
    with asyncio.Runner() as runner:
        try:
            run_state_machine_as_test(
                lambda: Comparison(store, runner),  # type: ignore[arg-type]
                settings=settings(
                    max_examples=EXAMPLES,
                    stateful_step_count=30,
                    deadline=None,
                    suppress_health_check=list(HealthCheck),
                ),
            )
        finally:
            runner.run(store.close())
