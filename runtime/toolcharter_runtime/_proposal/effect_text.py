"""The sentence that says what a write will do, filled by trusted code from canonical values.

Walks in: the parts of ``effect.summary`` as compiled, and the values of a proposal. Walks out: one
line for the approver and the ledger. A part is literal text or a hole with the path of a value that
every accepted input has: an identifier, a number, a date, a code, money, a list (its length). Words
of people or of the model cannot get here: the compiler refuses such a hole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from toolcharter_runtime._call import JSON
from toolcharter_runtime._currencies import decimals_of
from toolcharter_runtime._proposal.facts import UNKNOWN, value_at


def effect_text(parts: Sequence[str | Mapping[str, Any]], sources: Mapping[str, JSON]) -> str:
    """The filled sentence. ``sources`` holds ``target``, ``facts``, ``input`` and ``plan``."""
    return "".join(part if isinstance(part, str) else _filled(part, sources) for part in parts)


def _filled(hole: Mapping[str, Any], sources: Mapping[str, JSON]) -> str:
    value = value_at(sources, hole["path"])
    written_as = hole.get("written_as")
    if written_as is not None and isinstance(value, dict):
        return effect_text(written_as, value)
    return written(value)


def written(value: JSON) -> str:
    """A canonical value as people read it: money with currency and decimals, a list as its
    length."""
    if value is None or value == UNKNOWN:
        return "an unknown number of" if value == UNKNOWN else "(none)"
    if isinstance(value, list):
        return str(len(value))
    if isinstance(value, dict):
        return _money(value)
    return str(value)


def _money(value: dict[str, JSON]) -> str:
    currency, amount = str(value["currency"]), int(value["amount_minor"])  # type: ignore[arg-type]
    decimals = decimals_of(currency)
    digits = str(abs(amount)).rjust(decimals + 1, "0")
    whole, fraction = digits[: len(digits) - decimals], digits[len(digits) - decimals :]
    sign = "-" if amount < 0 else ""
    return f"{currency} {sign}{whole}{'.' if decimals else ''}{fraction}"
