"""The service's words in the words of the contracts.

Only names are changed here. What is missing stays missing and what has the wrong type keeps it: the
runtime looks at every answer, and an adapter that repaired one would hide it.
"""

from __future__ import annotations

from collections.abc import Mapping

from acme_tools.tables import ERRORS
from toolcharter_runtime import JSON, Code, Raw

from reference_service.adapters.upstream import CODES, Answer

EVIDENCE: Mapping[str, str] = {
    "id": "resource_id",
    "version_before": "previous_version",
    "version": "new_version",
    "changed": "changed_fields",
    "state": "next_state",
    "at": "committed_at",
}

Names = Mapping[str, str]


def renamed(value: JSON, names: Names) -> JSON:
    """An object, or each object of a list, with only the fields that ``names`` maps to theirs."""
    if isinstance(value, list):
        return [renamed(each, names) for each in value]
    if isinstance(value, dict):
        return {ours: value[theirs] for ours, theirs in names.items() if theirs in value}
    return value


def page(answer: Answer, items: str, names: Names) -> Raw:
    """A page of a list, under the name that its contract has for the items."""
    return Raw({items: renamed(answer.get("items"), names), "next_cursor": answer.get("next")})


def evidence(answer: Answer, changed: Names) -> Answer:
    """The proof in the answer of a write. A field that nobody knows comes along: it is for the
    runtime to refuse it."""
    proof = {EVIDENCE.get(name, name): value for name, value in answer.items()}
    fields = proof.get("changed_fields")
    if isinstance(fields, list):
        proof["changed_fields"] = [changed.get(str(each), each) for each in fields]
    return proof


def became(answer: Answer, changed: Names) -> Raw:
    """What a status endpoint says, as the answer of a status tool."""
    proof = answer.get("evidence")
    return Raw(
        {
            "state": answer.get("state"),
            "evidence": evidence(proof, changed) if isinstance(proof, dict) else proof,
            "error": error(answer.get("error")),
            "result": None,
        }
    )


def error(word: JSON) -> JSON:
    """Why a write failed, with the catalog's or the runtime's own words for it."""
    if not isinstance(word, str):
        return word
    code = CODES.get(word, "INTERNAL")
    if code in ERRORS:
        row = ERRORS[code]
        return {"code": code, "message": row["message"], "retryable": row["retryable"]}
    runtime = Code(code)
    return {"code": code, "message": runtime.message, "retryable": runtime.retryable}
