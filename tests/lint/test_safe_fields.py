"""A log keeps no words of people and nothing sensitive, however deep they stand."""

from __future__ import annotations

import pytest
from lint.conftest import Find
from lint.overlay import with_pieces

NOTE = "tools/notes/keep_note.v1.yaml"

FIELDS = """\
input:
  fields:
    customer_id: customer_id
    mails: {type: list, max_items: 5, items: email_address, describe: "Who was told."}
    calls:
      type: map
      max_items: 5
      keys: {type: line, min_length: 1, max_length: 40}
      values: {type: integer, min: 0, max: 9}
      describe: "How often each was called."
    health:
      type: object
      sensitive: personal
      describe: "How the customer is."
      fields:
        score: {type: integer, min: 0, max: 10, describe: "How well."}
    about:
      type: object
      describe: "What the note is about."
      fields:
        marks: {type: list, max_items: 5, items: {type: integer, min: 0, max: 9}, describe: "Marks."}
        title: {type: line, min_length: 1, max_length: 40, describe: "A title."}
    contact:
      type: union
      by: way
      describe: "How to reach the customer."
      branches:
        phone: {fields: {hour: {type: integer, min: 0, max: 23, describe: "When."}}}
        mail: {fields: {to: {type: email, describe: "The address."}}}
    hours: {type: list, max_items: 5, items: {type: integer, min: 0, max: 23}, describe: "When."}
"""

SCHEMA = """\
effect:
  class: write
  summary: "Keep a note"
  touches: [note.record]
  external: false
  consequence: private_note
  reversibility: {kind: reversible, how: "The requester can delete the note."}
input:
  schema:
    type: object
    required: [about]
    properties:
      about:
        type: object
        description: What the note is about.
        required: [title, code]
        properties:
          title: {type: string, minLength: 1, maxLength: 80, description: A title.}
          code: {type: string, pattern: "^[0-9]{4}$", maxLength: 4, description: A code.}
          size: {enum: [small, large], description: A size.}
        additionalProperties: false
    additionalProperties: false
"""


@pytest.mark.parametrize("path", ["mails", "calls", "health", "health.score", "about", "contact"])
def test_a_field_with_words_or_sensitive_data_below_or_above_it_is_not_safe(
    path: str, find: Find
) -> None:
    assert _found(FIELDS, path, find) == ["log/raw-args"]


@pytest.mark.parametrize("path", ["customer_id", "about.marks", "hours", "contact.hour"])
def test_a_field_without_them_is_safe_beside_fields_that_are_not(path: str, find: Find) -> None:
    assert _found(FIELDS, path, find) == []


@pytest.mark.parametrize("path", ["about", "about.title"])
def test_a_string_of_a_plain_schema_holds_words(path: str, find: Find) -> None:
    assert _found(SCHEMA, path, find) == ["log/raw-args"]


@pytest.mark.parametrize("path", ["about.code", "about.size"])
def test_a_string_of_a_plain_schema_with_a_pattern_or_listed_values_does_not(
    path: str, find: Find
) -> None:
    assert _found(SCHEMA, path, find) == []


def _found(fields: str, path: str, find: Find) -> list[str]:
    piece = f"{fields}telemetry: {{safe_fields: [{path}]}}\n"
    return [each.code for each in find(with_pieces([(NOTE, piece)])) if each.is_error]
