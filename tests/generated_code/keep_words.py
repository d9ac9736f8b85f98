"""A contract for the starter catalog, in plain JSON Schema, with one text wherever data can stand.

Walks in: a text. Walks out: the contract file, and what must come of it: the schema that is
enforced, a value that it accepts, the data in its models.
"""

from __future__ import annotations

import json
from typing import Any

from generated_code.hostile_texts import as_said

FILE = "tools/tickets/keep_words.v1.yaml"
WIRE_NAME = "keep_words_v1"
MADE = r"^[^\x00]{0,400}$"
"""Of a string that machines make; people's words have no default."""


def contract(text: str) -> bytes:
    """The contract file. JSON is YAML, so nothing of the text has to be spelled in another way."""
    return json.dumps(
        {
            "tool": "keep_words",
            "version": 1,
            "purpose": f"{as_said(text)} is kept.",
            "effect": {"class": "read"},
            "permissions": ["ticket.read"],
            "preconditions": [],
            "input": {"schema": _schema(text, text)},
            "output": {"schema": _schema(text, without_dots(text))},
            "views": {"all": {"shows": "everything"}},
            "failure": {"retry": {"class": "never"}},
            "limits": {"timeout": "3s"},
        },
        ensure_ascii=False,
        indent=1,
    ).encode("utf-8", "surrogatepass")


def value(text: str) -> dict[str, Any]:
    """A valid request that says every word."""
    return {
        text: True,
        "fixed": text,
        "choice": f"{text}2",
        "free": text,
        "made": text,
        "mixed": f"{text}3",
        "many": [text, "another"],
        "counts": {text: 1},
        "either": {"kind": f"{text}x", "number": 1},
        "inner": {text: text},
    }


def strings(text: str) -> set[str]:
    """The data that the models of the schema must hold, apart from docstrings."""
    return {text, without_dots(text), f"{text}2", f"{text}3", f"{text}x", "another"}


def enforced(text: str, name: str) -> dict[str, Any]:
    """The schema as it is enforced: without prose, and text without a pattern is people's words."""
    schema = json.loads(json.dumps(_schema(text, name)), object_hook=_without_prose)
    schema["properties"]["free"] |= {
        "pattern": r"^[^\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]*$",
        "x-toolcharter": {"type": "text", "untrusted": True},
    }
    assert isinstance(schema, dict)
    return schema


def _without_prose(schema: dict[str, Any]) -> dict[str, Any]:
    return {
        key: value
        for key, value in schema.items()
        if key not in ("title", "description", "examples", "$comment")
    }


def without_dots(text: str) -> str:
    """A name for an output, whose fields are chosen by paths."""
    return text.replace(".", "\u00b7")


def _schema(text: str, name: str) -> dict[str, Any]:
    """``text`` wherever data can stand, ``name`` where a property is named, and in sentences the
    text as they may hold it."""

    def said(**schema: Any) -> dict[str, Any]:
        return {**schema, "description": as_said(text)}

    return {
        "type": "object",
        "title": as_said(text),
        "description": as_said(text),
        "$comment": text,
        "additionalProperties": False,
        "required": ["fixed"],
        "properties": {
            name: said(type="boolean"),
            "fixed": said(const=text),
            "choice": said(
                type="string", enum=[text, f"{text}2", "another"], default=text, examples=[text]
            ),
            "free": said(type="string", maxLength=400, examples=[text]),
            "made": said(type="string", maxLength=400, pattern=MADE, default=text, examples=[text]),
            "mixed": said(enum=[text, 1, None, f"{text}3"]),
            "many": said(
                type="array", maxItems=3, items={"type": "string", "enum": [text, "another"]}
            ),
            "counts": said(
                type="object",
                propertyNames={"type": "string", "enum": [text, "another"]},
                additionalProperties={"type": "integer", "minimum": 0, "maximum": 5},
                maxProperties=2,
            ),
            "either": said(oneOf=[_branch(text, text), _branch(text, f"{text}x")]),
            "inner": {
                "type": "object",
                "description": as_said(text),
                "additionalProperties": False,
                "required": [name],
                "properties": {name: said(type="string", enum=[text, "another"])},
            },
        },
    }


def _branch(text: str, tag: str) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["kind"],
        "properties": {
            "kind": {"const": tag, "description": as_said(text)},
            "number": {"type": "integer", "minimum": 0, "maximum": 9, "description": as_said(text)},
        },
    }
