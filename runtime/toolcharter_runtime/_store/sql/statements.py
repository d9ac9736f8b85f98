"""Every statement of the store, compiled once per database.

Walks in: what a database does its own way; ``queries.py`` and ``changes.py`` say what is wanted.
Walks out: texts for the driver, with the order of their parameters. Building and compiling a
statement anew costs more than executing it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.sql import ClauseElement

from toolcharter_runtime._store.sql import changes, queries, tables
from toolcharter_runtime._store.sql.manner import Manner


@dataclass(frozen=True, slots=True)
class Statement:
    """A text for the driver, and the names of its parameters in their order."""

    text: str
    names: tuple[str, ...]
    tells_time: bool = False

    def values(self, given: Mapping[str, object]) -> tuple[object, ...]:
        """The parameters as the driver takes them."""
        return tuple([given[name] for name in self.names])


@dataclass(frozen=True, slots=True, kw_only=True)
class Questions:
    """What is asked with locks in a transaction that writes, and without in one that reads."""

    proposal: Statement
    proposal_of_request: Statement
    proposals_of_run: Statement
    operation: Statement
    operation_of_key: Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class Statements:
    """All statements of one database."""

    reading: Questions
    writing: Questions
    clock: Statement | None
    """None where the clock of this machine is the store's."""
    pending: Statement
    count_pending: Mapping[tuple[bool, bool, bool], Statement]
    """By whether level, consequence and run are asked for."""
    decisions: Statement
    operations_of_run: Statement
    unresolved: Statement
    count_claims: Mapping[tuple[bool, bool], Statement]
    """By whether an instant and a run are asked for."""
    run: Statement
    slots: Statement
    anomalies: Statement
    overdue: Statement
    unknown: Statement
    lock: Statement | None
    """None where a transaction that writes is alone anyway."""
    add_proposal: Statement
    change_proposal: Statement
    add_decision: Statement
    add_operation: Statement
    change_operation: Statement
    put_run: Statement
    count_calls: Statement
    put_slots: Statement
    drop_slots: Statement
    add_anomaly: Statement
    sweep_gates: Statement
    sweep_slots: Statement


def statements(manner: Manner) -> Statements:
    """Every statement in the words of one database."""
    both = (False, True)
    return Statements(
        reading=_questions(manner, is_writing=False),
        writing=_questions(manner, is_writing=True),
        clock=None if manner.clock is None else _compiled(manner, select(manner.clock)),
        pending=_compiled(manner, queries.oldest_first(tables.proposal, "pending")),
        count_pending={
            (level, consequence, run): _compiled(
                manner, queries.count_pending(level=level, consequence=consequence, run=run)
            )
            for level in both
            for consequence in both
            for run in both
        },
        decisions=_compiled(manner, queries.numbered(tables.decision, "proposal_id")),
        operations_of_run=_compiled(manner, queries.operations_of_run()),
        unresolved=_compiled(
            manner,
            queries.oldest_first(tables.operation, "unknown"),
        ),
        count_claims={
            (since, run): _compiled(manner, queries.count_claims(since=since, run=run))
            for since in both
            for run in both
        },
        run=_compiled(manner, queries.of(tables.run, "tenant", "requester", "run_id")),
        slots=_compiled(manner, queries.slots(manner)),
        anomalies=_compiled(manner, queries.numbered(tables.anomaly, "operation_id")),
        overdue=_compiled(manner, queries.overdue()),
        unknown=_compiled(manner, queries.unknown()),
        lock=None
        if manner.clock is None
        else _compiled(manner, changes.lock(manner, manner.clock), tells_time=True),
        add_proposal=_compiled(manner, changes.added(manner, tables.proposal)),
        change_proposal=_compiled(manner, changes.changed(tables.proposal, "hash")),
        add_decision=_compiled(manner, changes.added(manner, tables.decision)),
        add_operation=_compiled(manner, changes.added_unless_there(manner)),
        change_operation=_compiled(manner, changes.changed(tables.operation, "document_hash")),
        put_run=_compiled(manner, changes.put(manner, tables.run)),
        count_calls=_compiled(manner, changes.counted(manner)),
        put_slots=_compiled(manner, changes.put_slots(manner)),
        drop_slots=_compiled(manner, changes.dropped_slots()),
        add_anomaly=_compiled(manner, changes.added(manner, tables.anomaly)),
        sweep_gates=_compiled(manner, changes.swept(manner, tables.gate, "used_at")),
        sweep_slots=_compiled(manner, changes.swept(manner, tables.slot, "lease_until")),
    )


def _compiled(manner: Manner, clause: ClauseElement, *, tells_time: bool = False) -> Statement:
    compiled: Any = clause.compile(dialect=manner.dialect)
    return Statement(compiled.string, tuple(compiled.positiontup or ()), tells_time)


def _questions(manner: Manner, *, is_writing: bool) -> Questions:
    proposal, operation = tables.proposal, tables.operation

    def asked(query: Select[Any]) -> Statement:
        if manner.clock is None or not is_writing:
            return _compiled(manner, query)
        # A clock beside the columns would be read before the row is locked; around the locking
        # query it is read after.
        locked = query.with_for_update().subquery()
        return _compiled(manner, select(locked, manner.clock), tells_time=True)

    return Questions(
        proposal=asked(queries.of(proposal, "tenant", "id")),
        proposal_of_request=asked(
            queries.of(proposal, "tenant", "requester", "run_id", "request_id")
        ),
        proposals_of_run=asked(
            queries.of(proposal, "tenant", "requester", "run_id")
            .where(queries.is_in(proposal, "pending", "approved"))
            .order_by(proposal.c.created_at, proposal.c.id)
        ),
        operation=asked(queries.of(operation, "tenant", "id")),
        operation_of_key=asked(queries.of(operation, "tenant", "key")),
    )
