"""The questions that the parts of a schema ask of a string, or of a number.

Walks in: every part of a schema that looks at one place. Walks out: its keywords one by one, each with an
engine of its own, the words and numbers that the contract publishes there, and whether people wrote
what stands there. How long a string is, or of which type a value, is not asked: no stand-in changes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from toolcharter_runtime._call import JSON
from toolcharter_runtime._schema_nodes import Node
from toolcharter_runtime._validators import is_valid, validator

_OF_TEXT = ("pattern", "format")
_BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")


@dataclass(frozen=True, slots=True)
class Keyword:
    """One keyword with its value, as a question of its own."""

    name: str
    value: str | float

    @property
    def engine(self) -> Any:
        return _engine(self.name, self.value)

    def accepts(self, value: JSON) -> bool:
        return is_valid(self.engine, value)


@lru_cache(maxsize=2000)
def _engine(name: str, value: str | float) -> Any:
    return validator({name: value})


@dataclass(slots=True, kw_only=True)
class _Questions:
    """``keywords`` are what is asked."""

    keywords: tuple[Keyword, ...]
    _engines: tuple[Any, ...] = field(init=False)

    def __post_init__(self) -> None:
        self._engines = tuple(each.engine for each in self.keywords)

    def verdicts(self, value: JSON) -> list[bool]:
        """The answer to each of them."""
        return [is_valid(engine, value) for engine in self._engines]


@dataclass(slots=True, kw_only=True)
class TextQuestions(_Questions):
    """What is asked of a string. ``words`` are strings that the contract publishes and that stay;
    ``in_words`` says that the words of people stand here. ``spelled`` are characters at their
    places that could not be replaced before: most likely a pattern spells them out."""

    words: frozenset[str]
    in_words: bool
    spelled: set[tuple[int, str]] = field(default_factory=set)


@dataclass(slots=True, kw_only=True)
class NumberQuestions(_Questions):
    """What is asked of a number. ``boundaries`` are where the answer may change, in order."""

    boundaries: tuple[float, ...]
    steps: tuple[float, ...]


def of_text(nodes: Iterable[Node], published: frozenset[str]) -> TextQuestions:
    """What is asked of a string. ``published`` are words with a meaning wherever a machine writes
    them."""
    keywords: dict[Keyword, None] = {}
    words: set[str] = set()
    is_marked = False
    for node in nodes:
        note = node.schema.get("x-toolcharter")
        is_marked |= isinstance(note, Mapping) and bool(note.get("untrusted"))
        for name in _OF_TEXT:
            keywords |= dict.fromkeys(Keyword(name, each) for each in given(node, name))
        words |= {each for each in _listed(node) if isinstance(each, str)}
    in_words = is_marked or not (keywords or words)
    return TextQuestions(
        keywords=tuple(keywords),
        words=frozenset(words if in_words else words | published),
        in_words=in_words,
    )


def of_names(names: TextQuestions, patterns: Iterable[str]) -> TextQuestions:
    """What is asked of a name in a map: what is asked of all, and which patterns it matches."""
    matched = (Keyword("pattern", each) for each in patterns)
    return TextQuestions(
        keywords=tuple(dict.fromkeys((*names.keywords, *matched))),
        words=names.words,
        in_words=names.in_words,
    )


def of_number(nodes: Iterable[Node], thresholds: Iterable[float]) -> NumberQuestions:
    """What is asked of a number. At ``thresholds`` a policy changes its mind, at zero the sign."""
    keywords: dict[Keyword, None] = {}
    boundaries: set[float] = {0, *thresholds}
    steps: dict[float, None] = {}
    for node in nodes:
        for name in _BOUNDS:
            for each in given(node, name):
                keywords[Keyword(name, each)] = None
                boundaries.add(each)
        for each in given(node, "multipleOf"):
            keywords[Keyword("multipleOf", each)] = None
            steps[each] = None
        boundaries |= {each for each in _listed(node) if _is_number(each)}
    return NumberQuestions(
        keywords=tuple(keywords), boundaries=tuple(sorted(boundaries)), steps=tuple(steps)
    )


def given(node: Node, keyword: str) -> tuple[Any, ...]:
    """The value of a keyword, if it is there."""
    return (node.schema[keyword],) if keyword in node.schema else ()


def _listed(node: Node) -> tuple[Any, ...]:
    return (*node.schema.get("enum", ()), *given(node, "const"), *given(node, "default"))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
