"""Every question and every change, on every kind of store."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from store import rows
from store.opened import Opened
from store.rows import FAR, SEALS
from toolcharter_runtime._store.memory import MemoryStore
from toolcharter_runtime._store.records import OperationRow, ProposalRow, RunRow
from toolcharter_runtime._store.sql.store import SqlStore
from toolcharter_runtime._store.transaction import Reading, StoreUnavailableError, Transaction


def put(opened: Opened, *changes: Callable[[Transaction], object]) -> None:
    def work(tx: Transaction) -> None:
        for change in changes:
            change(tx)

    opened.transact(work)


def changing(row: ProposalRow | OperationRow) -> Callable[[Transaction], None]:
    if isinstance(row, ProposalRow):
        return lambda tx: tx.change_proposal(row)
    return lambda tx: tx.change_operation(row)


def adding(row: OperationRow) -> Callable[[Transaction], bool]:
    return lambda tx: tx.add_operation(row)


def ids(found: Sequence[ProposalRow | OperationRow]) -> list[str]:
    return [row.id for row in found]


def test_a_proposal_is_found_whole_by_its_id_and_by_its_request(any_store: Opened) -> None:
    row = rows.proposal(any_store.tenant)
    put(any_store, lambda tx: tx.add_proposal(row))
    assert any_store.read(lambda tx: tx.proposal("pro_1")) == SEALS.seal(row)
    assert any_store.transact(lambda tx: tx.proposal("pro_1")) == SEALS.seal(row)
    found = any_store.read(lambda tx: tx.proposal_of_request("u-17", "run-1", "request-1"))
    assert found == SEALS.seal(row)
    locked = any_store.transact(lambda tx: tx.proposal_of_request("u-17", "run-1", "request-1"))
    assert locked == found


def test_what_is_not_there_is_none_or_empty(any_store: Opened) -> None:
    def nothing(rows: Reading) -> list[object]:
        return [
            rows.proposal("x"),
            rows.proposal_of_request("x", "x", "x"),
            rows.operation("x"),
            rows.operation_of_key("x"),
            rows.run("x", "x"),
        ]

    def empty(rows: Reading) -> list[Sequence[object]]:
        return [
            rows.proposals_of_run("x", "x"),
            rows.pending(),
            rows.decisions("x"),
            rows.operations_of_run("x", "x"),
            rows.unresolved(),
            rows.slots("x"),
            rows.anomalies("x"),
        ]

    assert any_store.read(nothing) == [None] * 5 == any_store.transact(nothing)
    assert any_store.read(empty) == [[]] * 7 == any_store.transact(empty)
    assert any_store.read(lambda tx: (tx.count_pending(), tx.count_claims("x"))) == (0, 0)


@pytest.mark.parametrize("field", ["id", "request_id"])
def test_a_second_proposal_of_the_same_id_or_request_is_not_stored(
    any_store: Opened, field: str
) -> None:
    first = rows.proposal(any_store.tenant, 1)
    second = replace(rows.proposal(any_store.tenant, 2), **{field: getattr(first, field)})
    put(any_store, lambda tx: tx.add_proposal(first))
    with pytest.raises(StoreUnavailableError):
        put(any_store, lambda tx: tx.add_proposal(second))
    assert ids(any_store.read(lambda tx: tx.pending())) == ["pro_1"]


def test_a_proposal_is_changed_only_from_the_serial_before(any_store: Opened) -> None:
    row = rows.proposal(any_store.tenant)
    put(any_store, lambda tx: tx.add_proposal(row))
    approved = replace(row, state="approved", decided_at=None, reason=None, serial=1)
    put(any_store, lambda tx: tx.change_proposal(approved))
    assert any_store.read(lambda tx: tx.proposal("pro_1")) == SEALS.seal(approved)
    for stale in (approved, replace(approved, serial=3), replace(approved, id="pro_2", serial=1)):
        with pytest.raises(StoreUnavailableError):
            put(any_store, changing(stale))
    assert any_store.read(lambda tx: tx.proposal("pro_1")) == SEALS.seal(approved)


def test_an_operation_is_changed_only_from_the_serial_before(any_store: Opened) -> None:
    row = rows.operation(any_store.tenant)
    put(any_store, lambda tx: tx.add_operation(row))
    after = replace(
        row, state="succeeded", owner=None, lease_until=None, evidence=b"\x00\xff", serial=1
    )
    put(any_store, lambda tx: tx.change_operation(after))
    assert any_store.read(lambda tx: tx.operation("op_1")) == SEALS.seal(after)
    for stale in (after, replace(after, serial=3), replace(after, id="op_2", serial=1)):
        with pytest.raises(StoreUnavailableError):
            put(any_store, changing(stale))
    assert any_store.transact(lambda tx: tx.operation("op_1")) == SEALS.seal(after)


def test_a_change_does_not_exchange_the_document(any_store: Opened) -> None:
    tenant = any_store.tenant
    row, operation = rows.proposal(tenant), rows.operation(tenant)
    put(any_store, lambda tx: tx.add_proposal(row), lambda tx: tx.add_operation(operation))
    with pytest.raises(StoreUnavailableError):
        put(any_store, lambda tx: tx.change_proposal(replace(row, hash="sha256:other", serial=1)))
    with pytest.raises(StoreUnavailableError):
        other = replace(operation, document_hash="sha256:other", serial=1)
        put(any_store, lambda tx: tx.change_operation(other))


def test_decisions_come_in_the_order_of_their_numbers_and_each_number_once(
    any_store: Opened,
) -> None:
    made = [rows.decision(any_store.tenant, number) for number in (2, 10, 1)]
    bare = rows.decision(any_store.tenant, 11, roles=(), reason=None)
    put(any_store, *(lambda tx, row=row: tx.add_decision(row) for row in (*made, bare)))
    found = any_store.read(lambda tx: tx.decisions("pro_1"))
    assert found == [SEALS.seal(row) for row in (made[2], made[0], made[1], bare)]
    with pytest.raises(StoreUnavailableError):
        put(any_store, lambda tx: tx.add_decision(rows.decision(any_store.tenant, 2)))


def test_a_key_is_added_once_and_stays_as_it_was(any_store: Opened) -> None:
    first = rows.operation(any_store.tenant, 1)
    second = replace(rows.operation(any_store.tenant, 2), key=first.key)
    assert any_store.transact(lambda tx: tx.add_operation(first)) is True
    assert any_store.transact(lambda tx: tx.add_operation(second)) is False
    assert any_store.read(lambda tx: tx.operation_of_key(first.key)) == SEALS.seal(first)
    assert any_store.transact(lambda tx: tx.operation_of_key(first.key)) == SEALS.seal(first)
    assert any_store.read(lambda tx: tx.operation("op_2")) is None


def test_an_operation_id_is_not_given_twice(any_store: Opened) -> None:
    put(any_store, lambda tx: tx.add_operation(rows.operation(any_store.tenant, 1)))
    with pytest.raises(StoreUnavailableError):
        other = rows.operation(any_store.tenant, 1, key="tc1_other")
        put(any_store, lambda tx: tx.add_operation(other))


def test_undecided_proposals_come_oldest_first_and_then_in_the_order_of_code_points(
    any_store: Opened,
) -> None:
    names = ["é", "a", "B", "_", "Z", "\U0001f600", "\uffee"]
    made = [
        rows.proposal(any_store.tenant, 1, id=name, request_id=name, created_at=5) for name in names
    ]
    older = rows.proposal(any_store.tenant, 2, id="zzz", created_at=4)
    decided = rows.proposal(any_store.tenant, 3, state="denied", created_at=1)
    put(any_store, *(lambda tx, row=row: tx.add_proposal(row) for row in (*made, older, decided)))
    expected = ["zzz", *sorted(names)]
    assert ids(any_store.read(lambda tx: tx.pending())) == expected
    assert ids(any_store.transact(lambda tx: tx.pending())) == expected


def test_the_open_proposals_of_a_run_are_the_undecided_and_the_approved(any_store: Opened) -> None:
    states = ("pending", "approved", "denied", "expired", "consumed", "closed", "void")
    made = [
        rows.proposal(any_store.tenant, 20 - number, state=state)
        for number, state in enumerate(states)
    ]
    strangers = [
        rows.proposal(any_store.tenant, 30, run_id="run-2"),
        rows.proposal(any_store.tenant, 31, requester="u-18"),
    ]
    put(any_store, *(lambda tx, row=row: tx.add_proposal(row) for row in (*made, *strangers)))
    for ask in (any_store.read, any_store.transact):
        assert ids(ask(lambda tx: tx.proposals_of_run("u-17", "run-1"))) == ["pro_19", "pro_20"]


def test_undecided_proposals_are_counted_by_level_consequence_and_run(any_store: Opened) -> None:
    made = [
        rows.proposal(any_store.tenant, 1),
        rows.proposal(any_store.tenant, 2, level="one_person"),
        rows.proposal(any_store.tenant, 3, consequence="money"),
        rows.proposal(any_store.tenant, 4, run_id="run-2"),
        rows.proposal(any_store.tenant, 5, requester="u-18"),
        rows.proposal(any_store.tenant, 6, state="approved"),
        rows.proposal(any_store.tenant, 7, expires_at=1_000),
    ]
    put(any_store, *(lambda tx, row=row: tx.add_proposal(row) for row in made))
    run = ("u-17", "run-1")
    questions: list[dict[str, Any]] = [
        {},
        {"level": "two_persons"},
        {"consequence": "customer_data"},
        {"run": run},
        {"level": "two_persons", "consequence": "customer_data"},
        {"level": "one_person", "run": run},
        {"consequence": "money", "run": run},
        {"level": "two_persons", "consequence": "customer_data", "run": run},
    ]
    for ask in (any_store.read, any_store.transact):
        counted = ask(lambda tx: [tx.count_pending(**question) for question in questions])
        assert counted == [5, 4, 4, 3, 3, 1, 1, 1]


def test_claims_are_counted_by_consequence_instant_and_run(any_store: Opened) -> None:
    made = [
        rows.operation(any_store.tenant, 1, claimed_at=10, state="succeeded"),
        rows.operation(any_store.tenant, 2, claimed_at=20),
        rows.operation(any_store.tenant, 3, claimed_at=30, run_id="run-2"),
        rows.operation(any_store.tenant, 4, claimed_at=30, requester="u-18"),
        rows.operation(any_store.tenant, 5, claimed_at=30, consequence="money"),
    ]
    put(any_store, *(lambda tx, row=row: tx.add_operation(row) for row in made))

    def counts(rows: Reading) -> list[int]:
        run = ("u-17", "run-1")
        return [
            rows.count_claims("customer_data"),
            rows.count_claims("customer_data", since=20),
            rows.count_claims("customer_data", since=21),
            rows.count_claims("customer_data", run=run),
            rows.count_claims("customer_data", since=20, run=run),
        ]

    assert any_store.read(counts) == [4, 3, 2, 2, 1] == any_store.transact(counts)


def test_operations_of_a_run_and_unknown_ones_come_oldest_first(any_store: Opened) -> None:
    states = ("claimed", "released", "running", "unknown", "succeeded", "failed", "cancelled")
    made = [
        rows.operation(any_store.tenant, 20 - number, state=state)
        for number, state in enumerate(states)
    ]
    other_run = rows.operation(any_store.tenant, 2, run_id="run-2", state="unknown")
    put(any_store, *(lambda tx, row=row: tx.add_operation(row) for row in (*made, other_run)))
    for ask in (any_store.read, any_store.transact):
        of_run = ask(lambda tx: tx.operations_of_run("u-17", "run-1"))
        assert ids(of_run) == ["op_17", "op_18", "op_20"]
        assert ids(ask(lambda tx: tx.unresolved())) == ["op_2", "op_17"]


def test_a_run_is_added_and_replaced(any_store: Opened) -> None:
    first = rows.run(any_store.tenant)
    second = replace(first, calls=4, cancelled_at=7_000)
    put(any_store, lambda tx: tx.put_run(first))
    assert any_store.read(lambda tx: tx.run("u-17", "run-1")) == first
    put(any_store, lambda tx: tx.put_run(second))
    assert any_store.transact(lambda tx: tx.run("u-17", "run-1")) == second


def test_slots_are_put_replaced_listed_by_holder_and_dropped_at_all_gates(
    any_store: Opened,
) -> None:
    tenant = any_store.tenant
    made = [rows.slot(tenant, gate, holder) for gate in ("g1", "g2") for holder in ("b", "a")]
    longer = replace(made[0], lease_until=FAR + 1)
    put(any_store, *(lambda tx, row=row: rows.put_slot(tx, row) for row in (*made, longer)))
    assert any_store.read(lambda tx: tx.slots("g1")) == [made[1], longer]
    put(any_store, lambda tx: tx.drop_slots("b"), lambda tx: tx.drop_slots("nobody"))
    for ask in (any_store.read, any_store.transact):
        assert ask(lambda tx: (tx.slots("g1"), tx.slots("g2"))) == ([made[1]], [made[3]])


def test_anomalies_come_in_the_order_of_their_numbers_and_each_number_once(
    any_store: Opened,
) -> None:
    made = [rows.anomaly(any_store.tenant, number) for number in (2, 10, 1)]
    put(any_store, *(lambda tx, row=row: tx.add_anomaly(row) for row in made))
    found = any_store.read(lambda tx: tx.anomalies("op_1"))
    assert found == [made[2], made[0], made[1]]
    with pytest.raises(StoreUnavailableError):
        put(any_store, lambda tx: tx.add_anomaly(made[0]))


def test_texts_and_bytes_come_back_as_they_went(any_store: Opened) -> None:
    text = "%s ? :x '\"\\ %(name)s\n\t\u2028 \U0001f600 é e\u0301"
    row = rows.proposal(
        any_store.tenant, reason=text, request_id=text, document=bytes(range(256)) * 5000
    )
    named = rows.decision(any_store.tenant, roles=(text, ""))
    put(any_store, lambda tx: tx.add_proposal(row), lambda tx: tx.add_decision(named))
    found = any_store.read(lambda tx: tx.proposal_of_request("u-17", "run-1", text))
    assert found == SEALS.seal(row)
    assert any_store.read(lambda tx: tx.decisions("pro_1")) == [SEALS.seal(named)]


def test_what_work_raises_comes_out_unchanged_and_nothing_is_stored(any_store: Opened) -> None:
    raised = LookupError("not this")

    def work(tx: Transaction) -> None:
        tx.lock("a gate")
        tx.add_proposal(rows.proposal(any_store.tenant))
        tx.add_operation(rows.operation(any_store.tenant))
        tx.put_run(rows.run(any_store.tenant))
        raise raised

    with pytest.raises(LookupError) as caught:
        any_store.transact(work)
    assert caught.value is raised
    found = any_store.read(
        lambda tx: (tx.proposal("pro_1"), tx.operation("op_1"), tx.run("u-17", "run-1"))
    )
    assert found == (None, None, None)


def test_a_transaction_sees_what_it_wrote(any_store: Opened) -> None:
    def work(tx: Transaction) -> tuple[object, ...]:
        tx.lock("b", "a", "b")
        tx.add_proposal(rows.proposal(any_store.tenant))
        tx.add_operation(rows.operation(any_store.tenant))
        rows.put_slot(tx, rows.slot(any_store.tenant, "a", "me"))
        return (tx.proposal("pro_1"), tx.operation("op_1"), tx.count_pending(), tx.slots("a"))

    assert any_store.transact(work) == (
        SEALS.seal(rows.proposal(any_store.tenant)),
        SEALS.seal(rows.operation(any_store.tenant)),
        1,
        [rows.slot(any_store.tenant, "a", "me")],
    )


def test_a_tenant_sees_nothing_of_another_and_uses_the_same_names(any_store: Opened) -> None:
    other = rows.new_tenant()

    def fill(tx: Transaction) -> None:
        tx.add_proposal(rows.proposal(tx.tenant))
        tx.add_decision(rows.decision(tx.tenant))
        assert tx.add_operation(rows.operation(tx.tenant, state="unknown"))
        tx.put_run(rows.run(tx.tenant))
        rows.put_slot(tx, rows.slot(tx.tenant, "g", "h"))
        tx.add_anomaly(rows.anomaly(tx.tenant))

    def everything(rows: Reading) -> list[object]:
        return [
            rows.proposal("pro_1"),
            rows.proposal_of_request("u-17", "run-1", "request-1"),
            *rows.proposals_of_run("u-17", "run-1"),
            *rows.pending(),
            *rows.decisions("pro_1"),
            rows.operation("op_1"),
            rows.operation_of_key("tc1_1"),
            *rows.operations_of_run("u-17", "run-1"),
            *rows.unresolved(),
            rows.run("u-17", "run-1"),
            *rows.slots("g"),
            *rows.anomalies("op_1"),
        ]

    any_store.transact(fill)
    assert set(any_store.read(everything, other)) == {None}
    assert any_store.read(lambda tx: (tx.count_pending(), tx.count_claims("customer_data"))) == (
        1,
        1,
    )
    any_store.transact(fill, other)
    for tenant in (any_store.tenant, other):
        found: list[Any] = any_store.read(everything, tenant)
        assert len(found) == 12
        assert {row.tenant for row in found} == {tenant}
    any_store.transact(lambda tx: tx.drop_slots("h"), other)
    assert len(any_store.read(lambda tx: tx.slots("g"))) == 1


@pytest.mark.parametrize(
    "write",
    [
        lambda tx, tenant: tx.add_proposal(rows.proposal(tenant)),
        lambda tx, tenant: tx.change_proposal(rows.proposal(tenant, serial=1)),
        lambda tx, tenant: tx.add_decision(rows.decision(tenant)),
        lambda tx, tenant: tx.add_operation(rows.operation(tenant)),
        lambda tx, tenant: tx.change_operation(rows.operation(tenant, serial=1)),
        lambda tx, tenant: tx.put_run(rows.run(tenant)),
        lambda tx, tenant: tx.add_anomaly(rows.anomaly(tenant)),
    ],
)
def test_a_row_of_another_tenant_is_not_written(
    any_store: Opened, write: Callable[[Transaction, str], None]
) -> None:
    with pytest.raises(ValueError, match="its own tenant"):
        any_store.transact(lambda tx: write(tx, "somebody else"))


def test_the_clock_tells_milliseconds_and_never_goes_back(any_store: Opened) -> None:
    def work(tx: Transaction) -> list[int]:
        told = [tx.now()]
        tx.lock("a")
        told.append(tx.now())
        tx.add_operation(rows.operation(any_store.tenant))
        tx.operation("op_1")
        told += [tx.now(), tx.now()]
        return told

    told = any_store.transact(work)
    assert told == sorted(told)
    assert abs(told[0] - time.time() * 1000) < 60_000
    assert any_store.read(lambda tx: tx.now()) >= told[-1]


async def test_overdue_lists_claims_whose_lease_is_over_of_all_tenants_the_oldest_first(
    any_store: Opened,
) -> None:
    one, two = sorted([any_store.tenant, rows.new_tenant()])
    made = [
        rows.operation(one, 1, lease_until=-300),
        rows.operation(two, 2, lease_until=-400),
        rows.operation(two, 1, lease_until=-300),
        rows.operation(one, 3, lease_until=-500, state="unknown"),
        rows.operation(one, 4, lease_until=FAR),
        rows.operation(one, 5, lease_until=None),
    ]
    for row in made:
        await any_store.store.transact(row.tenant, adding(row))
    found = [each for each in await any_store.store.overdue(1000) if each[0] in (one, two)]
    assert found == [(two, "op_2"), (one, "op_1"), (two, "op_1")]
    assert len(await any_store.store.overdue(2)) == 2


async def test_unknown_lists_the_operations_of_all_tenants_the_oldest_first(
    any_store: Opened,
) -> None:
    assert isinstance(any_store.store, SqlStore | MemoryStore)
    one, two = sorted([any_store.tenant, rows.new_tenant()])
    made = [
        rows.operation(one, 1, state="unknown", claimed_at=-300),
        rows.operation(two, 2, state="unknown", claimed_at=-400),
        rows.operation(two, 1, state="unknown", claimed_at=-300),
        rows.operation(one, 3, state="claimed", claimed_at=-500),
        rows.operation(one, 4, state="succeeded", claimed_at=-500),
    ]
    for row in made:
        await any_store.store.transact(row.tenant, adding(row))
    found = [each for each in await any_store.store.unknown(1000) if each[0] in (one, two)]
    assert found == [(two, "op_2"), (one, "op_1"), (two, "op_1")]
    assert len(await any_store.store.unknown(2)) == 2


def test_calls_are_added_to_a_run_that_may_be_new_and_its_end_stays(any_store: Opened) -> None:
    def count(more: int) -> RunRow:
        return any_store.transact(lambda tx: tx.count_calls("u-17", "run-1", more))

    assert count(2) == RunRow(tenant=any_store.tenant, requester="u-17", run_id="run-1", calls=2)
    any_store.transact(lambda tx: tx.put_run(rows.run(tx.tenant, calls=5, cancelled_at=9)))
    assert (count(0).calls, count(3).calls, count(1).cancelled_at) == (5, 8, 9)


def test_slots_are_put_and_read_at_many_gates_at_once(any_store: Opened) -> None:
    gates = ["b", "a", "gate 'with\" quotes\\", "ä"]

    def put(tx: Transaction) -> None:
        tx.put_slots(gates, holder="h1", lease_until=1)
        tx.put_slots(["a"], holder="h0", lease_until=2)
        tx.put_slots(gates[:2], holder="h1", lease_until=3)
        tx.put_slots([], holder="h2", lease_until=4)

    any_store.transact(put)
    found = any_store.read(lambda tx: tx.slots("nowhere", *gates))
    told = [(each.gate, each.holder, each.lease_until) for each in found]
    assert told == [
        ("a", "h0", 2),
        ("a", "h1", 3),
        ("b", "h1", 3),
        (gates[2], "h1", 1),
        ("ä", "h1", 1),
    ]
    assert any_store.read(lambda tx: tx.slots()) == []


def test_gates_whose_names_differ_only_at_the_end_are_different_gates(any_store: Opened) -> None:
    """The server has a type for names of its own, and it holds 63 bytes."""
    gates = ["record " + "x" * 200 + end for end in ("a", "b", "c")]

    def work(tx: Transaction) -> None:
        tx.lock(*gates)
        tx.put_slots(gates[:2], holder="h1", lease_until=1)
        tx.put_slots(gates[1:2], holder="h2", lease_until=2)

    any_store.transact(work)
    found = [any_store.read(lambda tx, each=gate: tx.slots(each)) for gate in gates]  # type: ignore[misc]
    assert [[(row.gate, row.holder) for row in each] for each in found] == [
        [(gates[0], "h1")],
        [(gates[1], "h1"), (gates[1], "h2")],
        [],
    ]
