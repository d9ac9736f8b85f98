"""The phrases that sentences about violations are made of."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from toolcharter.contract.violation import Violation
from toolcharter.source.document import Scalar
from toolcharter.source.quoted import quoted

_PLAIN = re.compile(r"[A-Za-z_/][A-Za-z0-9_./-]*|[1-9][0-9]*[A-Za-z]+")
_READ_AS_OTHER = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))


def owner(violation: Violation) -> str:
    """The record that a violation is about, as the beginning of a sentence."""
    phrase = record(violation)
    if phrase.startswith("`"):
        return f"{phrase},"
    return phrase[0].upper() + phrase[1:]


def record(violation: Violation) -> str:
    """The record that a violation is about, inside a sentence."""
    noun = violation.noun or "this place"
    is_named_by_the_author = violation.place.route[-1:] == ("*",)
    return f"`{violation.place.key}`, {noun}" if is_named_by_the_author else noun


def label(violation: Violation) -> str:
    """The value that a violation is about, as the beginning of a sentence."""
    place = violation.place
    if not place.key:
        return "The file"
    return f"An item of `{place.key}`" if place.is_item else f"`{place.key}`"


def value(violation: Violation) -> str:
    """What was written, harmless and short; what is not one word is only named."""
    node = violation.node
    if not isinstance(node, Scalar):
        return "this"
    return quoted(node.value) if isinstance(node.value, str) else f"`{node.text}`"


def listed(words: Iterable[str], *, joined_by: str = " and ") -> str:
    """Words in a sentence, each as code: `a`, `b` and `c`."""
    shown = [f"`{word}`" for word in words]
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])}{joined_by}{shown[-1]}"


def many(number: str, what: str) -> str:
    """A number of things: 1 entry, 2 entries."""
    if number == "1":
        return f"1 {what}"
    return f"{number} {what.removesuffix('y') + 'ies' if what.endswith('y') else what + 's'}"


def flow(example: object) -> str:
    """A value as one would type it on one line of YAML."""
    match example:
        case dict():
            return "{" + ", ".join(f"{key}: {flow(each)}" for key, each in example.items()) + "}"
        case list():
            return "[" + ", ".join(map(flow, example)) + "]"
        case str() if _PLAIN.fullmatch(example) and example not in _READ_AS_OTHER:
            return example
        case _:
            return json.dumps(example, ensure_ascii=False)
