"""Tools that need a ledger: previews, commits, direct writes, and what follows them.

Walks in: the rows of such tools. Walks out: what the write path asks of them beyond what every tool
has.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from toolcharter_runtime._adapters import Follower
from toolcharter_runtime._catalog import asked_about
from toolcharter_runtime._evidence import EvidenceCheck
from toolcharter_runtime._tools import Tool
from toolcharter_runtime.errors import CatalogError

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON


class LedgerTool(Tool):
    """A tool whose row declares an effect, or follows one that does."""

    @cached_property
    def write(self) -> Mapping[str, Any]:
        """The facets that only writes have."""
        facets = self.row["write"]
        if facets is None:
            raise CatalogError(f"{self.wire_name} is listed as a write and declares no effect")
        return facets

    @property
    def view_names(self) -> tuple[str, ...]:
        """Every view that anybody may see an answer in."""
        return tuple(self.schemas["views"])


class WriteTool(LedgerTool):
    """A preview, a commit or a direct write."""

    @cached_property
    def evidence(self) -> EvidenceCheck:
        return EvidenceCheck(self.schemas["answer"])

    @property
    def asked_with(self) -> str | None:
        """The wire name of the tool that says what became of an operation; None where the service
        has none."""
        return asked_about(self.row)

    def is_retryable(self, code: str) -> bool:
        """Whether the catalog calls a domain code retryable."""
        return self.error_rows[code]["retryable"]


class FollowerTool(LedgerTool):
    """A status, poll or cancel tool."""

    @cached_property
    def follower(self) -> Follower[Any, Any]:
        made = self.adapter
        if not isinstance(made, Follower):
            raise CatalogError(f"the adapter of {self.wire_name} is no follower")
        return made

    def operation_model(self, tool: str, arguments: JSON) -> Any:
        """The arguments of an operation of ``tool``, as the follower's adapter gets them."""
        return self.follower.operation_models[tool].__pydantic_validator__.validate_python(
            arguments
        )
