"""What a pattern of the dialect promises.

Walks in: the text of a pattern. Walks out: what is wrong with it as pairs of rule id and message,
whether it is anchored, how long and how wide its matches get, and its smallest match.
Patterns are searched, never matched whole: without ``^`` and ``$`` anything may stand around.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import assert_never

import jsonschema_rs

from toolcharter.ir.pattern_dialect import PatternError
from toolcharter.ir.pattern_matches import shortest_length, smallest_match
from toolcharter.ir.pattern_syntax import parse
from toolcharter.ir.pattern_tree import Anchor, Characters, Concat, Either, Part, Repeat
from toolcharter.ir.pattern_trouble import trouble
from toolcharter.ir.pattern_width import ANY_CHARACTER_BYTES, character_bytes, holds

__all__ = [
    "charset_bytes",
    "check_pattern",
    "excludes",
    "is_anchored",
    "longest_bytes",
    "longest_match",
    "means_the_same_everywhere",
    "shortest_match",
    "smallest_match",
]

_CONTROLS = (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029)


@lru_cache(maxsize=4096)
def check_pattern(text: str) -> tuple[tuple[str, str], ...]:
    """The rules that a pattern breaks, each with a message; empty for a good one."""
    try:
        tree = parse(text)
    except PatternError as error:
        return ((error.rule, error.message),)
    if found := trouble(tree):
        return (("in/pattern-redos", found),)
    if not _compiles(text):
        return (("in/pattern-invalid", "the pattern is too large"),)
    return ()


@lru_cache(maxsize=4096)
def is_anchored(text: str) -> bool:
    """Whether every match is the whole string."""
    return _is_anchored(_tree(text))


@lru_cache(maxsize=4096)
def charset_bytes(text: str) -> int:
    """The most bytes that one code point of a match takes in canonical JSON."""
    tree = _tree(text)
    if tree is None or not _is_anchored(tree):
        return ANY_CHARACTER_BYTES
    return max((character_bytes(each) for each in _characters(tree)), default=1)


@lru_cache(maxsize=4096)
def shortest_match(text: str) -> int | None:
    """The fewest code points of a match; None where nothing matches."""
    tree = _tree(text)
    return None if tree is None else shortest_length(tree)


@lru_cache(maxsize=4096)
def longest_match(text: str) -> int | None:
    """The most code points of a match; None where it has no end."""
    tree = _tree(text)
    return None if tree is None or not _is_anchored(tree) else _longest(tree, in_bytes=False)


@lru_cache(maxsize=4096)
def longest_bytes(text: str) -> int | None:
    """The most bytes of a match in canonical JSON, without the quotes; None where it has no end."""
    tree = _tree(text)
    return None if tree is None or not _is_anchored(tree) else _longest(tree, in_bytes=True)


@lru_cache(maxsize=4096)
def excludes(text: str, allowed: str) -> bool:
    """Whether an anchored pattern only matches control characters and line ends that the class
    ``allowed`` holds too. Other characters are not looked at."""
    tree, inside = _tree(text), _tree(allowed)
    if tree is None or not isinstance(inside, Characters) or not _is_anchored(tree):
        return False
    refused = [code for code in _CONTROLS if not holds(inside, code)]
    return not any(holds(each, code) for each in _characters(tree) for code in refused)


@lru_cache(maxsize=4096)
def means_the_same_everywhere(text: str) -> bool:
    r"""Whether Python's ``re`` and the Rust engine without translation read the pattern alike.

    False for ``\d``, ``\w``, ``.``, ``\p`` and ``\u{...}``, which they read differently or not.
    """
    inside = text.replace("\\\\", "").replace("\\.", "")
    if any(escape in inside for escape in ("\\d", "\\w", "\\p", "\\P", "\\u{")):
        return False
    tree = _tree(text)
    return tree is not None and all(not _is_dot(each) for each in _characters(tree))


def _tree(text: str) -> Part | None:
    try:
        return parse(text)
    except PatternError:
        return None


def _compiles(text: str) -> bool:
    try:
        jsonschema_rs.Draft202012Validator(
            {"pattern": text}, pattern_options=jsonschema_rs.RegexOptions()
        )
    except jsonschema_rs.ValidationError:
        return False
    return True


def _is_anchored(part: Part | None) -> bool:
    match part:
        case Either():
            return all(_is_anchored(option) for option in part.options)
        case Concat() if part.parts:
            starts, ends = Anchor(is_start=True), Anchor(is_start=False)
            return part.parts[0] == starts and part.parts[-1] == ends
        case Concat() | Characters() | Anchor() | Repeat() | None:
            return False


def _characters(part: Part) -> Iterator[Characters]:
    match part:
        case Characters():
            yield part
        case Repeat() if part.high != 0:
            yield from _characters(part.part)
        case Concat():
            for each in part.parts:
                yield from _characters(each)
        case Either():
            for each in part.options:
                yield from _characters(each)
        case Repeat() | Anchor():
            return
        case _:
            assert_never(part)


def _longest(part: Part, *, in_bytes: bool) -> int | None:
    match part:
        case Characters():
            return character_bytes(part) if in_bytes else 1
        case Anchor():
            return 0
        case Repeat():
            once = _longest(part.part, in_bytes=in_bytes)
            if once == 0 or part.high == 0:
                return 0
            return None if once is None or part.high is None else once * part.high
        case Concat():
            lengths = [_longest(each, in_bytes=in_bytes) for each in part.parts]
            return None if None in lengths else sum(each or 0 for each in lengths)
        case Either():
            lengths = [_longest(each, in_bytes=in_bytes) for each in part.options]
            return None if None in lengths else max(each or 0 for each in lengths)


def _is_dot(found: Characters) -> bool:
    return found.is_negated and found.ranges[-1:] == ((0x2028, 0x2029),)
