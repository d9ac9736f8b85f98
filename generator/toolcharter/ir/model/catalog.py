"""Roles, and everything together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from toolcharter.diagnostics import Span
from toolcharter.ir.model.environment import Environment
from toolcharter.ir.model.forms import EffectClass
from toolcharter.ir.model.interface import ContractInterface, ToolInterface
from toolcharter.ir.model.names import Located, ToolRef


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleTool:
    """One tool of a role, with the view through which the role sees it."""

    ref: Located[ToolRef]
    view: Located[str]
    heading: EffectClass


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """A role: the tools an agent in it may call. ``calls_per_run`` bounds one run."""

    name: str
    file: str
    span: Span
    describe: str
    is_read_only: bool
    environment: str
    tools: tuple[RoleTool, ...]
    calls_per_run: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalog:
    """Everything, linked; contracts and roles in the order of their file names."""

    environment: Environment
    contracts: tuple[ContractInterface, ...]
    roles: tuple[Role, ...]

    def tools(self) -> Mapping[ToolRef, tuple[ContractInterface, ToolInterface]]:
        """Every tool version with the contract it comes from; of a collision the first."""
        found: dict[ToolRef, tuple[ContractInterface, ToolInterface]] = {}
        for contract in self.contracts:
            for tool in contract.tools:
                found.setdefault(tool.ref, (contract, tool))
        return found
