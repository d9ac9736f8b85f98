"""The parts of the shapes that a contract declares, each with whose it is.

Walks in: a linked contract. Walks out: one ``DeclaredPart`` for each part of its input, plan and
output, in the order of the file. What the compiler adds by itself (proposal ids, evidence, cursors)
is not declared and not judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from toolcharter.diagnostics import Span
from toolcharter.ir.model import Contract, Environment, JsonSchema, Shape
from toolcharter.ir.walk import ANY, SchemaPart, walk
from toolcharter.lint.bounds import joined


class Side(Enum):
    """Who makes the value: the agent, the preview, or the service."""

    INPUT = "input"
    PLAN = "plan"
    OUTPUT = "output"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredPart:
    """One part of a declared shape, with the contract it belongs to."""

    side: Side
    shape: Shape
    node: SchemaPart
    contract: Contract
    environment: Environment

    @property
    def schema(self) -> JsonSchema:
        """The part's own schema: its reference followed, its ``allOf`` joined."""
        found = joined(self.node.schema, self.shape.schema)
        return {"type": "string", **found} if self.node.is_key else found

    @property
    def span(self) -> Span:
        """Where the part was written."""
        return self.node.span

    @property
    def language_type(self) -> str | None:
        """The type of the contract language: ``id``, ``money``, ``text`` and so on."""
        return self.node.type

    @property
    def is_input(self) -> bool:
        """Whether the agent makes the value."""
        return self.side is Side.INPUT

    @property
    def name(self) -> str:
        """The nearest name: that of the field, or of the list or map whose item this is."""
        return next((step for step in reversed(self.node.path) if step != ANY), "")

    @property
    def is_field(self) -> bool:
        """Whether this is a named field itself, not an item, a key or a branch of one."""
        path = self.node.path
        return bool(path) and path[-1] != ANY and not self.node.is_branch and not self.node.is_key

    @property
    def whose(self) -> str:
        """Words for a message: ``the input field `a.b` ``."""
        node = self.node
        field = (
            f"the {self.side.value} field `{node.field_path}`"
            if node.path
            else f"the {self.side.value}"
        )
        if node.is_key:
            return f"the keys of {field}"
        if node.is_branch:
            name = f"the branch `{node.branch}`" if node.branch else "a branch"
            return f"{name} of {field}"
        if not node.path:
            return field
        if node.path[-1] == ANY:
            return f"an item of {field}"
        return field

    @property
    def opening(self) -> str:
        """The same words at the beginning of a sentence."""
        return self.whose[0].upper() + self.whose[1:]

    def is_judged(self, answer: str) -> bool:
        """Whether the contract records ``answer`` for this place, with a reason."""
        return any(
            each.answer == answer and each.at.value == self.span.pointer
            for each in self.contract.judgements
            if self.span.file == self.contract.file
        )


def declared_parts(contract: Contract, environment: Environment) -> Iterator[DeclaredPart]:
    """Every part of the input, the plan and the output, root first."""
    for side, shape in declared_shapes(contract):
        for node in walk(shape):
            if node.is_joined:  # judged as a piece of the whole
                continue
            yield DeclaredPart(
                side=side, shape=shape, node=node, contract=contract, environment=environment
            )


def declared_shapes(contract: Contract) -> Iterator[tuple[Side, Shape]]:
    """The shapes that the contract declares, in the order of the file."""
    if contract.input is not None:
        yield Side.INPUT, contract.input
    if contract.plan is not None:
        yield Side.PLAN, contract.plan.before_after
        if contract.plan.consequences is not None:
            yield Side.PLAN, contract.plan.consequences
    if contract.output is not None:
        yield Side.OUTPUT, contract.output
