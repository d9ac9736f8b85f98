r"""What a mask makes of a field.

Walks in: the name of a mask and the part it stands on. Walks out: whether it fits, and the schema
of what is shown instead: ``email`` is ``***@<domain>``, ``last_4`` is ``***`` and the last four
characters (of fewer than eight: ``***``), ``year`` the year of a date or instant; on a list, of
each item. ``present`` is one truth value, also for a list: false for null and for what is absent.
The other masks leave null and absent as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolcharter.ir.patterns import excludes
from toolcharter.ir.walk import SchemaPart

_LINE_CLASS = r"[^\p{Cc}\p{Zl}\p{Zp}]"
_TEXT_CLASS = r"[^\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]"
_STARS = r"^\*\*\*"
_EMAIL_LENGTH = 256  # three stars for a local part of one character

_FITS: Mapping[str, str] = {
    "email": "an e-mail address",
    "last_4": "a string",
    "year": "a date or an instant",
    "present": "any field",
}


def why_not(mask: str, part: SchemaPart) -> str | None:
    """What the mask is for, where the part is something else; the part of a list is its item."""
    kind = part.type
    match mask:
        case "present":
            return None
        case "email":
            fits = kind == "email"
        case "year":
            fits = kind in ("date", "instant")
        case _:
            is_words = kind not in ("date", "instant", "enum", "constant")
            fits = is_words and _is_string(part.schema)
    return None if fits else _FITS[mask]


def masked_schema(mask: str, schema: Mapping[str, Any], *, is_nullable: bool) -> dict[str, Any]:
    """The schema of the masked value of one field or item."""
    found = _shown(mask, schema)
    if "description" in schema:
        found["description"] = schema["description"]
    if is_nullable and mask != "present":
        found["type"] = [found["type"], "null"]
    notes: dict[str, Any] = {"type": "boolean" if mask == "present" else "string"}
    if mask != "present" and schema.get("x-toolcharter", {}).get("untrusted"):
        notes["untrusted"] = True
    return {**found, "x-toolcharter": notes}


def _shown(mask: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    match mask:
        case "email":
            pattern = _STARS + "@[!-~]*$"
            return {"type": "string", "maxLength": _EMAIL_LENGTH, "pattern": pattern}
        case "year":
            return {"type": "string", "maxLength": 4, "pattern": "^[0-9]{4}$"}
        case "present":
            return {"type": "boolean"}
    return {
        "type": "string",
        "minLength": 3,
        "maxLength": 7,
        "pattern": _last_four(schema.get("pattern")),
    }


def _last_four(pattern: str | None) -> str:
    """Stars, and characters no wilder than those of the field."""
    for allowed in (_LINE_CLASS, _TEXT_CLASS):
        if pattern is not None and excludes(pattern, allowed):
            return f"{_STARS}{allowed}*$"
    return _STARS


def _is_string(schema: Mapping[str, Any]) -> bool:
    kinds = schema.get("type")
    return kinds == "string" or (isinstance(kinds, list) and set(kinds) <= {"string", "null"})
