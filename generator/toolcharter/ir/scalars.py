r"""The canonical schema of each type that holds one JSON scalar.

Walks in: the mapping of a field. Walks out: its schema without marks; each bound is noted where it
was written. Bounds that contradict each other are reported at the bound.
"""

from __future__ import annotations

from collections.abc import Callable

from toolcharter.contract.codes import CURRENCIES, CURRENCY_DECIMALS
from toolcharter.diagnostics import Span
from toolcharter.ir.decimals import decimal_pattern
from toolcharter.ir.near import did_you_mean
from toolcharter.ir.patterns import check_pattern, is_anchored, longest_match, shortest_match
from toolcharter.ir.pointers import below
from toolcharter.ir.reading import integer, items, string
from toolcharter.ir.scalar_schemas import (
    CODE_LISTS,
    DESCRIPTIONS,
    FIXED,
    HANDLE_LENGTH,
    LINE,
    TEXT,
    Schema,
    string_of,
)
from toolcharter.ir.shape_draft import Place, ShapeDraft, item_spans
from toolcharter.source.document import Mapping, plain


def code_list_reference(name: str, draft: ShapeDraft) -> Schema:
    """A reference to the pinned list, which the shape then holds."""
    draft.define(name, CODE_LISTS[name], {})
    return {"$ref": f"#/$defs/{name}"}


def scalar(kind: str, node: Mapping, draft: ShapeDraft, pointer: str) -> Schema:
    """The schema of a scalar type without marks."""
    if kind in FIXED:
        return dict(FIXED[kind])
    if kind in CODE_LISTS:
        return code_list_reference(kind, draft)
    return _BUILDERS[kind](node, draft, pointer)


def _text(node: Mapping, draft: ShapeDraft, pointer: str) -> Schema:
    return {"type": "string", **_lengths(node, draft, pointer), "pattern": TEXT}


def _line(node: Mapping, draft: ShapeDraft, pointer: str) -> Schema:
    return {"type": "string", **_lengths(node, draft, pointer), "pattern": LINE}


def _string(node: Mapping, draft: ShapeDraft, pointer: str) -> Schema:
    lengths = _lengths(node, draft, pointer)
    written = string(node.entries["pattern"])
    draft.note(below(pointer, "pattern"), written.span)
    report_pattern(written.value, written.span, draft, lengths, must_be_anchored=True)
    return {"type": "string", **lengths, "pattern": written.value}


def _lengths(node: Mapping, draft: ShapeDraft, pointer: str) -> Schema:
    found: Schema = {}
    for key, keyword in (("min_length", "minLength"), ("max_length", "maxLength")):
        if (bound := node.get(key)) is not None:
            found[keyword] = integer(bound)
            draft.note(below(pointer, keyword), bound.span)
    if found.get("minLength", 0) > found["maxLength"]:
        span = node.entries["min_length"].span
        draft.report("in/unsatisfiable", span, "`min_length` is above `max_length`.")
    return found


def report_pattern(
    pattern: str, span: Span, draft: ShapeDraft, lengths: Schema, *, must_be_anchored: bool
) -> None:
    """What is wrong with a pattern, at its place."""
    wrong = check_pattern(pattern)
    for code, message in wrong:
        draft.report(code, span, f"The pattern is refused: {message}.")
    if wrong:
        return
    if must_be_anchored and not is_anchored(pattern):
        draft.report(
            "in/pattern-unanchored",
            span,
            "The pattern may match a part of the text only.",
            f"Write ^(?:{pattern})$." if "|" in pattern else f"Write ^{pattern.strip('^$')}$.",
        )
        return
    shortest, longest = shortest_match(pattern), longest_match(pattern)
    if shortest is None or shortest > lengths.get("maxLength", shortest):
        draft.report("in/unsatisfiable", span, "Every match of the pattern is too long.")
    elif longest is not None and longest < lengths.get("minLength", 0):
        draft.report("in/unsatisfiable", span, "Every match of the pattern is too short.")


def _integer(node: Mapping, draft: ShapeDraft, pointer: str) -> Schema:
    found: Schema = {"type": "integer", **integer_bounds(node, draft, pointer)}
    if (step := node.get("step")) is not None:
        found["multipleOf"] = integer(step)
        draft.note(below(pointer, "multipleOf"), step.span)
        if found["maximum"] // integer(step) * integer(step) < found["minimum"]:
            message = "No multiple of `step` lies between `min` and `max`."
            draft.report("in/unsatisfiable", step.span, message)
    return found


