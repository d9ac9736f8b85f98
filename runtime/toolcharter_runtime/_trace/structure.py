"""The stand-in of a whole value: the same keys, branches, types, lengths and boundary classes.

Walks in: a JSON value and the shape that its schema gives it. Walks out: its stand-in, in which what the
contract publishes stays (names, tags, words of an enum, constants, defaults), and so do true, false
and null. A name that the contract does not know becomes ``unknown_1``. NoStandInError where the value
has more parts than are worth the time, or one that nothing can stand for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolcharter_runtime._call import JSON
from toolcharter_runtime._trace import numbers, texts
from toolcharter_runtime._trace.cuts import KEPT, LONG_LIST, Cut, Standing
from toolcharter_runtime._trace.effort import Effort, NoStandInError
from toolcharter_runtime._trace.questions import NumberQuestions, TextQuestions
from toolcharter_runtime._trace.shapes import Shape
from toolcharter_runtime._trace.table import Draws, Table
from toolcharter_runtime._trace.texts import Text

_PART = 200
"""What a part of a value costs, whatever it is."""

_OURS = re.compile(r"(pro|op)_([0-9a-f]{6,})")
"""What the runtime itself calls proposals and operations, and others perhaps something else."""

_ANYTHING = TextQuestions(keywords=(), words=frozenset(), in_words=False)
_WORDS = TextQuestions(keywords=(), words=frozenset(), in_words=True)


class StandIns:
    """Makes stand-ins for the values of one run. What the runtime itself calls proposals and
    operations is the same in all runs of the trace."""

    def __init__(self, table: Table, *run: str) -> None:
        self._own = table.scope("run", *run)
        self._ours = table.scope("ids")
        self._effort = Effort()
        self._is_exact = False

    def of(self, value: JSON, shape: Shape, *, exact: bool = False) -> Standing:
        """The stand-in of ``value``. An exact one has exactly its size: each item of a long list
        has its own, and a name that the contract does not know is as long as it was."""
        self._effort, self._is_exact = Effort(), exact
        return self._value(value, shape)

    def id(self, text: str) -> str:
        """The stand-in of an id that the runtime itself has made."""
        return self.word(text, _ANYTHING)

    def words(self, text: str) -> str:
        """The stand-in of what a person wrote."""
        return self.word(text, _WORDS)

    def word(self, text: str, asked: TextQuestions) -> str:
        """The stand-in of a string that is no part of a value."""
        self._effort = Effort()
        return str(self._text(text, asked))

    def _value(self, value: JSON, shape: Shape) -> Standing:
        self._effort.spend(_PART)
        if value is None or isinstance(value, bool):
            return value
        shape = shape.of(value)
        if isinstance(value, str):
            return self._text(value, shape.texts)
        if isinstance(value, int | float):
            return self._number(value, shape.numbers)
        if shape.keeps(value):
            return value
        return self._list(value, shape) if isinstance(value, list) else self._object(value, shape)

    def _object(self, value: dict[str, JSON], shape: Shape) -> Standing:
        made = {
            self._name(name, shape): self._value(part, shape.member(name))
            for name, part in value.items()
        }
        if len(made) < len(value):
            raise NoStandInError
        return made

    def _list(self, value: list[JSON], shape: Shape) -> Standing:
        is_cut = not self._is_exact and len(value) > LONG_LIST and shape.may_be_cut
        kept = value[:KEPT] if is_cut else value
        items = [self._value(each, shape.item(at)) for at, each in enumerate(kept)]
        return Cut(items, len(value)) if is_cut else items

    def _name(self, name: str, shape: Shape) -> str:
        if shape.declares(name):
            return name
        if shape.is_map or self._is_exact:
            found = str(self._text(name, shape.names if shape.is_map else _WORDS))
        else:
            found = self._own.name("unknown", name)
        if shape.declares(found):
            raise NoStandInError
        return found

    def _text(self, text: str, asked: TextQuestions) -> Text:
        if text in asked.words or not text:
            return text

        def fits(each: Text) -> bool:
            return texts.is_alike(text, str(each), asked)

        key = b"text " + text.encode("utf-8", "surrogatepass")
        found: Text | None = None
        if ours := _OURS.fullmatch(text):
            found = self._ours.stand_in(
                key, lambda draws: filter(fits, _id(ours[1], ours[2], draws)), fits
            )
        found = found or self._own.stand_in(
            key, lambda draws: texts.candidates(text, asked, draws, self._effort), fits
        )
        if found is None:
            raise NoStandInError
        return found

    def _number(self, value: int | float, asked: NumberQuestions) -> int | float:
        if numbers.is_boundary(value, asked):
            return value
        found = self._own.stand_in(
            b"number " + repr(value).encode(),
            lambda draws: numbers.candidates(value, asked, draws),
            lambda each: numbers.is_alike(value, each, asked),
        )
        if found is None:
            raise NoStandInError
        return found


def _id(kind: str, digits: str, draws: Draws) -> Iterator[Text]:
    yield f"{kind}_" + "".join(draws.pick("0123456789abcdef") for _ in digits)
