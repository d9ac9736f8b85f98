"""Whether a node meets a condition of the schemas: what stands under ``if`` and under ``not``.

Conditions use few keywords: ``type``, ``const``, ``enum``, ``pattern``, ``properties``,
``required``, ``allOf`` and ``not``. They are asked far more often than anything is wrong, so they
are answered with yes or no and nothing else.
"""

from __future__ import annotations

from typing import Any

from toolcharter.contract.scalar_checks import is_accepted, is_of_type
from toolcharter.source.document import Mapping, Node


def meets(node: Node, condition: dict[str, Any] | bool) -> bool:
    """Whether the node meets the condition."""
    if isinstance(condition, bool):
        return condition
    if not is_of_type(node, condition) or not is_accepted(node, condition):
        return False
    if isinstance(node, Mapping) and not _has_what_it_needs(node, condition):
        return False
    if "not" in condition and meets(node, condition["not"]):
        return False
    return all(meets(node, each) for each in condition.get("allOf", ()))


def _has_what_it_needs(node: Mapping, condition: dict[str, Any]) -> bool:
    if any(key not in node for key in condition.get("required", ())):
        return False
    return all(
        key not in node or meets(node.entries[key], each)
        for key, each in condition.get("properties", {}).items()
    )
