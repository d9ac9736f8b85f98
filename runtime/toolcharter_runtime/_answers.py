"""The answer of an adapter: from a model or raw JSON to a value that keeps the contract.

Walks in: what ``op`` returned. Walks out: a canonical value, valid in the tool's answer schema and
within its limit. Refused, all as OUTPUT_INVALID and without a word of the answer: anything else. An
undeclared field is refused too, for nobody has decided who may see it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from toolcharter_runtime import _json_text
from toolcharter_runtime._call import JSON, Raw
from toolcharter_runtime._codes import Code
from toolcharter_runtime._fault_location import FaultLocator
from toolcharter_runtime._json_value import canonical
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._repairs import repair_of
from toolcharter_runtime._validators import is_valid, validator

_MOST_GLIMPSED = 4 * 1024 * 1024
"""How large an answer may be in which evidence is looked for, whatever the tool's limit."""


class Answers:
    """Reads the answers of one tool version."""

    def __init__(self, schema: dict[str, Any], most_bytes: int) -> None:
        self._schema = schema
        self._most_bytes = most_bytes
        self._engine = validator(schema)
        self._repair = repair_of(schema)

    def read(self, answer: object) -> tuple[JSON, int]:
        """The answer as a value, and how many characters of it were replaced."""
        try:
            value = _value(answer, self._most_bytes)
        except (Refusal, ValueError, TypeError):
            raise Refusal(Code.OUTPUT_INVALID, place="") from None
        if is_valid(self._engine, value):
            return value, 0
        try:
            return self._repaired(value)
        except Refusal:
            place = self._locator.refusal(value).place
            raise Refusal(Code.OUTPUT_INVALID, place=place) from None

    @cached_property
    def _locator(self) -> FaultLocator:
        return FaultLocator(self._schema)

    def is_valid(self, value: JSON) -> bool:
        """Whether a value is what the tool answers, without any repair."""
        return is_valid(self._engine, value)

    def glimpse(self, answer: object) -> JSON:
        """The answer as a value, whether it keeps the contract or not; None where it is no JSON.
        For looking for evidence, never for showing."""
        try:
            return _value(answer, _MOST_GLIMPSED)
        except (Refusal, ValueError, TypeError):
            return None

    def _repaired(self, value: JSON) -> tuple[JSON, int]:
        if self._repair is None:
            raise Refusal(Code.OUTPUT_INVALID)
        repaired, replaced = self._repair(value)
        if not is_valid(self._engine, repaired):
            raise Refusal(Code.OUTPUT_INVALID)
        return canonical(repaired, limit=self._most_bytes), replaced


def _value(answer: object, limit: int) -> JSON:
    if not isinstance(answer, Raw):
        return canonical(_dumped(answer), limit=limit)
    if isinstance(answer.value, bytes):
        return _json_text.read(answer.value, limit=limit)
    return canonical(answer.value, limit=limit)


def _dumped(model: object) -> object:
    """The fields that were set, by alias, as the values that the model holds: the JSON mode of
    pydantic would turn True into 1 and NaN into null."""
    serializer = getattr(type(model), "__pydantic_serializer__", None)
    if serializer is None:
        raise TypeError("an adapter returns a model or Raw")
    # What a model holds beside its declared types is the schema's to judge, not a warning's.
    value: object = serializer.to_python(model, by_alias=True, exclude_unset=True, warnings=False)
    return value
