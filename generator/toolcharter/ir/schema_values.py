"""What a written JSON Schema may get wrong beyond its grammar.

Each function looks at one schema object and reports at the place of the value.
"""

from __future__ import annotations

import itertools
import json
import re
from typing import Any

from toolcharter.contract.language.parts import CONTROLS
from toolcharter.ir.model import Pointer, Shape
from toolcharter.ir.near import did_you_mean
from toolcharter.ir.pointers import below, tokens_of
from toolcharter.ir.satisfiable import unsatisfiable_parts
from toolcharter.ir.scalar_schemas import Schema
from toolcharter.ir.shape_draft import Place, ShapeDraft
from toolcharter.ir.union_ways import MOST_WAYS, crowded_part
from toolcharter.ir.validators import FORMATS, schema_errors
from toolcharter.source.document import Mapping, Node, Scalar, Sequence, plain

MOST_INVALID = 20
"""How many broken places of one schema are reported."""

LONGEST_WORDS = 300
"""Characters of a description, as of ``describe``."""

_CONTROL = re.compile(f"[{CONTROLS}]")


def refuse_twins(node: Mapping, draft: ShapeDraft) -> None:
    """No value stands twice in an enum, compared as JSON: true is not 1."""
    enum = node.get("enum")
    seen: set[str] = set()
    for item in enum.items if isinstance(enum, Sequence) else ():
        text = json.dumps(plain(item), sort_keys=True)
        if text in seen:
            draft.report("in/enum-duplicate", item.span, f"The value {text} stands twice.")
        seen.add(text)


def refuse_undefined(node: Mapping, found: Schema, draft: ShapeDraft) -> None:
    """A required name must be a property, unless other names are allowed and described."""
    required, properties = node.get("required"), found.get("properties", {})
    if not isinstance(required, Sequence) or not isinstance(properties, dict):
        return
    if isinstance(found.get("additionalProperties"), dict) or "allOf" in found:
        return
    for item in required.items:
        name = plain(item)
        if isinstance(name, str) and name not in properties:
            near = did_you_mean(name, properties)
            message = f"`{name}` is required and is no property."
            draft.report("in/required-undefined", item.span, message, near)


def refuse_unknown_format(node: Mapping, draft: ShapeDraft) -> None:
    """A format that nobody checks is no rule."""
    written = node.get("format")
    if isinstance(written, Scalar) and written.value not in FORMATS:
        near = did_you_mean(str(written.value), FORMATS)
        message = f"Nothing checks the format `{written.text}`."
        draft.report("in/format-unchecked", written.span, message, near)


def refuse_unreadable(keyword: str, node: Node, draft: ShapeDraft) -> None:
    """The words of a schema are bounded as those of a field are: its readers are the same."""
    words = plain(node)
    if not isinstance(words, str):
        return
    if len(words) > LONGEST_WORDS:
        message = f"`{keyword}` has {len(words)} characters; it must have at most {LONGEST_WORDS}."
        draft.report("contract/out-of-range", node.span, message, "Say it shorter.")
    elif _CONTROL.search(words):
        message = f"`{keyword}` holds a control character."
        hint = "Leave it out; a line break is a line feed."
        draft.report("contract/wrong-value", node.span, message, hint)


def refuse_unnameable(properties: Mapping, draft: ShapeDraft) -> None:
    """A star stands for every item in a path; a dot would mean two steps in the path of a view."""
    has_views = draft.place in (Place.OUTPUT, Place.PLAN)
    for name in properties:
        if name in ("", "*") or (has_views and "." in name):
            message = f"A path cannot name the property `{name}`."
            hint = "Leave out dots; a star alone and an empty name are no names."
            draft.report("name/charset-length", properties.key_spans[name], message, hint)


def is_valid_schema(found: Schema, draft: ShapeDraft) -> bool:
    """Whether the meta-schema of 2020-12 accepts it; if not, and nothing else was found, the
    reasons are reported, each at the nearest written place."""
    errors = list(itertools.islice(schema_errors(found), MOST_INVALID))
    if not draft.diagnostics:
        shape = _shape(found, draft)
        for path, why in errors:
            span = shape.span_at(below("", *path))
            draft.report("in/schema-invalid", span, f"This is no JSON Schema: {why}.")
    return not errors


def report_unsatisfiable(found: Schema, draft: ShapeDraft) -> None:
    """Parts that no value can satisfy; of parts inside each other the innermost is the cause. The
    question is refused where unions joined to each other would make it take minutes."""
    shape = _shape(found, draft)
    whole = draft.finished(found).schema
    if (crowded := crowded_part(whole)) is not None:
        message = f"The unions that hold together here can be chosen in over {MOST_WAYS} ways."
        hint = "Write one union of the branches that are meant."
        draft.report("in/depth-size", shape.span_at(crowded), message, hint)
        return
    parts = [
        each
        for each in unsatisfiable_parts(whole)
        if not each.pointer.startswith("/$defs/") and not _is_written_false(found, each.pointer)
    ]
    for each in parts:
        if any(other.pointer.startswith(f"{each.pointer}/") for other in parts):
            continue
        at = each.pointer if each.keyword is None else below(each.pointer, each.keyword)
        draft.report("in/unsatisfiable", shape.span_at(at), f"Nothing is valid here: {each.why}.")


def _is_written_false(found: Any, pointer: str) -> bool:
    """Whether the part is ``false`` because an author closed an object or a list."""
    for token in tokens_of(pointer):
        found = found[int(token)] if isinstance(found, list) else found[token]
    return found is False


def _shape(found: Schema, draft: ShapeDraft) -> Shape:
    return Shape(schema=found, spans={Pointer(at): span for at, span in draft.spans.items()})
