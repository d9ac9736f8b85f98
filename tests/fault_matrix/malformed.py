"""Arguments that a model gets wrong, each with the code and the field that it is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

import orjson
from fault_matrix.asks import Ask
from fault_matrix.came import Came
from fault_matrix.faults import Arrangement, Ready
from fault_matrix.scene import Scene

Cause: TypeAlias = tuple[str, str | None]
Causes: TypeAlias = Callable[[Ask], Mapping[str, Cause]]
"""What is wrong with a text, by the text."""


def malformed_arguments(ready: Ready, *causes: Causes) -> Arrangement:
    """Each wrong text is sent instead of the right one, as a request of its own."""

    async def arranged(scene: Scene) -> Came:
        ask = await ready(scene)
        before = await scene.ledger.rows()
        wrong = {text: cause for each in causes for text, cause in each(ask).items()}
        told = []
        for number, text in enumerate(wrong):
            request_id = None if ask.request_id is None else f"wrong-{number}"
            told.append(await scene.here.answer(replace(ask, text=text, request_id=request_id)))
        return Came(ask=ask, told=tuple(told), before=before, causes=tuple(wrong.values()))

    return arranged


def no_json(ask: Ask) -> Mapping[str, Cause]:
    """Texts that are no JSON, or not one value of it; the field is where that shows."""
    fields = [*ask.arguments]
    return {
        ask.text[:-1]: ("PARSE", f"/{fields[-1]}"),
        ask.text[:-1] + ',"x":NaN}': ("NUMBER_NOT_JSON", "/x"),
        ask.text[:-1] + "," + ask.text[1:]: ("DUPLICATE_KEY", f"/{fields[0]}"),
    }


def other_fields(ask: Ask) -> Mapping[str, Cause]:
    """An object with a field too many, and one without any."""
    first = next(iter(ask.arguments))
    return {
        _text({**ask.arguments, "force": True}): ("UNKNOWN_FIELD", "/force"),
        "{}": ("MISSING_FIELD", f"/{first}"),
    }


def other_value(field: str, value: Any, code: str, at: str | None = None) -> Causes:
    """A value that the field does not take."""

    def causes(ask: Ask) -> Mapping[str, Cause]:
        return {_text({**ask.arguments, field: value}): (code, at or f"/{field}")}

    return causes


def _text(arguments: Any) -> str:
    return orjson.dumps(arguments).decode()
