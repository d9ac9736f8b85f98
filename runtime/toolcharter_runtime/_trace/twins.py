"""The twin of a value: its stand-in, held against the decision about the original.

Walks in: arguments as they were read or refused, or an answer as it came. Walks out: a twin, about which
the runtime's own code decides the same: arguments are accepted, or refused with the same code at the same
place; an answer is valid, or invalid at the same place, with as many characters put right. Where there
is no such stand-in, the twin says only what class of value it was, and cannot be replayed. Of arguments
that are no JSON it is the shortest text with the same fault.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from toolcharter_runtime._call import JSON, Raw
from toolcharter_runtime._codes import Code
from toolcharter_runtime._json_value import DEPTH
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._trace import cuts
from toolcharter_runtime._trace.effort import NoStandInError
from toolcharter_runtime._trace.shapes import Shape
from toolcharter_runtime._trace.structure import StandIns

if TYPE_CHECKING:
    from toolcharter_runtime._tools import Tool

_WITH_A_FAULT: Mapping[str, str] = {
    Code.PARSE: "{",
    Code.DUPLICATE_KEY: '{"a":1,"a":1}',
    Code.NUMBER_NOT_JSON: "NaN",
    Code.NUMBER_RANGE: "9007199254740993",
    Code.INVALID_UNICODE: '"\\ud800"',
    Code.DEPTH_LIMIT: "[" * (DEPTH + 1) + "]" * (DEPTH + 1),
}


class Decided(NamedTuple):
    """``code`` is None where the value was taken. ``replaced`` counts characters put right."""

    code: str | None = None
    place: str | None = None
    replaced: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Twin:
    """``form`` is what the trace holds; ``value`` what the runtime goes on with: arguments with
    their defaults, an answer put right; None where it was refused. ``field`` is where a refusal of
    arguments points, ``was_read`` whether they were JSON."""

    form: dict[str, JSON]
    decided: Decided
    value: JSON = None
    field: str | None = None
    was_read: bool = True

    @property
    def can_be_replayed(self) -> bool:
        return "class" not in self.form

    @property
    def text(self) -> bytes | None:
        """The text that the form stands for."""
        return text_of(self.form)


def text_of(form: Mapping[str, Any]) -> bytes | None:
    """The text that a form stands for; None for a value that no text makes."""
    match form:
        case {"value": _}:
            return orjson.dumps(cuts.read(form))
        case {"text": text}:
            return str(text).encode()
        case {"bytes": length}:
            return b'"%s"' % (b"a" * (length - 2))
        case _:
            return None


def twin_of_arguments(tool: Tool, value: JSON, shape: Shape, stand_ins: StandIns) -> Twin:
    """The twin of arguments that were read."""
    original = _checked(tool, copy.deepcopy(value))
    for form in _forms(value, shape, stand_ins):
        try:
            twin = _checked(tool, tool.read_text(text_of(form) or b""), form)
        except Refusal:
            continue
        if twin.decided == original.decided:
            return twin
    return Twin(form={"class": _class_of(value)}, decided=original.decided)


def twin_of_unread(tool: Tool, refusal: Refusal) -> Twin:
    """The twin of arguments that could not be read. A value of a type that JSON does not have can
    be handed over by a host only: no text stands for it."""
    decided = Decided(str(refusal.code))
    form: dict[str, JSON] = {"foreign_type": True}
    if refusal.code == Code.SIZE_LIMIT:
        form = {"bytes": tool.limits["request_bytes"] + 1}
    elif refusal.code in _WITH_A_FAULT:
        form = {"text": _WITH_A_FAULT[refusal.code]}
    else:
        return Twin(form=form, decided=decided, was_read=False)
    try:
        tool.read_text(text_of(form) or b"")
    except Refusal as again:
        if again.code == refusal.code:
            return Twin(form=form, decided=decided, field=again.field, was_read=False)
    return Twin(form={"class": "text"}, decided=decided, was_read=False)


def twin_of_answer(tool: Tool, answer: object, shape: Shape, stand_ins: StandIns) -> Twin:
    """The twin of what an adapter returned."""
    original = _read(tool, answer)
    value = tool.answers.glimpse(answer)
    for form in _forms_of_answer(tool, value, shape, stand_ins):
        twin = _read(tool, Raw(text_of(form) or b""), form)
        if twin.decided == original.decided:
            return twin
    return Twin(form={"class": _class_of(value)}, decided=original.decided)


def _forms_of_answer(
    tool: Tool, value: JSON, shape: Shape, stand_ins: StandIns
) -> Iterator[dict[str, JSON]]:
    if value is None:
        yield {"text": ""}
        return
    yield from _forms(value, shape, stand_ins)
    most = tool.limits["result_bytes"]
    if len(orjson.dumps(value)) > most:
        # Nobody looks further into what is too large: that it is has to do.
        yield {"bytes": most + 1}


def _forms(value: JSON, shape: Shape, stand_ins: StandIns) -> Iterator[dict[str, JSON]]:
    """What a trace may hold of a value, the shortest first."""
    for exact in (False, True):
        try:
            standing = stand_ins.of(value, shape, exact=exact)
        except NoStandInError:
            continue
        form = cuts.written(standing)
        # A trace is written with its keys in order; where two faults compete, theirs decides.
        yield orjson.loads(orjson.dumps(form, option=orjson.OPT_SORT_KEYS))
        yield {"text": orjson.dumps(cuts.whole(standing)).decode()}


def _checked(tool: Tool, value: JSON, form: dict[str, JSON] | None = None) -> Twin:
    try:
        tool.check_arguments(value)
    except Refusal as refusal:
        decided = Decided(str(refusal.code), refusal.place)
        return Twin(form=form or {}, decided=decided, field=refusal.field)
    return Twin(form=form or {}, decided=Decided(), value=value)


def _read(tool: Tool, answer: object, form: dict[str, JSON] | None = None) -> Twin:
    try:
        value, replaced = tool.answers.read(answer)
    except Refusal as refusal:
        return Twin(form=form or {}, decided=Decided(Code.OUTPUT_INVALID, refusal.place))
    return Twin(form=form or {}, decided=Decided(replaced=replaced), value=value)


def _class_of(value: JSON) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return "boolean"
        case str():
            return "text"
        case dict():
            return "object"
        case list():
            return "list"
        case _:
            return "number"
