"""Which approval a proposal needs: the policy table, evaluated on canonical facts.

Walks in: the policy row of a consequence, and facts. Walks out: a level. A threshold raises the
level when a fact is above it; a cap refuses. What is at a threshold is not above it. An unknown
fact is above every threshold, and a currency that a rule does not name is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolcharter_runtime._call import JSON
from toolcharter_runtime._codes import Code
from toolcharter_runtime._proposal.facts import UNKNOWN, Facts
from toolcharter_runtime._refusal import Refusal

Row = Mapping[str, Any]


def level_of(policy: Row, facts: Facts) -> Row:
    """The row of the level that the proposal needs; POLICY_REFUSED where a cap stops it."""
    for rule in policy["refuse"]:
        if _applies(rule, facts):
            raise Refusal(Code.POLICY_REFUSED)
    levels: dict[str, Row] = {row["level"]: row for row in policy["levels"]}
    names = [policy["level"], *(rule["to"] for rule in policy["raise"] if _applies(rule, facts))]
    # The levels stand in the row from the weakest to the strongest.
    order = list(levels)
    return levels[max(names, key=order.index)]


def _applies(rule: Row, facts: Facts) -> bool:
    value = facts.get(rule["fact"], UNKNOWN)
    if rule["is"]:
        return value == UNKNOWN or value in rule["is"]
    return value == UNKNOWN or _is_above(rule["above"], value)


def _is_above(thresholds: Mapping[str, int], value: JSON) -> bool:
    if isinstance(value, dict):
        currency, amount = value["currency"], value["amount_minor"]
        if currency not in thresholds:
            raise Refusal(Code.POLICY_REFUSED)
        return bool(amount > thresholds[str(currency)])  # type: ignore[operator]
    return bool(value > thresholds[""])  # type: ignore[operator]
