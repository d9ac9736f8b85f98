"""What an http adapter has to fill: the shapes its maps are about, by their key in the file.

Walks in: a linked contract. Walks out: an ``Expected`` for each map that the contract has a use
for. In a fixed shape a field that may be null need not be filled; what is declared, always.
"""

from __future__ import annotations

from dataclasses import dataclass

from toolcharter.ir.fixed_evidence import evidence
from toolcharter.ir.fixed_parts import closed, cursor, nullable, version
from toolcharter.ir.model import Contract, Shape
from toolcharter.ir.sent_values import json_types
from toolcharter.ir.walk import SchemaPart, walk

FOLLOWED_RESULT = "result"
"""The field of a follower's answer that holds what the contract declares."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """A shape to fill, fixed or declared. What is not needed may be left out as a whole; what
    stands in it must be a field of the shape all the same."""

    shape: Shape
    is_fixed: bool = False
    is_needed: bool = True

    def must_be_filled(self, part: SchemaPart) -> bool:
        """Whether an adapter that fills what the part is in has to fill the part too."""
        if not (self.is_needed and part.is_required):
            return False
        is_declared = not self.is_fixed or (part.path[0] == FOLLOWED_RESULT and len(part.path) > 1)
        return is_declared or not (part.is_nullable or json_types(part.schema) == {"null"})


def expected_maps(contract: Contract) -> dict[str, Expected]:
    """The maps that the contract has a use for."""
    found = _answer_maps(contract)
    if contract.plan is not None:
        before_after = Expected(shape=contract.plan.before_after)
        found |= {"before": before_after, "after": before_after}
        if contract.plan.consequences is not None:
            found["consequences"] = Expected(shape=contract.plan.consequences)
        target = {"target_version": version("Version that the proposal is made for.")}
        found["target_version"] = Expected(shape=closed(contract.name.span, target))
    if contract.page is not None:
        next_page = {"cursor": nullable(cursor("Where the next page starts."))}
        found["page"] = Expected(shape=closed(contract.page.span, next_page), is_fixed=True)
    return found


def _answer_maps(contract: Contract) -> dict[str, Expected]:
    answer = contract.tools[-1].answer
    if contract.follows is not None:
        return {"output": Expected(shape=answer, is_fixed=True)}
    found = {}
    if contract.operation is not None:
        # Without the service's own name of the work, followers ask by the idempotency key.
        found["output"] = Expected(shape=answer, is_needed=False)
    elif contract.output is not None:
        found["output"] = Expected(shape=contract.output)
    if contract.evidence is not None and contract.effect is not None:
        found["evidence"] = Expected(
            shape=evidence(contract.evidence, is_answer=True),
            is_fixed=True,
            is_needed=contract.operation is None,
        )
    return found


def children(shape: Shape, parent: SchemaPart) -> dict[str, SchemaPart]:
    """The fields right below a part, those of its branches too, by name."""
    found: dict[str, SchemaPart] = {}
    for part in walk(shape):
        above = part.parent
        while above is not None and above.is_branch and above is not parent:
            above = above.parent
        if above is parent and not part.is_branch and len(part.path) == len(parent.path) + 1:
            found.setdefault(part.path[-1], part)
    return found
