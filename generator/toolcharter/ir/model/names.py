"""Names, and the places where they were written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, NewType, TypeVar

from toolcharter.diagnostics import Span

T = TypeVar("T")


WireName = NewType("WireName", str)
"""The name of a tool version on the wire: ``get_customer_v2``."""


Digest = NewType("Digest", str)
"""``sha256:`` and 64 hexadecimal digits."""


@dataclass(frozen=True, slots=True)
class Located(Generic[T]):
    """A value and the place where somebody wrote it."""

    value: T
    span: Span


@dataclass(frozen=True, slots=True, order=True)
class ToolRef:
    """One version of one tool: ``get_customer.v2``."""

    name: str
    version: int

    def __str__(self) -> str:
        return f"{self.name}.v{self.version}"

    @property
    def wire_name(self) -> WireName:
        """The name on the wire: ``get_customer_v2``."""
        return WireName(f"{self.name}_v{self.version}")
