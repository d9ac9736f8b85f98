"""Planted bugs in what is executed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from toolcharter_runtime import _commits, _work
from toolcharter_runtime._codes import Code
from toolcharter_runtime._ledger import claim as claims
from toolcharter_runtime._ledger import proposals
from toolcharter_runtime._proposal.document import Document
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._store import seals

from simulation.adapters import Present
from simulation.mutants.planting import Patch, mutant, standings


@mutant
def arguments_come_from_the_agent() -> list[Patch]:
    usual = cast("Any", Document.arguments).fget

    def arguments(self: Any) -> Any:
        mine = usual(self)
        held: Any = Present.world.held
        is_alike = isinstance(held, dict) and held.keys() == mine.keys()
        same_record = is_alike and all(
            held[name] == mine[name] for name in mine if name.endswith("_id")
        )
        return held if same_record else mine

    return [(Document, "arguments", property(arguments))]


@mutant
def the_hash_is_not_checked() -> list[Patch]:
    def load(rows: Any, *, proposal_id: str, requester: str, tool: str) -> Any:
        row = rows.proposal(proposal_id)
        if row is None or row.requester != requester or row.tool != tool:
            raise Refusal(Code.PROPOSAL_UNKNOWN, field="/proposal_id")
        return proposals.Loaded(row, Document.read(row.document))

    counted = proposals.is_approved

    def is_approved(loaded: Any, decisions: Any) -> bool:
        return counted(loaded, decisions) or loaded.row.state == "approved"

    return [
        (claims, "load", load),
        (_commits, "load", load),
        (proposals, "is_approved", is_approved),
    ]


@mutant
def seals_are_not_checked() -> list[Patch]:
    return [(seals.Seals, "check", lambda self, row: row)]


@mutant
def the_version_is_moved_forward() -> list[Patch]:
    usual = _work.Work.call

    def call(self: Any, key: str | None = None) -> Any:
        made = usual(self, key)
        if key is None or made.target is None or made.target.version is None:
            return made
        now = str(Present.world.service.version(str(made.target.id)))
        return replace(made, target=replace(made.target, version=now))

    return [(_work.Work, "call", call)]


@mutant
def a_key_answers_for_other_arguments() -> list[Patch]:
    usual = claims.standing

    def standing(row: Any, *, document_hash: str, now: int) -> Any:
        return usual(row, document_hash=row.document_hash, now=now)

    return standings(standing)
