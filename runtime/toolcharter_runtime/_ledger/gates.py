"""Limits on what may be in flight at a time: per run, per tenant, per record.

A gate is a name with a limit. A call in flight holds a slot at each of its gates, under a lease, so
that the slots of a process that died come free. Counting happens under the lock of the gates, so it
is exact across processes and hosts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from toolcharter_runtime._store.transaction import Transaction

_LONGEST_NAME = 256
_KEPT = 100


@dataclass(frozen=True, slots=True, order=True)
class Gate:
    """``name`` is unique within a tenant; ``limit`` is how many calls may be inside."""

    name: str
    limit: int


class GateFullError(Exception):
    """No slot is free. ``free_at`` is when the first one is bound to be, in the store's time."""

    def __init__(self, free_at: int) -> None:
        super().__init__(free_at)
        self.free_at = free_at


def lock(tx: Transaction, gates: Sequence[Gate], *others: str) -> None:
    """Lock gates, and other names, in the one order that all transactions keep."""
    names = sorted({*(gate.name for gate in gates), *others})
    if names:
        tx.lock(*names)


def enter(
    tx: Transaction, gates: Sequence[Gate], *, holder: str, now: int, lease_until: int
) -> None:
    """Take a slot at every gate, or none and raise GateFullError. The gates are locked."""
    names = [gate.name for gate in gates]
    held = [slot for slot in tx.slots(*names) if slot.holder != holder and slot.lease_until > now]
    for gate in gates:
        ends = [slot.lease_until for slot in held if slot.gate == gate.name]
        if len(ends) >= gate.limit:
            raise GateFullError(min(ends))
    tx.put_slots(names, holder=holder, lease_until=lease_until)


def tool_gates(
    tool: str, *, requester: str, run_id: str, per_run: int, per_tenant: int
) -> tuple[Gate, ...]:
    """The gates that every call of a tool passes."""
    return (
        Gate(f"tool {tool}", per_tenant),
        Gate(name_of(f"tool {tool} run {requester} {run_id}"), per_run),
    )


def record_gate(target: str) -> Gate:
    """The gate of one record: writes on it are serial."""
    return Gate(name_of(f"record {target}"), 1)


def name_of(text: str) -> str:
    """The text as a name that every database can index; of a long one the digest stands for the
    rest."""
    if len(text) <= _LONGEST_NAME:
        return text
    return f"{text[:_KEPT]}... sha256:{hashlib.sha256(text.encode()).hexdigest()}"
