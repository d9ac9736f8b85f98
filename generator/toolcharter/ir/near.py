"""The question that a hint asks about a name that is not known."""

from __future__ import annotations

from collections.abc import Iterable

from toolcharter.contract.near import nearest


def did_you_mean(written: str, known: Iterable[str]) -> str:
    """A question that names the nearest known word, or nothing where none is near."""
    near = nearest(written, known, likeness=0.6)
    return f"Did you mean `{near}`?" if near else ""
