"""No text holds an object in disguise.

Why
    JSON inside a string passes every check for strings. Its fields are not closed, not bounded,
    not shown to the approver and not compared between versions.

Bad
    # tools/notes/keep_note.v1.yaml
    input:
      fields:
        customer_id: customer_id
        payload: {type: text, max_length: 4000, describe: "The note as JSON with title and body."}

Good
    # tools/notes/keep_note.v1.yaml
    input:
      fields:
        customer_id: customer_id
        title: {type: line, max_length: 80, describe: "Title of the note."}
        body: note_text

Silence
    It cannot be silenced. Declare the fields that the text would hold.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from toolcharter.lint.bounds import accepts, is_listed
from toolcharter.lint.part import DeclaredPart
from toolcharter.lint.rule import Finding, PartRule
from toolcharter.lint.words import words_of

_CARRIERS = frozenset(
    {
        *("payload", "data", "body", "args", "arguments", "params", "parameters", "options"),
        *("config", "configuration", "settings", "metadata", "attributes", "fields", "object"),
        *("input", "request", "content", "properties", "extra", "context", "variables", "filter"),
        *("filters", "values", "changes", "patch", "update"),
    }
)
_FORMATS = frozenset({"json", "jsonl", "yaml", "xml", "toml", "protobuf"})
_SAYS_SO = frozenset({*_FORMATS, "serialised", "serialized", "stringified", "encoded"})


def check(part: DeclaredPart) -> Iterator[Finding]:
    if not part.is_input or not accepts(part.schema, "string") or is_listed(part.schema):
        return
    reason = _reason(part)
    if reason:
        yield Finding(
            span=part.span,
            message=f"{part.opening} smuggles an object inside a string: {reason}.",
            hint="Declare the fields of that object instead.",
        )


def _reason(part: DeclaredPart) -> str:
    name = words_of(part.name)
    described = set(words_of(str(part.schema.get("description", ""))))
    said = sorted(described & _SAYS_SO)
    carries = bool(name) and name[-1] in _CARRIERS
    if set(name) & _FORMATS:
        return f"its name says `{sorted(set(name) & _FORMATS)[0]}`"
    if carries and said:
        return f"its description says `{said[0]}`"
    if carries and "maxLength" not in part.schema:
        return f"it is called `{part.name}` and has no bound"
    for key in ("examples", "default"):
        if _holds_object(part.schema.get(key)):
            return "its example is JSON" if key == "examples" else "its default is JSON"
    return ""


def _holds_object(written: Any) -> bool:
    candidates = written if isinstance(written, list) else [written]
    return any(_is_object(each) for each in candidates if isinstance(each, str))


def _is_object(text: str) -> bool:
    if not text.lstrip().startswith(("{", "[")):
        return False
    try:
        json.loads(text)
    except ValueError:
        return False
    except RecursionError:  # brackets nested past the parser's depth; nobody writes that as prose
        return True
    return True


RULE = PartRule(id="in/stringified-json", page=__doc__, check=check)
