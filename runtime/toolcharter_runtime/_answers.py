"""The answer of an adapter: from a model or raw JSON to a value that keeps the contract.

Walks in: what ``op`` returned. Walks out: a canonical value, valid in the tool's answer schema and
within its limit. Refused, all as OUTPUT_INVALID and without a word of the answer: anything else. An
undeclared field is refused too, for nobody has decided who may see it.
"""

from __future__ import annotations

from typing import Any

import orjson

from toolcharter_runtime import _json_text
from toolcharter_runtime._call import JSON, Raw
from toolcharter_runtime._codes import Code
from toolcharter_runtime._json_value import canonical
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._repairs import repair_of
from toolcharter_runtime._validators import is_valid, validator


class Answers:
    """Reads the answers of one tool version."""

    def __init__(self, schema: dict[str, Any], most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._engine = validator(schema)
        self._repair = repair_of(schema)

    def read(self, answer: object) -> tuple[JSON, int]:
        """The answer as a value, and how many characters of it were replaced."""
        try:
            value = self._value(answer)
        except (Refusal, ValueError, TypeError):
            raise Refusal(Code.OUTPUT_INVALID) from None
        if is_valid(self._engine, value):
            return value, 0
        return self._repaired(value)

    def _value(self, answer: object) -> JSON:
        if isinstance(answer, Raw):
            if isinstance(answer.value, bytes):
                return _json_text.read(answer.value, limit=self._most_bytes)
            return self._within_limit(canonical(answer.value, limit=self._most_bytes))
        return self._of_model(answer)

    def _of_model(self, model: object) -> JSON:
        serializer = getattr(type(model), "__pydantic_serializer__", None)
        if serializer is None:
            raise TypeError("an adapter returns a model or Raw")
        # What a model holds beside its declared types is the schema's to judge, not a warning's.
        value: JSON = serializer.to_python(
            model, mode="json", by_alias=True, exclude_unset=True, warnings=False
        )
        text = orjson.dumps(value)
        # orjson writes NaN as null.
        if b"null" in text or _json_text.needs_care(text):
            value = canonical(value, limit=self._most_bytes)
            return self._within_limit(value)
        if len(text) > self._most_bytes:
            raise Refusal(Code.SIZE_LIMIT)
        return value

    def _repaired(self, value: JSON) -> tuple[JSON, int]:
        if self._repair is None:
            raise Refusal(Code.OUTPUT_INVALID)
        repaired, replaced = self._repair(value)
        if not is_valid(self._engine, repaired) or _json_text.size(repaired) > self._most_bytes:
            raise Refusal(Code.OUTPUT_INVALID)
        return repaired, replaced

    def _within_limit(self, value: JSON) -> JSON:
        if _json_text.size(value) > self._most_bytes:
            raise Refusal(Code.SIZE_LIMIT)
        return value
