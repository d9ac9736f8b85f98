"""The fixed shapes of followers: status, poll and cancel of an operation."""

from __future__ import annotations

from toolcharter.diagnostics import Span
from toolcharter.ir.fixed_evidence import EvidenceFacts, evidence
from toolcharter.ir.fixed_parts import (
    CANCEL_ANSWERS,
    ERROR,
    NEW_OPERATION_ID,
    OPERATION_STATES,
    STATUS_STATES,
    closed,
    instant,
    nullable,
    one_of,
    with_null,
)
from toolcharter.ir.model import Shape
from toolcharter.ir.resolution import NULL
from toolcharter.ir.scalar_schemas import Schema


def follower_input(span: Span) -> Shape:
    """A follower takes the identifier of an operation and nothing else."""
    return closed(span, {"operation_id": NEW_OPERATION_ID})


def status_answer(facts: EvidenceFacts, result: Shape | None) -> Shape:
    """What the adapter of a status tool returns; without an output the result is null."""
    return closed(facts.span, _status(facts, result, STATUS_STATES, is_answer=True))


def status_result(facts: EvidenceFacts, result: Shape | None) -> Shape:
    """What the agent gets of a status tool."""
    fields = _status(facts, result, STATUS_STATES, is_answer=False)
    return closed(facts.span, {"operation_id": NEW_OPERATION_ID, **fields})


def poll_answer(facts: EvidenceFacts, result: Shape | None) -> Shape:
    """What the adapter of a poll tool returns: it may tell the runtime `not_found`, nobody else."""
    states = (*OPERATION_STATES, "not_found")
    return closed(facts.span, _poll(facts, result, states, is_answer=True))


def poll_result(facts: EvidenceFacts, result: Shape | None) -> Shape:
    """What the agent gets of a poll tool."""
    fields = _poll(facts, result, OPERATION_STATES, is_answer=False)
    return closed(facts.span, {"operation_id": NEW_OPERATION_ID, **fields})


def cancel_answer(span: Span) -> Shape:
    """What the adapter of a cancel tool returns."""
    return closed(span, {"answer": one_of(CANCEL_ANSWERS, "Whether the work stopped.")})


def cancel_result(span: Span) -> Shape:
    """What the agent gets of a cancel tool."""
    answer = one_of(CANCEL_ANSWERS, "Whether the work stopped.")
    return closed(span, {"operation_id": NEW_OPERATION_ID, "answer": answer})


def _status(
    facts: EvidenceFacts, result: Shape | None, states: tuple[str, ...], *, is_answer: bool
) -> dict[str, Schema | Shape]:
    return {
        "state": one_of(states, "What became of the operation."),
        "evidence": with_null(evidence(facts, is_answer=is_answer)),
        "error": nullable(ERROR),
        "result": dict(NULL) if result is None else with_null(result),
    }


def _poll(
    facts: EvidenceFacts, result: Shape | None, states: tuple[str, ...], *, is_answer: bool
) -> dict[str, Schema | Shape]:
    status = _status(facts, result, states, is_answer=is_answer)
    return {
        "state": status.pop("state"),
        "started_at": nullable(instant("When the work began; null before.")),
        "finished_at": nullable(instant("When the work ended; null before.")),
        **status,
    }
