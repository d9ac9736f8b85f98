"""The first pause between two tries is not longer than the longest one.

Walks in: the document of the settings, or a linked contract. Walks out: a diagnostic where somebody
wrote the two the wrong way round; what a contract takes from the settings is found there only.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Diagnostic, Span
from toolcharter.ir.model import Contract, Settings
from toolcharter.ir.reading import mapping
from toolcharter.source.document import Document


def settings_backoff(document: Document, settings: Settings) -> Iterator[Diagnostic]:
    """What is wrong with ``defaults.backoff`` of toolcharter.yaml."""
    defaults = mapping(mapping(document.root).entries["defaults"])
    if settings.backoff_first_ms > settings.backoff_most_ms:
        span = defaults.entries["backoff"].span
        yield _diagnostic(span, settings.backoff_first_ms, settings.backoff_most_ms)


def contract_backoff(contract: Contract, settings: Settings) -> Iterator[Diagnostic]:
    """What is wrong with the retries of a contract."""
    inherited = (settings.backoff_first_ms, settings.backoff_most_ms)
    for retry in (contract.failure.retry, contract.failure.preview_retry):
        if retry is None or (retry.first_ms, retry.most_ms) == inherited:
            continue
        if retry.first_ms > retry.most_ms:
            yield _diagnostic(retry.span, retry.first_ms, retry.most_ms)


def _diagnostic(span: Span, first_ms: int, most_ms: int) -> Diagnostic:
    return Diagnostic(
        code="limits/backoff-order",
        span=span,
        message=f"The first pause is {first_ms} ms, longer than the longest, {most_ms} ms.",
        hint="Write a `first` of at most `most`.",
    )
