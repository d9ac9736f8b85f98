"""Canonical facts about a proposal: what the policy is evaluated on.

Walks in: the fact rows of a contract, and the canonical values of a preview. Walks out: ``amount``
as money, ``records`` and ``recipients`` as counts, ``environment`` as a name. A fact that is
declared unknown, or whose value is not there, is ``UNKNOWN``, which is above every threshold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from toolcharter_runtime._call import JSON

UNKNOWN: Final = "unknown"
"""The value of a fact that nobody knows."""

Facts: TypeAlias = Mapping[str, JSON]
"""Fact name -> money object, count, environment name, or UNKNOWN."""


def facts_of(
    rows: Mapping[str, Mapping[str, Any]], sources: Mapping[str, JSON], *, environment: str
) -> Facts:
    """The facts of a proposal. ``sources`` holds ``input`` and ``plan``."""
    found: dict[str, JSON] = {"environment": environment}
    for name, row in rows.items():
        path = row["path"]
        found[name] = UNKNOWN if path is None else _fact(value_at(sources, path))
    return found


def value_at(sources: Mapping[str, JSON], path: Sequence[str]) -> JSON:
    """The value at a path that begins with the name of a source; None where nothing is there."""
    value: JSON = dict(sources)
    for name in path:
        if not isinstance(value, dict):
            return None
        value = value.get(name)
    return value


def _fact(value: JSON) -> JSON:
    if value is None:
        return UNKNOWN
    return len(value) if isinstance(value, list) else value
