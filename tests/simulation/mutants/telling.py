"""Planted bugs in what is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from toolcharter_runtime import _cancelling, _carrying, _recovery
from toolcharter_runtime._ledger import claim as claims
from toolcharter_runtime._ledger import settle as settling

from simulation.mutants.planting import Patch, failure, mutant, standings


@mutant
def an_open_claim_is_told_as_failed() -> list[Patch]:
    usual = claims.standing

    def standing(row: Any, *, document_hash: str, now: int) -> Any:
        known = usual(row, document_hash=document_hash, now=now)
        if not isinstance(known, claims.InProgress):
            return known
        return claims.Stored(replace(row, state="failed", error=failure().error))

    return standings(standing)


@mutant
def success_is_told_from_memory() -> list[Patch]:
    usual = _carrying.recorded

    async def recorded(work: Any, row: Any, finding: Any) -> Any:
        found = await usual(work, row, finding)
        if found is None and isinstance(finding, settling.Happened):
            return settling._after(row, finding, 0)
        return found

    return [(_carrying, "recorded", recorded)]


@mutant
def stopped_is_told_without_proof() -> list[Patch]:
    usual = _cancelling._answer

    async def answer(*args: Any) -> Any:
        found = await usual(*args)
        return "stopped" if found == "unknown" else found

    return [(_cancelling, "_answer", answer)]


@mutant
def a_claim_left_behind_is_told_as_failed() -> list[Patch]:
    usual = claims.standing

    def standing(row: Any, *, document_hash: str, now: int) -> Any:
        known = usual(row, document_hash=document_hash, now=now)
        if not isinstance(known, claims.Unproven):
            return known
        return claims.Stored(replace(row, state="failed", error=failure().error))

    return standings(standing)


@mutant
def a_claim_left_behind_is_forgotten() -> list[Patch]:
    async def recover(path: Any) -> int:
        return 0

    return [(_recovery, "_recover", lambda path, tenant, operation_id: recover(path))]
