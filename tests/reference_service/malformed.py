"""Answers that a broken service would give after it did its work.

Walks in: the right answer. Walks out: one that is wrong in the way that a test names, as bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import orjson

from reference_service.faults import Fault
from reference_service.records import Body


def _another_id(id: str) -> str:
    return id[:-1] + ("x" if id[-1] != "x" else "y")


def _missing_evidence(answer: Body, fault: Fault) -> Body:
    return {name: value for name, value in answer.items() if name not in _PROOF}


_PROOF = ("id", "version", "export_id", "answer")


def _wrong_id(answer: Body, fault: Fault) -> Body:
    names = ("id", "export_id")
    return {name: _another_id(value) if name in names else value for name, value in answer.items()}


def _version_still(answer: Body, fault: Fault) -> Body:
    return {**answer, "version": answer.get("version_before")}


def _wrong_type(answer: Body, fault: Fault) -> Body:
    return {name: [value] if name in _PROOF else value for name, value in answer.items()}


def _extra_field(answer: Body, fault: Fault) -> Body:
    return {**answer, "balance": 12}


def _canary(answer: Body, fault: Fault) -> Body:
    return {**answer, "debug": fault.text}


def _canary_in_id(answer: Body, fault: Fault) -> Body:
    return {name: fault.text if name in _PROOF else value for name, value in answer.items()}


_WAYS: Mapping[str, Callable[[Body, Fault], Body]] = {
    "missing_evidence": _missing_evidence,
    "wrong_id": _wrong_id,
    "version_still": _version_still,
    "wrong_type": _wrong_type,
    "extra_field": _extra_field,
    "canary": _canary,
    "canary_in_id": _canary_in_id,
}

WAYS = (*_WAYS, "foreign", "not_json", "empty")
"""Every ``how`` of the fault ``malformed``."""


def malformed(fault: Fault, answer: Body, foreign: Body | None) -> bytes:
    """``foreign`` is what a write under another key was answered, where there was one."""
    if fault.how == "not_json":
        return b"<html>" + fault.text.encode()
    if fault.how == "empty":
        return b""
    if fault.how == "foreign":
        return orjson.dumps(foreign or _wrong_id(answer, fault))
    return orjson.dumps(_WAYS[fault.how](answer, fault))
