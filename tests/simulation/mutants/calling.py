"""Planted bugs in what is called, and when."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import replace
from typing import Any
from unittest import mock

from toolcharter_runtime import _calling, _carrying, _recovery, _work, _write_retries
from toolcharter_runtime._codes import Code
from toolcharter_runtime._ledger import again, gates
from toolcharter_runtime._ledger import claim as claims
from toolcharter_runtime._ledger import settle as settling
from toolcharter_runtime._refusal import Refusal

from simulation.mutants.planting import Patch, mutant, standings


@mutant
def sent_again_without_keys() -> list[Patch]:
    usual = _write_retries.wait_before_write

    def wait(row: Any, *, attempt: int, finding: Any, **rest: Any) -> Any:
        if isinstance(finding, settling.Unproven) and attempt < 3:
            return 0.2
        return usual(row, attempt=attempt, finding=finding, **rest)

    return [(_calling, "wait_before_write", wait)]


@mutant
def a_fresh_key_for_each_try() -> list[Patch]:
    usual = _work.Work.call

    def call(self: Any, key: str | None = None) -> Any:
        made = usual(self, key)
        if key is not None and self.notes.attempts > 1:
            return replace(made, idempotency_key=f"{key}-{self.notes.attempts}")
        return made

    return [(_work.Work, "call", call)]


@mutant
def no_claim_is_stored() -> list[Patch]:
    def claim(tx: Any, order: Any) -> Any:
        found = tx.operation_of_key(order.operation.key)
        return claims.Claimed(order.operation) if found is None else claims.Stored(found)

    return [(claims, "claim", claim)]


@mutant
def called_though_the_claim_was_not_stored() -> list[Patch]:
    usual = _carrying._with_room

    async def with_room(work: Any, step: Any) -> Any:
        try:
            return await usual(work, step)
        except Refusal as refusal:
            if refusal.code != Code.STORE_UNAVAILABLE:
                raise
            return claims.Claimed(work.operation)

    return [(_carrying, "_with_room", with_room)]


@mutant
def retried_after_the_approval_expired() -> list[Patch]:
    usual = again.claim_again

    def claim_again(tx: Any, operation_id: str, **rest: Any) -> Any:
        return usual(_NeverExpires(tx), operation_id, **rest)

    return [
        (_calling, "claim_again", claim_again),
        (_work.Work, "until", property(lambda self: None)),
    ]


class _NeverExpires:
    """A transaction whose proposals are valid for ever."""

    def __init__(self, tx: Any) -> None:
        self._tx = tx

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tx, name)

    def proposal(self, proposal_id: str) -> Any:
        return replace(self._tx.proposal(proposal_id), expires_at=1 << 60)


@mutant
def the_lease_is_ignored() -> list[Patch]:
    usual = claims.standing
    usual_again = again.claim_again

    def standing(row: Any, *, document_hash: str, now: int) -> Any:
        known = usual(row, document_hash=document_hash, now=now)
        return claims.Unproven(row) if isinstance(known, claims.InProgress) else known

    def claim_again(tx: Any, operation_id: str, *, owner: str, **rest: Any) -> Any:
        row = tx.operation(operation_id)
        return usual_again(tx, operation_id, owner=row.owner or owner, **rest)

    return [*standings(standing), (_calling, "claim_again", claim_again)]


@mutant
def recovery_sends_again_without_asking() -> list[Patch]:
    async def find_out(work: Any, row: Any) -> Any:
        row = replace(row, attempt=row.attempt)
        return await _calling.call_until_known(work, row)

    namespace = mock.Mock(wraps=_calling)
    namespace.find_out = find_out
    return [(_recovery, "_calling", namespace)]


@mutant
def keys_are_thought_to_be_kept_for_ever() -> list[Patch]:
    usual = again.claim_again

    def claim_again(tx: Any, operation_id: str, **rest: Any) -> Any:
        return usual(tx, operation_id, **{**rest, "keys_kept_ms": None})

    return [(_calling, "claim_again", claim_again)]


@mutant
def check_then_act() -> list[Patch]:
    usual = _carrying._with_room

    async def with_room(work: Any, step: Any) -> Any:
        found = await work.path.read(
            work.operation.tenant, lambda rows: rows.operation_of_key(work.operation.key)
        )
        if found is not None:
            return await usual(work, step)

        def act(tx: Any) -> Any:
            now = tx.now()
            row = replace(work.operation, claimed_at=now, lease_until=now + work.lease_ms)
            tx.add_operation(row)
            return claims.Claimed(tx.operation_of_key(row.key))

        return await work.path.transact(work.operation.tenant, act)

    return [(_carrying, "_with_room", with_room)]


@mutant
def limits_are_counted_outside_the_transaction() -> list[Patch]:
    usual = _carrying._with_room

    async def with_room(work: Any, step: Any) -> Any:
        def count(tx: Any) -> None:
            gates.enter(tx, work.order.gates, holder="nobody", now=tx.now(), lease_until=tx.now())
            tx.drop_slots("nobody")

        await usual(work, count)
        _COUNTED.set(True)
        return await work.path.transact(work.operation.tenant, step)

    checked = gates.enter

    def enter(tx: Any, gates: Any, **rest: Any) -> None:
        if not _COUNTED.get():
            checked(tx, gates, **rest)

    return [(_carrying, "_with_room", with_room), (gates, "enter", enter)]


_COUNTED: ContextVar[bool] = ContextVar("_COUNTED", default=False)
