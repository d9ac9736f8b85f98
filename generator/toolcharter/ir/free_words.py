"""Whether a part of a shape holds words that people or the model write as they like.

Walks in: a part. Walks out: a claim about the part itself; what is below it is a part of its own. A
string of plain JSON Schema is anybody's words unless the whole of what it must satisfy (its own
keywords, the members of its ``allOf``, the union that it is a branch of) says what it holds: listed
values, a format that is no address of a person or a page, or a pattern under which nobody writes
sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import assert_never

from toolcharter.ir.model import JsonSchema, Shape
from toolcharter.ir.pattern_dialect import PatternError
from toolcharter.ir.pattern_syntax import parse
from toolcharter.ir.pattern_tree import Anchor, Characters, Concat, Either, Part, Repeat
from toolcharter.ir.pattern_width import holds
from toolcharter.ir.resolution import resolved
from toolcharter.ir.walk import SchemaPart

_WORDS = ("text", "line", "email", "url")
_UNIONS = ("anyOf", "oneOf")
_TELLING_FORMATS = frozenset(
    ("date", "date-time", "time", "duration", "uuid", "ipv4", "ipv6", "hostname")
)
_A_LETTER_ABROAD = 0x4E00
"""Whatever class holds this character holds most others, since nobody lists it."""


def holds_words(shape: Shape, part: SchemaPart) -> bool:
    """Whether the part is of a type for words, is marked untrusted, or is any string."""
    if "untrusted" in part.notes or part.type in _WORDS:
        return True
    # A member of an ``allOf`` is judged with the whole.
    if "type" in part.notes or part.is_joined:
        return False
    said = tuple(_said(shape, part))
    kinds = next((each["type"] for each in said if "type" in each), None)
    if kinds is None or any(keyword in each for each in said[:1] for keyword in _UNIONS):
        # Its branches are parts of their own.
        kinds = part.schema.get("type", ())
    is_string = "string" in ((kinds,) if isinstance(kinds, str) else kinds)
    return is_string and not any(_tells(each) for each in said)


def _said(shape: Shape, part: SchemaPart) -> Iterator[JsonSchema]:
    """All that the value must satisfy, the nearest first."""
    above: SchemaPart | None = part
    while above is not None:
        yield from _joined(shape, above.schema)
        above = above.parent if above.is_branch else None


def _joined(shape: Shape, schema: JsonSchema) -> Iterator[JsonSchema]:
    yield schema
    for member in schema.get("allOf", ()):
        yield from _joined(shape, resolved(member, shape.schema, "")[0])


def _tells(schema: JsonSchema) -> bool:
    if "enum" in schema or "const" in schema or schema.get("format") in _TELLING_FORMATS:
        return True
    return "pattern" in schema and not _admits_sentences(schema["pattern"])


@lru_cache(maxsize=4096)
def _admits_sentences(pattern: str) -> bool:
    try:
        return any(_is_open(each) for each in _repeated(parse(pattern)))
    except PatternError:
        return True


def _is_open(repeat: Repeat) -> bool:
    """Whether what is repeated holds letters and spaces, or letters that nobody lists."""
    classes = tuple(_characters(repeat.part))
    letters = any(holds(each, ord(letter)) for each in classes for letter in "aA")
    spaces = any(holds(each, ord(" ")) for each in classes)
    return (letters and spaces) or any(holds(each, _A_LETTER_ABROAD) for each in classes)


def _repeated(part: Part) -> Iterator[Repeat]:
    match part:
        case Repeat():
            if part.high not in (0, 1):
                yield part
            yield from _repeated(part.part)
        case Concat() | Either():
            for each in part.parts if isinstance(part, Concat) else part.options:
                yield from _repeated(each)
        case Characters() | Anchor():
            return
        case _:
            assert_never(part)


def _characters(part: Part) -> Iterator[Characters]:
    match part:
        case Characters():
            yield part
        case Repeat():
            yield from _characters(part.part)
        case Concat() | Either():
            for each in part.parts if isinstance(part, Concat) else part.options:
                yield from _characters(each)
        case Anchor():
            return
        case _:
            assert_never(part)
