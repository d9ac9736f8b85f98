"""What the runtime's own validation says about a value, and what a second validator says.

Walks in: a canonical schema and a value. Walks out: the code and the pointer of the refusal, or None
for both. The second opinion is ``jsonschema``, given the formats and the patterns that we mean.
"""

from __future__ import annotations

import datetime
import re
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import jsonschema
import regex  # type: ignore[import-untyped]
from toolcharter_runtime._defaults import filler
from toolcharter_runtime._fault_location import FaultLocator
from toolcharter_runtime._validators import is_valid, validator

Decision = tuple[str | None, str | None]


def boundary(schema: dict[str, Any]) -> Callable[[Any], Decision]:
    """A function that decides about values."""
    engine, locator = validator(schema), FaultLocator(schema)

    def decide(value: Any) -> Decision:
        if is_valid(engine, value):
            return None, None
        refusal = locator.refusal(value)
        return str(refusal.code), refusal.field

    return decide


def with_defaults(schema: dict[str, Any], value: Any) -> Any:
    """The value as an adapter gets it."""
    fill = filler(schema)
    if fill is not None:
        fill(value)
    return value


FORMATS = jsonschema.FormatChecker(formats=())


@FORMATS.checks("date", raises=ValueError)
def _is_date(value: Any) -> bool:
    return not isinstance(value, str) or str(datetime.date.fromisoformat(value)) == value


@FORMATS.checks("uuid", raises=ValueError)
def _is_uuid(value: Any) -> bool:
    return not isinstance(value, str) or str(uuid.UUID(value)) == value.lower()


@FORMATS.checks("date-time", raises=ValueError)
def _is_instant(value: Any) -> bool:
    form = r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)"
    return not isinstance(value, str) or re.fullmatch(form, value, re.ASCII) is not None


@FORMATS.checks("email")
def _is_email(value: Any) -> bool:
    return not isinstance(value, str) or re.fullmatch(r"[^@\s]+@[^@\s]+", value) is not None


@FORMATS.checks("uri")
def _is_uri(value: Any) -> bool:
    return not isinstance(value, str) or re.match(r"[a-z]+:", value) is not None


def _pattern(_: Any, pattern: str, value: Any, __: Any) -> Iterator[jsonschema.ValidationError]:
    """``$`` is the end, and not the place before a last line break."""
    ecma = re.sub(r"(?<!\\)\$", r"\\Z", pattern)
    if isinstance(value, str) and regex.search(ecma, value) is None:
        yield jsonschema.ValidationError("does not match")


_Second = jsonschema.validators.extend(  # type: ignore[no-untyped-call]
    jsonschema.Draft202012Validator, {"pattern": _pattern}
)


def second_opinion(schema: dict[str, Any]) -> Callable[[Any], bool]:
    """Whether ``jsonschema`` accepts values."""
    engine = _Second(schema, format_checker=FORMATS)
    return lambda value: bool(engine.is_valid(value))
