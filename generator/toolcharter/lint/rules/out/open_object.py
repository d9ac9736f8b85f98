"""Every object of an output or a plan lists all the fields that it may have.

Why
    A service adds fields to its answers: a token, a remark of the fraud team, another customer's
    address. Where an object takes any key, they reach the model. A view cannot help, since it
    names fields that somebody has described.

Bad
    # tools/notes/get_note.v1.yaml
    output:
      schema:
        type: object
        required: [note_id, body]
        properties:
          note_id: {$ref: types/note_id}
          body: {type: object, properties: {text: {type: string, maxLength: 4000}}}
        additionalProperties: false

Good
    # tools/notes/get_note.v1.yaml
    output:
      fields:
        note_id: note_id
        body: {type: object, fields: {text: note_text}, describe: "What the note says."}

Silence
    It cannot be silenced: closed objects are what redaction rests on.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.lint.closed import lets_keys_through
from toolcharter.lint.part import DeclaredPart
from toolcharter.lint.rule import Finding, PartRule


def check(part: DeclaredPart) -> Iterator[Finding]:
    if not part.is_input and lets_keys_through(part):
        yield Finding(
            span=part.span,
            message=f"{part.opening} lets keys through that no line describes.",
            hint="Add `additionalProperties: false`, or write it as `fields:`, which is closed.",
        )


RULE = PartRule(id="out/open-object", page=__doc__, check=check)
