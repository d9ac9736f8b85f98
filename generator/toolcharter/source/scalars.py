"""Plain scalars of the contract language, and why it refuses the ambiguous ones.

Walks in: the text of a scalar without quotes. Walks out: its value, or a refusal. A plain scalar is
ambiguous when some reader of YAML 1.1 takes it for something else than YAML 1.2 core does, or when
its value is written back as other text (``1.10``, ``TRUE``, ``+5``, ``0x1F``). What is left is:
``true``, ``false``, ``null``, whole numbers as JSON writes them, and text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from toolcharter.source.core_schema import FALSES, NULLS, TRUES, core_value
from toolcharter.source.quoted import quoted

MAX_INTEGER = 2**53 - 1
"""Integers up to here, of either sign, are the same in every reader of JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a plain scalar may not stand in a catalog: rule, sentence, and what to type."""

    code: str
    message: str
    hint: str


def plain_value(text: str) -> str | int | bool | Refusal | None:
    """The value of a plain scalar, or why it is refused.

    ``text`` is not empty: what an empty scalar means depends on where it stands.
    """
    word = _WORDS.get(text, _OTHER)
    if not isinstance(word, _Other):
        return word
    return _number(text) if text[0] in _STARTS_A_NUMBER else text


_STARTS_A_NUMBER = frozenset("0123456789+-.")
_WHOLE = re.compile(r"0|-?[1-9][0-9]*")
# Wider than the specification of YAML 1.1 where readers in use are wider: 01:30 and 2026-1-2 are a
# number and a date to Ruby's.
_DATE = re.compile(
    r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}"
    r"(?:(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:\.[0-9]*)?"
    r"(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::?[0-9]{2})?))?)?"
)
_BASE_SIXTY = re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?")
_INTEGER = re.compile(r"[-+]?(?:0b[01_]+|0o[0-7_]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*)")
_FLOAT = re.compile(
    r"[-+]?(?:[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*|[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)

_ONLY_NEW = "is a number to YAML 1.2 and text to YAML 1.1"
_ONLY_OLD = "is a number to YAML 1.1 and text to YAML 1.2"
_OTHER_NUMBER = "is a number that YAML 1.1 and YAML 1.2 read differently"
_OTHER_TEXT = "is a number that is not written back as it stands here"


def _number(text: str) -> str | int | Refusal:
    if _WHOLE.fullmatch(text):
        # The length comes first: Python refuses to convert thousands of digits.
        if len(text) <= 17 and abs(number := int(text)) <= MAX_INTEGER:
            return number
        return Refusal(
            code="yaml/number-range",
            message=f"the number {quoted(text)[1:-1]} is beyond {MAX_INTEGER} and not kept exactly",
            hint=f"write {quoted(text)} in quotes if it is an identifier",
        )
    if _DATE.fullmatch(text):
        return Refusal(
            code="yaml/implicit-date",
            message=f"{quoted(text)} without quotes is a date to YAML 1.1 and text to YAML 1.2",
            hint=f"write {quoted(text)} in quotes",
        )
    if _BASE_SIXTY.fullmatch(text):
        return _implicit_number(text, "is a number of base sixty to YAML 1.1 and text to YAML 1.2")
    if _INTEGER.fullmatch(text):
        return _implicit_number(text, _why_not(text), _in_plain_digits(text))
    if _FLOAT.fullmatch(text):
        return _fraction(text)
    return text


def _why_not(text: str) -> str:
    if isinstance(core_value(text), str):
        return _ONLY_OLD
    digits = text.lstrip("+-")
    if digits.startswith("0o"):
        return _ONLY_NEW
    return _OTHER_NUMBER if digits.isdigit() and digits[0] == "0" != digits else _OTHER_TEXT


def _in_plain_digits(text: str) -> str:
    """The number as JSON writes it, or nothing where that is not plain to see."""
    digits = text.replace("_", "")
    try:
        number = int(digits.lstrip("0") or "0") if digits.isdigit() else int(digits, 0)
    except ValueError:
        return ""
    return f"{number}, or " if abs(number) <= MAX_INTEGER else ""


def _fraction(text: str) -> Refusal:
    if text[-1] in "fFnN":
        return Refusal(
            code="yaml/float",
            message=f"{quoted(text)} without quotes is no finite number",
            hint=f"write a whole number, or {quoted(text)} in quotes if text is meant",
        )
    if "_" not in text and repr(float(text)) == text:
        return Refusal(
            code="yaml/float",
            message=f"{quoted(text)} has a fraction, and numbers in a catalog are whole",
            hint=f"write {quoted(text)} in quotes where a decimal or a version is meant",
        )
    return _implicit_number(text, _OTHER_TEXT, "a whole number, or ")


def _implicit_number(text: str, why: str, instead: str = "") -> Refusal:
    return Refusal(
        code="yaml/implicit-number",
        message=f"{quoted(text)} without quotes {why}",
        hint=f"write {instead}{quoted(text)} in quotes",
    )


def _truth(text: str, value: str) -> Refusal:
    why = f"is {value} to YAML 1.1 and text to YAML 1.2"
    if text.lower() == value:
        why = f"is another spelling of {value}"
    return Refusal(
        code="yaml/implicit-bool",
        message=f"{quoted(text)} without quotes {why}",
        hint=f"write {quoted(text)} in quotes if text is meant, or {value}",
    )


def _nothing(text: str) -> Refusal:
    return Refusal(
        code="yaml/implicit-null",
        message=f"{quoted(text)} without quotes is another spelling of null",
        hint=f"write {quoted(text)} in quotes if text is meant, or null",
    )


def _special(text: str, code: str, what: str) -> Refusal:
    return Refusal(
        code=code,
        message=f"{quoted(text)} without quotes {what}",
        hint=f"write {quoted(text)} in quotes if text is meant",
    )


def _spellings(*words: str) -> list[str]:
    return [each for word in words for each in (word, word.capitalize(), word.upper())]


class _Other:
    """Not one of the words."""


_OTHER = _Other()
_WORDS: dict[str, str | int | bool | Refusal | _Other | None] = {
    "true": True,
    "false": False,
    "null": None,
    **{word: _truth(word, "true") for word in (*TRUES[1:], *_spellings("y", "yes", "on"))},
    **{word: _truth(word, "false") for word in (*FALSES[1:], *_spellings("n", "no", "off"))},
    **{word: _nothing(word) for word in NULLS[1:-1]},
    "<<": _special("<<", "yaml/merge-key", "merges another mapping into this one in YAML 1.1"),
    "=": _special("=", "yaml/tag", "has the tag !!value in YAML 1.1"),
}
