"""Words for violations: one sentence that says what is wrong, one that says what to type.

Walks in: a violation and the places of its schema. Walks out: a diagnostic. A sentence speaks of
forms and keys, never of schemas; every value of the document in it is quoted, escaped and cut.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable

from toolcharter.contract.language.parts import CONTROLS, UNDECIDED
from toolcharter.contract.literals import amount_minor, calendar_date, currency
from toolcharter.contract.phrases import flow, label, listed, many, owner, record, value
from toolcharter.contract.places import Places, nearest_key
from toolcharter.contract.reasons import reason_of
from toolcharter.contract.rules import rule_of
from toolcharter.contract.scalar_checks import type_of
from toolcharter.contract.templates import identifier_template, template
from toolcharter.contract.violation import Sin, Violation
from toolcharter.diagnostics import Diagnostic
from toolcharter.source.document import Mapping, Node, Scalar, Sequence
from toolcharter.source.quoted import quoted

_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "null",
}

_CONTROL = re.compile(f"[{CONTROLS}]")

LITERALS: dict[str, Callable[[str], object]] = {
    "amount": amount_minor,
    "currency_code": currency,
    "iso_date": calendar_date,
    "template": template,
    "identifier_template": identifier_template,
}
"""Definitions whose parser knows more than their pattern."""


def diagnostic_of(violation: Violation, places: Places) -> Diagnostic:
    """The diagnostic about a violation."""
    if violation.sin is Sin.UNKNOWN and _is_of_another_form(violation, places):
        violation = dataclasses.replace(violation, sin=Sin.FORBIDDEN)
    message, hint = _SENTENCES[violation.sin](violation, places)
    return Diagnostic(code=rule_of(violation), span=violation.span, message=message, hint=hint)


def _missing(violation: Violation, places: Places) -> tuple[str, str]:
    if violation.others:
        return (
            f"{owner(violation)} must have one of {listed(violation.others)}.",
            _reason(violation, "") or "",
        )
    example = violation.schema.get("examples")
    typed = f" For instance `{violation.key}: {flow(example[0])}`." if example else ""
    return (
        f"{owner(violation)} must have `{violation.key}`.",
        f"{violation.schema.get('description', '')}{typed}".strip(),
    )


def _unknown(violation: Violation, places: Places) -> tuple[str, str]:
    key = violation.key
    message = f"{quoted(key)} is no key of {record(violation)}."
    if (reason := _reason(violation, key)) is not None:
        return message, reason
    if homes := places.homes(key):
        return message, f"`{key}` belongs in {listed(homes[:2], joined_by=' or ')}."
    if near := nearest_key(key, violation.others):
        return message, f"Did you mean `{near}`?"
    return message, f"It has {listed(violation.others)}."


def _forbidden(violation: Violation, places: Places) -> tuple[str, str]:
    key = violation.key
    reason = _reason(violation, key) or _reason(violation, "*")
    if reason is None:
        reason = _reason_of_a_field(violation)
    if reason is None and (homes := places.homes_below(key, violation.place.route)):
        reason = f"`{key}` belongs in {listed(homes)}."
    return f"{owner(violation)} must not have `{key}`.", reason or "Leave it out."


def _reason(violation: Violation, key: str) -> str | None:
    return reason_of(noun=violation.noun, definition=violation.record, key=key)


def _reason_of_a_field(violation: Violation) -> str | None:
    """Why a field or a shared type takes no key of another one."""
    is_use = violation.record.startswith("type_")
    if not is_use and not violation.record.startswith("shared_"):
        return None
    if is_use and violation.key == "optional":
        return "A field with a default may be absent already."
    if not is_use and violation.key in ("optional", "nullable", "default"):
        return f"`{violation.key}` is said where the type is used."
    return f"It may have {listed(violation.others)}."


def _both(violation: Violation, places: Places) -> tuple[str, str]:
    return (
        f"{owner(violation)} has {listed(violation.others)}, of which only one may stand there.",
        "Keep one of them.",
    )


def _type(violation: Violation, places: Places) -> tuple[str, str]:
    node, schema = violation.node, violation.schema
    words = schema.get("enum", [schema["const"]] if "const" in schema else [])
    allowed = schema.get("type")
    names = [allowed] if isinstance(allowed, str) else allowed or []
    if words:
        expected = f"must be {listed(map(flow, words), joined_by=' or ')}"
    else:
        expected = f"must be {' or '.join(_TYPES[name] for name in names)}"
    found = _TYPES[type_of(node)] if node is not None else "nothing"
    if isinstance(node, Scalar) and found != "null":
        found = f"{found}: {value(violation)}"
    message = f"{label(violation)} {expected}; here stands {found}."
    if isinstance(node, Scalar) and node.value == UNDECIDED:
        return message, "`undecided` stands for one decision; write it below, in its place."
    return message, _what_to_type(violation)


def _value(violation: Violation, places: Places) -> tuple[str, str]:
    said = _said_by_parser(violation) or _said_of_controls(violation)
    message = f"{label(violation)} cannot be {value(violation)}."
    reason = _reason(violation, violation.place.key)
    if violation.record == "bare_type":
        reason = places.what_a_type_needs(str(getattr(violation.node, "value", "")))
    return message, reason or said or _what_to_type(violation)


def _name(violation: Violation, places: Places) -> tuple[str, str]:
    return (
        f"{quoted(violation.key)} cannot be a name in {record(violation)}.",
        violation.schema.get("errorMessage", ""),
    )


_COUNTED = {"Length": "character", "Items": "item", "Properties": "entry"}


def _range(violation: Violation, places: Places) -> tuple[str, str]:
    node, keyword, bound = violation.node, violation.keyword, violation.schema[violation.keyword]
    limit = f"at {'least' if keyword.startswith('min') else 'most'} {bound}"
    counted = _COUNTED.get(keyword[3:])
    if counted is None:
        size = node.text if isinstance(node, Scalar) else ""
        message = f"{label(violation)} is {size}; it must be {limit}."
    else:
        size = str(_size(node))
        message = f"{label(violation)} has {many(size, counted)}; it must have {limit}."
    hint = violation.schema.get("errorMessage") or violation.schema.get("description", "")
    return message, hint


def _repeated(violation: Violation, places: Places) -> tuple[str, str]:
    return f"{value(violation)} stands twice in `{violation.place.key}`.", "Write it once."


def _undecided(violation: Violation, places: Places) -> tuple[str, str]:
    return (
        f"`{'.'.join(violation.place.names)}` is undecided.",
        f"To decide: {violation.schema.get('description', '')} "
        "An open question may stand in drafts/ only.",
    )


_SENTENCES: dict[Sin, Callable[[Violation, Places], tuple[str, str]]] = {
    Sin.MISSING: _missing,
    Sin.UNKNOWN: _unknown,
    Sin.FORBIDDEN: _forbidden,
    Sin.BOTH: _both,
    Sin.TYPE: _type,
    Sin.VALUE: _value,
    Sin.NAME: _name,
    Sin.RANGE: _range,
    Sin.REPEATED: _repeated,
    Sin.UNDECIDED: _undecided,
}


def _said_by_parser(violation: Violation) -> str | None:
    parser, node = LITERALS.get(violation.record), violation.node
    if parser is None or not isinstance(node, Scalar) or not isinstance(node.value, str):
        return None
    try:
        parser(node.value)
    except ValueError as error:
        return str(error)
    return None


def _said_of_controls(violation: Violation) -> str | None:
    """What to do about a character that no words hold; a reader would not see it."""
    text = getattr(violation.node, "value", None)
    if not isinstance(text, str) or not _CONTROL.search(text):
        return None
    return "Leave the control character out; a line break is a line feed."


def _size(node: Node | None) -> int:
    match node:
        case Sequence() | Mapping():
            return len(node)
        case Scalar(value=str() as text):
            return len(text)
        case _:
            return 0


def _what_to_type(violation: Violation) -> str:
    schema, key = violation.schema, violation.place.key
    words = [word for word in schema.get("enum", ()) if isinstance(word, str)]
    node = violation.node
    near = nearest_key(node.text, words) if isinstance(node, Scalar) else None
    if near:
        return f"Did you mean `{near}`?"
    if "errorMessage" in schema:
        return str(schema["errorMessage"])
    if words or "const" in schema:
        allowed = schema.get("enum", [schema.get("const")])
        return f"Write {listed(map(flow, allowed), joined_by=' or ')}."
    if schema.get("examples"):
        return f"For instance `{key}: {flow(schema['examples'][0])}`."
    return str(schema.get("description", ""))


def _is_of_another_form(violation: Violation, places: Places) -> bool:
    return places.is_key_of_another_form(violation.key, violation.place.route, violation.record)
