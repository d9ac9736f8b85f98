"""Letting a call in, for all hosts: how many of one run, and how many at a time.

Walks in: a transaction, and the call's name for itself. Walks out: a place at each of its gates, or
a Refusal: RUN_CANCELLED, or LIMIT_REACHED. Calls are counted even where they get no further, and
one that gets as far as a service was counted before it did.
"""

from __future__ import annotations

from dataclasses import dataclass

from toolcharter_runtime._codes import Code
from toolcharter_runtime._ledger import gates
from toolcharter_runtime._ledger.gates import Gate
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._store.records import RunRow
from toolcharter_runtime._store.transaction import Reading, Transaction


@dataclass(frozen=True, slots=True)
class Calls:
    """``more`` calls of a run that the store has not counted; ``most`` is how many it may make."""

    more: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrance:
    """Who wants to go in: ``holder`` names the call, whose places are its own for ``lease_ms``."""

    requester: str
    run_id: str
    holder: str
    gates: tuple[Gate, ...]
    lease_ms: int
    calls: Calls


def open_entrance(tx: Transaction, entrance: Entrance) -> None:
    """Lock what the entrance is about, and count the call. Comes before everything else."""
    gates.lock(tx, entrance.gates, run_lock(entrance.requester, entrance.run_id))
    check_going(count_calls(tx, entrance.requester, entrance.run_id, entrance.calls))


def go_in(tx: Transaction, entrance: Entrance) -> None:
    """Take a place at each gate; GateFullError where there is none."""
    now = tx.now()
    gates.enter(
        tx,
        entrance.gates,
        holder=entrance.holder,
        now=now,
        lease_until=now + entrance.lease_ms,
    )


def count(tx: Transaction, requester: str, run_id: str, calls: Calls) -> None:
    """Count a call that needs no place."""
    tx.lock(run_lock(requester, run_id))
    check_going(count_calls(tx, requester, run_id, calls))


def run_lock(requester: str, run_id: str) -> str:
    """What is locked by whoever decides something about a run."""
    return gates.name_of(f"run {requester} {run_id}")


def count_calls(tx: Transaction, requester: str, run_id: str, calls: Calls) -> RunRow:
    """The run with its calls counted. Its lock is held."""
    run = tx.count_calls(requester, run_id, calls.more)
    _check_limit(run.calls, calls)
    return run


def check_calls(rows: Reading, requester: str, run_id: str, calls: Calls) -> None:
    """Refuse early what counting would refuse; nothing is counted."""
    run = rows.run(requester, run_id)
    check_going(run)
    _check_limit(calls.more if run is None else run.calls + calls.more, calls)


def check_going(run: RunRow | None) -> None:
    """Refuse what a cancelled run asks for."""
    if run is not None and run.cancelled_at is not None:
        raise Refusal(Code.RUN_CANCELLED)


def is_cancelled(rows: Reading, requester: str, run_id: str | None) -> bool:
    """Whether somebody has cancelled the run; None is no run's."""
    run = None if run_id is None else rows.run(requester, run_id)
    return run is not None and run.cancelled_at is not None


def _check_limit(total: int, calls: Calls) -> None:
    if total > calls.most:
        raise Refusal(Code.LIMIT_REACHED)
