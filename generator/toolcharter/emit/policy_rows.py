"""A consequence as the runtime evaluates it.

Walks in: a row of the approval policy and the environment. Walks out: plain data: its limits, its
rules, and every level that it can reach.
"""

from __future__ import annotations

from toolcharter.emit.row import Row
from toolcharter.ir.link_policy import reachable_levels
from toolcharter.ir.model import Consequence, Environment, Level, PolicyRule


def policy_row(row: Consequence, environment: Environment) -> Row:
    """The consequence, with every level it can reach."""
    return {
        "consequence": row.name,
        "level": row.level.value,
        "per_run": row.per_run,
        "pending_per_run": row.pending_per_run,
        "per_day": row.per_day,
        "raise": tuple(_rule(rule) for rule in row.raises),
        "refuse": tuple(_rule(rule) for rule in row.refuses),
        "levels": tuple(_level(level) for level in reachable_levels(row, environment.levels)),
    }


def _rule(rule: PolicyRule) -> Row:
    return {
        "fact": rule.fact,
        "above": dict(rule.above),
        "is": rule.is_one_of,
        "to": rule.to.value if rule.to else None,
    }


def _level(level: Level) -> Row:
    return {
        "level": level.name,
        "approvers": level.approvers,
        "roles": level.roles,
        "expires_ms": level.expires_ms,
        "single_use": level.single_use,
        "pending": level.pending,
    }
