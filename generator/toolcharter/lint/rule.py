"""What a lint rule is: a promise with an id, a page, and a check that yields what breaks it.

A rule receives what it needs and yields findings; it never prints, reads files, or knows whether
somebody silenced it. There are four kinds, by what they look at::

    Rule
    +-- PartRule       one declared part of an input, a plan or an output
    +-- ContractRule   one linked contract and the environment that all contracts share
    +-- CatalogRule    environment, interfaces of all contracts, and roles
    +-- StageRule      nothing: another stage must know it to go on, and reports it
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from toolcharter.diagnostics import Diagnostic, Related, Severity, Span
from toolcharter.ir.model import Catalog, Contract, Environment
from toolcharter.lint.part import DeclaredPart


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A diagnostic without its code: one place where a promise is broken. The rule adds its id, and
    its severity where the finding has none of its own."""

    span: Span
    message: str
    hint: str = ""
    related: tuple[Related, ...] = ()
    severity: Severity | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """``page`` is the docstring of the rule's module, in the layout of ``lint.page``.

    ``can_be_silenced`` is false for rules about authority, closed objects, unions and commit
    payloads, and for everything without which nothing compiles.
    """

    id: str
    page: str
    severity: Severity = Severity.ERROR
    can_be_silenced: bool = False

    def diagnostic(self, finding: Finding) -> Diagnostic:
        """The finding under the id of this rule."""
        return Diagnostic(
            code=self.id,
            severity=finding.severity or self.severity,
            span=finding.span,
            message=finding.message,
            hint=finding.hint,
            related=finding.related,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PartRule(Rule):
    """A promise about each part of the shapes that a contract declares."""

    check: Callable[[DeclaredPart], Iterator[Finding]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractRule(Rule):
    """A promise about one contract file."""

    check: Callable[[Contract, Environment], Iterator[Finding]]


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogRule(Rule):
    """A promise about contracts and roles together."""

    check: Callable[[Catalog], Iterator[Finding]]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageRule(Rule):
    """A promise that ``read``, ``validate`` or ``link`` keeps; ``stage`` says which."""

    stage: str
