"""The shapes that a contract declares, and the views over them.

Walks in: the nodes of input, output, plan and views. Walks out: canonical shapes and expanded
views. Where a shape cannot be made the contract has no shape to go on with, and says so.
"""

from __future__ import annotations

from collections.abc import Mapping as Table

from toolcharter.diagnostics import Diagnostic
from toolcharter.ir.declared import BEFORE_AFTER, CONSEQUENCES, OUTPUT
from toolcharter.ir.fields import Place, shape_of
from toolcharter.ir.model import Environment, Plan, Shape
from toolcharter.ir.reading import mapping, pairs
from toolcharter.ir.views import STANDARD, ExpandedView, expand_view, standard_view
from toolcharter.source.document import Mapping, Node


class DeclaredShapes:
    """Makes the declared shapes of one contract and collects what is wrong with them."""

    def __init__(self, environment: Environment, diagnostics: list[Diagnostic]) -> None:
        self._environment = environment
        self._diagnostics = diagnostics
        self.is_broken = False

    def of(self, node: Node | None, place: Place) -> Shape | None:
        """The shape of an input or an output; None where the contract has none."""
        if node is None:
            return None
        shape, diagnostics = shape_of(
            mapping(node), self._environment.types, self._environment.schemas, place=place
        )
        self._diagnostics += diagnostics
        self.is_broken |= shape is None
        return shape

    def plan(self, node: Node | None) -> Plan | None:
        """The shapes of a plan; None where the contract has none."""
        if node is None:
            return None
        written = mapping(node)
        before_after = self.of(written.entries["before_after"], Place.PLAN)
        consequences = self.of(written.get("consequences"), Place.PLAN)
        return (
            None
            if before_after is None
            else Plan(before_after=before_after, consequences=consequences)
        )


def viewed_parts(output: Shape | None, plan: Plan | None) -> dict[str, Shape]:
    """The declared parts that views cover, plan first."""
    parts = {}
    if plan is not None:
        parts[BEFORE_AFTER] = plan.before_after
        if plan.consequences is not None:
            parts[CONSEQUENCES] = plan.consequences
    if output is not None:
        parts[OUTPUT] = output
    return parts


def link_views(
    root: Mapping, parts: Table[str, Shape], diagnostics: list[Diagnostic]
) -> dict[str, ExpandedView]:
    """The views of a contract by name; of one that declares nothing, the built-in one."""
    views = {}
    for name, span, node in pairs(root.get("views")):
        view, problems = expand_view(name, span, mapping(node), parts)
        diagnostics += problems
        views[name] = view
    return views if parts else {STANDARD: standard_view(root.span)}