def integer_bounds(node: Mapping, draft: ShapeDraft, pointer: str) -> Schema:
    """``min`` and ``max`` as keywords, each at its place."""
    found: Schema = {}
    for key, keyword in (("min", "minimum"), ("max", "maximum")):
        bound = node.entries[key]
        found[keyword] = integer(bound)
        draft.note(below(pointer, keyword), bound.span)
    if found["minimum"] > found["maximum"]:
        draft.report("in/unsatisfiable", node.entries["min"].span, "`min` is above `max`.")
    return found


def _decimal(node: Mapping, draft: ShapeDraft, pointer: str) -> Schema:
    low, high = string(node.entries["min"]), string(node.entries["max"])
    found = decimal_pattern(low.value, high.value, integer(node.entries["places"]))
    for keyword in ("pattern", "maxLength"):
        draft.note(below(pointer, keyword), low.span)
    if found is None:
        message = "No decimal with these `places` lies between `min` and `max`."
        draft.report("in/unsatisfiable", low.span, message)
        return {"type": "string", "maxLength": 0}
    return string_of(found.pattern, found.max_length)


def _enum(node: Mapping, draft: ShapeDraft, pointer: str) -> Schema:
    written = items(node.entries["values"])
    values = [string(value) for value in written]
    draft.note(below(pointer, "enum"), node.entries["values"].span)
    item_spans(draft, pointer, "enum", written)
    seen: set[str] = set()
    for value in values:
        if value.value in seen:
            draft.report(
                "in/enum-duplicate", value.span, f"The value `{value.value}` stands twice."
            )
        seen.add(value.value)
    words = [value.value for value in values]
    if (unknown := node.get("unknown")) is not None and string(unknown).value == "other":
        _allow_unknown(words, unknown.span, draft)
        draft.note(below(pointer, "enum", len(words) - 1), unknown.span)
    return {"type": "string", "enum": words}


def _allow_unknown(words: list[str], span: Span, draft: ShapeDraft) -> None:
    if draft.place not in (Place.OUTPUT, Place.TYPE):
        message = "`unknown: other` belongs to outputs; here an unknown word is refused."
        draft.report("in/enum-unknown", span, message, "Leave `unknown` out.")
    if "other" in words:
        message = "`unknown: other` adds the value `other`, which is written already."
        draft.report("in/enum-duplicate", span, message, "Leave `other` out of `values`.")
    words.append("other")


def _constant(node: Mapping, draft: ShapeDraft, pointer: str) -> Schema:
    written = node.entries["value"]
    draft.note(below(pointer, "const"), written.span)
    value = plain(written)
    return {"type": json_type(value), "const": value}


def json_type(value: object) -> str:
    """The JSON type of a scalar."""
    match value:
        case bool():
            return "boolean"
        case int():
            return "integer"
        case str():
            return "string"
    return "null"


def _handle(node: Mapping, draft: ShapeDraft, pointer: str) -> Schema:
    kind = string(node.entries["kind"])
    draft.note(below(pointer, "x-toolcharter", "kind"), kind.span)
    draft.note(below(pointer, "pattern"), kind.span)
    return string_of(rf"^{kind.value}\.[0-9A-Za-z_-]+$", HANDLE_LENGTH)


def currency_enum(node: Mapping, draft: ShapeDraft, pointer: str) -> Schema:
    """The written currencies of a money type; each must be in the pinned list."""
    written = items(node.entries["currencies"])
    item_spans(draft, pointer, "enum", written)
    words = []
    for item in written:
        code = string(item)
        words.append(code.value)
        if code.value not in CURRENCY_DECIMALS:
            near = did_you_mean(code.value, CURRENCIES)
            message = f"`{code.value}` is no currency of the pinned list of ISO 4217."
            draft.report("in/currency-unknown", code.span, message, near)
        elif words.count(code.value) > 1:
            message = f"The currency `{code.value}` stands twice."
            draft.report("in/enum-duplicate", code.span, message)
    return {
        "type": "string",
        "enum": words,
        "description": DESCRIPTIONS["currency"],
        "x-toolcharter": {"type": "currency"},
    }


_BUILDERS: dict[str, Callable[[Mapping, ShapeDraft, str], Schema]] = {
    "text": _text,
    "line": _line,
    "string": _string,
    "integer": _integer,
    "decimal": _decimal,
    "enum": _enum,
    "constant": _constant,
    "handle": _handle,
}

SCALARS: frozenset[str] = frozenset((*FIXED, *CODE_LISTS, *_BUILDERS))
"""The types that this module builds."""
