"""The literals of the contract language: exact text in, exact values out.

Walks in: the text of one scalar. Walks out: milliseconds, bytes, minor units, dates, references,
paths, templates. Text that is not exactly such a literal raises ``ValueError`` with a sentence that
says why; nothing is trimmed, rounded or guessed.

    duration  = positive ("ms" | "s" | "m" | "h" | "d")
    size      = positive ("B" | "KiB" | "MiB")
    amount    = currency " " digits ["." digits]        exactly the currency's decimals
    date      = year "-" month "-" day                  a day of the calendar
    reference = name ".v" version
    path      = name *7("." name)
    pointer   = *("/" *(any character; "~" as "~0", "/" as "~1"))
"""

from __future__ import annotations

import datetime
import re

from toolcharter.contract.codes import CURRENCY_DECIMALS
from toolcharter.source.scalars import MAX_INTEGER

_NAME = r"[a-z][a-z0-9_]{0,39}"
_DURATION = re.compile(r"([1-9][0-9]{0,8})(ms|s|m|h|d)")
_SIZE = re.compile(r"([1-9][0-9]{0,8})(B|KiB|MiB)")
_AMOUNT = re.compile(r"([A-Z]{3}) (0|[1-9][0-9]{0,15})(?:\.([0-9]{1,6}))?")
_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_REFERENCE = re.compile(rf"({_NAME})\.v([1-9][0-9]{{0,3}})")
_PATH = re.compile(rf"{_NAME}(?:\.{_NAME}){{0,7}}")
_POINTER = re.compile(r"(?:/(?:[^~/]|~[01])*)*")

_MILLISECONDS = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}
_BYTES = {"B": 1, "KiB": 1024, "MiB": 1024 * 1024}


def duration_ms(text: str) -> int:
    """The milliseconds of a duration such as ``90m``."""
    found = _DURATION.fullmatch(text)
    if found is None:
        raise ValueError("A duration is one whole number and one unit of ms, s, m, h, d: 90m.")
    return int(found[1]) * _MILLISECONDS[found[2]]


def size_bytes(text: str) -> int:
    """The bytes of a size such as ``48KiB``."""
    found = _SIZE.fullmatch(text)
    if found is None:
        raise ValueError("A size is one whole number and one unit of B, KiB, MiB: 48KiB.")
    return int(found[1]) * _BYTES[found[2]]


def amount_minor(text: str) -> tuple[str, int]:
    """The currency and the minor units of an amount: ``EUR 500.00`` is EUR and 50000."""
    found = _AMOUNT.fullmatch(text)
    if found is None:
        raise ValueError("An amount is a currency, a space and a number: EUR 500.00 or JPY 500.")
    currency, whole, fraction = found[1], found[2], found[3] or ""
    decimals = CURRENCY_DECIMALS.get(currency)
    if decimals is None:
        raise ValueError(f"{currency} is not a currency of the pinned ISO 4217 list.")
    if len(fraction) != decimals:
        shown = f"{currency} {whole}" + (f".{'0' * decimals}" if decimals else "")
        raise ValueError(f"{currency} is written with {_digits(decimals)}: {shown}.")
    minor = int(whole + fraction)
    if minor > MAX_INTEGER:
        raise ValueError("The amount is more than 2^53-1 minor units.")
    return currency, minor


def currency(text: str) -> str:
    """A currency code of the pinned list."""
    if text not in CURRENCY_DECIMALS:
        raise ValueError("It is not a currency of the pinned ISO 4217 list.")
    return text


def calendar_date(text: str) -> datetime.date:
    """The day of a date ``YYYY-MM-DD``."""
    found = _DATE.fullmatch(text)
    if found is None:
        raise ValueError('A date is year, month and day in quotes: "2026-03-01".')
    try:
        return datetime.date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError:
        raise ValueError("The calendar has no such day.") from None


def tool_reference(text: str) -> tuple[str, int]:
    """The name and the version of a reference ``get_customer.v2``."""
    found = _REFERENCE.fullmatch(text)
    if found is None:
        raise ValueError("A tool is named with its version: get_customer.v2.")
    return found[1], int(found[2])


def field_path(text: str) -> tuple[str, ...]:
    """The names of a path ``a.b.c``."""
    if _PATH.fullmatch(text) is None:
        raise ValueError("A path is one to eight field names joined by dots: destination.address.")
    return tuple(text.split("."))


def pointer(text: str) -> tuple[str, ...]:
    """The reference tokens of a JSON Pointer (RFC 6901)."""
    if _POINTER.fullmatch(text) is None:
        raise ValueError("A pointer is empty or begins with /, and writes ~ as ~0 and / as ~1.")
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in text.split("/")[1:])


def _digits(decimals: int) -> str:
    if decimals == 0:
        return "no decimals"
    return f"exactly {decimals} decimals"
