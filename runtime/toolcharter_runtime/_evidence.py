"""Evidence: what proves that a write happened, and that it was this one.

Walks in: what an adapter or a status tool returned, and the operation it is about. Walks out: the
evidence, checked against the schema of the answer and against the claim, or None. Evidence is
looked for in an answer that breaks its contract elsewhere as well: a write that happened is told as
one that happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from toolcharter_runtime._validators import is_valid, validator

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON, Target
    from toolcharter_runtime._write_tools import WriteTool

FIELDS = (
    "resource_id",
    "previous_version",
    "new_version",
    "changed_fields",
    "next_state",
    "committed_at",
)
"""The fields of evidence, whatever the tool."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What the evidence must be about. ``makes_new`` says that the write makes a record, so that
    its id is not known before, and it has no version before."""

    target: Target
    makes_new: bool

    def is_proven_by(self, evidence: Mapping[str, JSON]) -> bool:
        """Whether valid evidence is about this claim and shows that something moved."""
        before, after = evidence["previous_version"], evidence["new_version"]
        if self.makes_new:
            return before is None
        if evidence["resource_id"] != self.target.id:
            return False
        # A direct write is claimed for no version: nobody has approved one.
        if self.target.version is not None and before != self.target.version:
            return False
        # A record that has versions must have moved; one without has none before and after.
        return after != before or (before is None and after is None)


def claim_of(tool: WriteTool, target: Target) -> Claim:
    """What evidence about a write of ``tool`` on ``target`` must show."""
    facets = tool.write
    is_new = facets["target"] is not None and facets["target"]["is_new"]
    return Claim(target=target, makes_new=is_new or facets["creates"] is not None)


class EvidenceCheck:
    """Finds and checks the evidence of one tool version's answers."""

    def __init__(self, answer_schema: Mapping[str, Any]) -> None:
        declared = answer_schema.get("properties", {})
        required = [name for name in answer_schema.get("required", ()) if name in FIELDS]
        self._engine = validator(
            {
                "type": "object",
                "properties": {name: declared[name] for name in FIELDS if name in declared},
                "required": required,
                **({"$defs": answer_schema["$defs"]} if "$defs" in answer_schema else {}),
            }
        )

    def find(self, answer: JSON, claim: Claim) -> dict[str, JSON] | None:
        """The evidence in ``answer``; None where any part of it is missing, invalid, or about
        something else."""
        if not isinstance(answer, dict) or not is_valid(self._engine, answer):
            return None
        evidence = {name: answer[name] for name in FIELDS if name in answer}
        return evidence if claim.is_proven_by(evidence) else None
