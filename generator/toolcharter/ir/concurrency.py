"""One run makes no more calls at a time than its whole tenant may.

Walks in: the document of the settings, or a linked contract. Walks out: a diagnostic where somebody
wrote the two the wrong way round; what a contract takes from the settings is found there only.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Diagnostic, Span
from toolcharter.ir.model import Contract, Settings
from toolcharter.ir.reading import mapping
from toolcharter.source.document import Document


def settings_concurrency(document: Document, settings: Settings) -> Iterator[Diagnostic]:
    """What is wrong with ``defaults.concurrency`` of toolcharter.yaml."""
    defaults = mapping(mapping(document.root).entries["defaults"])
    written = mapping(defaults.entries["concurrency"])
    for effect, limits in settings.concurrency.items():
        if limits.per_run > limits.per_tenant:
            span = written.entries[effect.value].span
            yield _diagnostic(span, limits.per_run, limits.per_tenant)


def contract_concurrency(contract: Contract, settings: Settings) -> Iterator[Diagnostic]:
    """What is wrong with the limits of a contract's tools."""
    for tool in contract.tools:
        limits, inherited = tool.limits, settings.concurrency[tool.effect_class]
        if (limits.per_run, limits.per_tenant) == (inherited.per_run, inherited.per_tenant):
            continue
        if limits.per_run > limits.per_tenant:
            yield _diagnostic(limits.span, limits.per_run, limits.per_tenant)


def _diagnostic(span: Span, per_run: int, per_tenant: int) -> Diagnostic:
    return Diagnostic(
        code="limits/run-above-tenant",
        span=span,
        message=f"One run may make {per_run} calls at a time, but its whole tenant {per_tenant}.",
        hint="Write a `per_run` of at most `per_tenant`.",
    )
