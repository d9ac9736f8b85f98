"""A diagnostic about somebody's contract, as a value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from toolcharter.diagnostics.span import Span


class Severity(Enum):
    """How much a diagnostic weighs; an error stops the compilation."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"


@dataclass(frozen=True, slots=True, kw_only=True)
class Related:
    """Another place that belongs to a diagnostic: the other side of a collision, a policy row.

    ``message`` is what stands there, as a label beside the place: no sentence, no full stop.
    """

    span: Span
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One diagnostic: what is wrong with whose thing, and what to type instead.

    ``code`` is a rule id, ``area/promise`` in kebab case, and keeps its meaning for ever.
    ``message`` says what is wrong in one sentence; ``hint`` says what to type, or is empty.
    """

    code: str
    span: Span
    message: str
    hint: str = ""
    severity: Severity = Severity.ERROR
    related: tuple[Related, ...] = ()

    @property
    def is_error(self) -> bool:
        """Whether the diagnostic stops the compilation."""
        return self.severity is Severity.ERROR


def has_error(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether one of the diagnostics stops the compilation."""
    return any(each.is_error for each in diagnostics)


def in_reading_order(diagnostics: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics without duplicates, by file, position and code."""
    return tuple(sorted(set(diagnostics), key=lambda each: (each.span, each.code, each.message)))
