"""What a contract declares, as far as its tool versions depend on it.

Walks in: linked facets, declared shapes and expanded views. Walks out: nothing; ``link_tools`` puts
the fixed shapes around what stands here.
"""

from __future__ import annotations

from collections.abc import Mapping as Table
from dataclasses import dataclass

from toolcharter.diagnostics import Span
from toolcharter.ir import fixed
from toolcharter.ir.model import Failure, Follows, Operation, Page, Plan, Shape, Target
from toolcharter.ir.views import ExpandedView
from toolcharter.source.document import Node

OUTPUT, BEFORE_AFTER, CONSEQUENCES = "output", "before_after", "consequences"
"""The parts of a contract that a view covers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """The facets that decide which tool versions there are, and what they take and answer.

    ``evidence`` is what this write may report, or what the writes that a follower asks about may.
    """

    file: str
    span: Span
    name: str
    version: int
    is_change: bool
    purpose: str
    input: Shape | None
    output: Shape | None
    plan: Plan | None
    page: Page | None
    target: Target | None
    operation: Operation | None
    follows: Follows | None
    is_write: bool
    failure: Failure
    limits: Node
    views: Table[str, ExpandedView]
    evidence: fixed.EvidenceFacts | None
    target_id: Shape
