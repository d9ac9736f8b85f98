"""Planted bugs in what is believed."""

from __future__ import annotations

from typing import Any

from toolcharter_runtime import _calling, _carrying, _evidence, _findings
from toolcharter_runtime._json_value import canonical_bytes
from toolcharter_runtime._ledger import settle as settling
from toolcharter_runtime._ledger import steps

from simulation.mutants.planting import Patch, failure, mutant


@mutant
def not_found_is_taken_as_failure() -> list[Patch]:
    usual = _findings.of_status

    def of_status(tool: Any, row: Any, answer: Any, claim: Any) -> Any:
        if answer["state"] == "not_found":
            return failure("UPSTREAM_UNAVAILABLE")
        return usual(tool, row, answer, claim)

    return [(_findings, "of_status", of_status)]


@mutant
def success_is_assumed() -> list[Patch]:
    async def ask(work: Any, row: Any) -> Any:
        found = await usual(work, row)
        if not isinstance(found, settling.Unproven) or work.tool.write["operation"]:
            return found
        target = work.document.target
        evidence = {
            "resource_id": target.id,
            "previous_version": target.version,
            "new_version": "9",
            "changed_fields": [],
            "next_state": None,
        }
        return settling.Happened(
            lambda now: canonical_bytes(evidence), None, b'{"code":"INTERNAL"}'
        )

    usual = _calling.ask
    return [(_calling, "ask", ask)]


@mutant
def a_timeout_is_told_as_failure() -> list[Patch]:
    usual = _calling._call

    async def call(work: Any, row: Any, **rest: Any) -> Any:
        found = await usual(work, row, **rest)
        is_late = isinstance(found, settling.Unproven) and found.reason in (
            "timeout",
            "unavailable",
        )
        return failure("UPSTREAM_TIMEOUT") if is_late else found

    return [(_calling, "_call", call)]


@mutant
def a_malformed_success_is_trusted() -> list[Patch]:
    def find(self: Any, answer: Any, claim: Any) -> Any:
        found = answer if isinstance(answer, dict) else {}
        return {name: found.get(name) for name in _evidence.FIELDS if name != "committed_at"}

    return [(_evidence.EvidenceCheck, "find", find)]


@mutant
def evidence_of_another_record_is_accepted() -> list[Patch]:
    usual = _evidence.Claim.is_proven_by

    def is_proven_by(self: Any, evidence: Any) -> bool:
        return bool(usual(self, {**evidence, "resource_id": self.target.id}))

    return [(_evidence.Claim, "is_proven_by", is_proven_by)]


@mutant
def a_record_that_did_not_move_is_accepted() -> list[Patch]:
    def is_proven_by(self: Any, evidence: Any) -> bool:
        return bool(self.makes_new) or evidence["resource_id"] == self.target.id

    return [(_evidence.Claim, "is_proven_by", is_proven_by)]


@mutant
def a_late_delivery_is_forgotten() -> list[Patch]:
    return [(_findings, "is_passing", lambda tool, finding: False)]


@mutant
def an_older_attempt_releases() -> list[Patch]:
    usual = settling.settle

    def settle(tx: Any, operation_id: str, finding: Any, *, attempt: int | None = None) -> Any:
        return usual(tx, operation_id, finding)

    return [(_carrying, "settle", settle)]


@mutant
def an_end_is_written_over() -> list[Patch]:
    return [(settling, "TERMINAL", frozenset()), (steps, "TERMINAL", frozenset())]
