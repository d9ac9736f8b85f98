"""Links what happens when it does not go well: errors, repeats, cancellation, fates of proposals.

Walks in: the node of ``failure`` and the settings. Walks out: effective values; a backoff that the
contract does not write is that of the settings.
"""

from __future__ import annotations

from toolcharter.ir.model import Failure, Retry, Settings
from toolcharter.ir.reading import (
    integer,
    mapping,
    optional_duration,
    optional_text,
    string,
    strings,
)
from toolcharter.source.document import Mapping


def link_failure(node: Mapping, settings: Settings) -> Failure:
    """What may go wrong, and what then; the backoff of the settings where the contract has none."""
    proposal = mapping(node.get("proposal"))
    preview = node.get("preview_retry")
    return Failure(
        span=node.span,
        errors=strings(node.get("errors")),
        retry=_retry(mapping(node.entries["retry"]), settings),
        preview_retry=None if preview is None else _retry(mapping(preview), settings),
        cancellation=optional_text(node.get("cancellation")),
        after_conflict=optional_text(proposal.get("after_conflict")),
        after_transient=optional_text(proposal.get("after_transient")),
    )


def never(failure: Failure) -> Retry:
    """No second try: what a preview does when the contract is silent."""
    return Retry(retry_class="never", attempts=1, first_ms=0, most_ms=0, span=failure.span)


def _retry(node: Mapping, settings: Settings) -> Retry:
    backoff = mapping(node.get("backoff"))
    retry_class = string(node.entries["class"]).value
    if retry_class == "never":
        return Retry(retry_class="never", attempts=1, first_ms=0, most_ms=0, span=node.span)
    return Retry(
        retry_class=retry_class,
        attempts=integer(node.entries["attempts"]),
        first_ms=optional_duration(backoff.get("first")) or settings.backoff_first_ms,
        most_ms=optional_duration(backoff.get("most")) or settings.backoff_most_ms,
        span=node.span,
    )
