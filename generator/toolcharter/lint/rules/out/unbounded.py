"""Every text, list, map and number of an output or a plan has a bound.

Why
    An answer without bounds fills the model's context with whatever the service holds that day.
    The size limit of a result is worked out from the bounds of its parts; one part without a bound
    makes it infinite.

Bad
    # tools/notes/get_note.v1.yaml
    output:
      schema:
        type: object
        required: [note_id, body]
        properties:
          note_id: {$ref: types/note_id}
          body: {type: string}
        additionalProperties: false

Good
    # tools/notes/get_note.v1.yaml
    output:
      schema:
        type: object
        required: [note_id, body]
        properties:
          note_id: {$ref: types/note_id}
          body: {type: string, maxLength: 4000}
        additionalProperties: false

Silence
    It cannot be silenced. A bound that is too small shows in tests; one that is missing, in
    production.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.lint.bounds import missing_bound
from toolcharter.lint.part import DeclaredPart
from toolcharter.lint.rule import Finding, PartRule


def check(part: DeclaredPart) -> Iterator[Finding]:
    missing = None if part.is_input else missing_bound(part.schema)
    if missing is not None:
        what, keyword = missing
        yield Finding(
            span=part.span,
            message=f"Nothing bounds {what} of {part.whose}.",
            hint=f"Add `{keyword}`: the largest value that an agent can use.",
        )


RULE = PartRule(id="out/unbounded", page=__doc__, check=check)
