"""Drafts, judged as the contracts they would be.

Walks in: a catalog's files and the drafts that somebody named. Walks out: the files with those
drafts standing among the contracts, and a way back: diagnostics that point at the draft again.
Nothing else ever makes a draft a contract.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from toolcharter.diagnostics import Diagnostic, Span

FOLDER = "drafts/"


def as_contracts(
    tree: Mapping[str, bytes], named: Collection[str]
) -> tuple[dict[str, bytes], dict[str, str]]:
    """The tree with the named drafts (files, or folders with all below) under paths of contracts;
    and which path stands for which draft."""
    drafts = [
        path
        for path in tree
        if path.startswith(FOLDER)
        and any(path == each or path.startswith(f"{each}/") for each in named)
    ]
    stands_for = {
        f"tools/draft_{number}/{path.rpartition('/')[2]}": path
        for number, path in enumerate(drafts, start=1)
    }
    rest = {path: data for path, data in tree.items() if path not in drafts}
    return {**rest, **{path: tree[draft] for path, draft in stands_for.items()}}, stands_for


def pointing_at_drafts(
    diagnostics: Iterable[Diagnostic], stands_for: Mapping[str, str]
) -> Iterator[Diagnostic]:
    """The diagnostics, with the drafts' own paths."""
    for each in diagnostics:
        yield replace(
            each,
            span=_moved(each.span, stands_for),
            related=tuple(
                replace(related, span=_moved(related.span, stands_for)) for related in each.related
            ),
        )


def _moved(span: Span, stands_for: Mapping[str, str]) -> Span:
    return span._replace(file=stands_for.get(span.file, span.file))
