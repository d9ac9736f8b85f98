r"""The schemas that the language fixes: patterns of text, opaque strings, code lists."""

from __future__ import annotations

from typing import Any

from toolcharter.contract.codes import COUNTRIES, CURRENCIES

Schema = dict[str, Any]

UNRESOLVED: Schema = {"const": None, "x-toolcharter": {"type": "unresolved"}}
"""What stands for a part that is not known, so that no rule finds fault with it: the diagnostic
about it is enough."""

TEXT = r"^[^\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]*$"
LINE = r"^[^\p{Cc}\p{Zl}\p{Zp}]*$"
PRINTABLE = "^[!-~]+$"
WEB_ADDRESS = "^https://[!-~]+$"
INSTANT_LENGTH = 35
HANDLE_LENGTH = 128

DESCRIPTIONS: dict[str, str] = {
    "cursor": "Where the next page starts; opaque.",
    "operation_id": "Identifier of the operation.",
    "record_version": "Version of the record; opaque.",
    "country": "Country code of ISO 3166-1, two letters.",
    "currency": "Currency code of ISO 4217.",
}
"""What the types say that need no words of the author."""


def string_of(pattern: str, max_length: int, **more: Any) -> Schema:
    """A bounded string of a pattern."""
    return {"type": "string", **more, "maxLength": max_length, "pattern": pattern}


CURSOR = string_of(PRINTABLE, 512)
OPERATION_ID = string_of(PRINTABLE, 64)
RECORD_VERSION = string_of(PRINTABLE, 128)
INSTANT: Schema = {"type": "string", "format": "date-time", "maxLength": INSTANT_LENGTH}

FIXED: dict[str, Schema] = {
    "boolean": {"type": "boolean"},
    "date": {"type": "string", "format": "date"},
    "instant": INSTANT,
    "email": string_of(PRINTABLE, 254, format="email"),
    "url": string_of(WEB_ADDRESS, 2048, format="uri"),
    "uuid": {"type": "string", "format": "uuid"},
    "cursor": CURSOR,
    "operation_id": OPERATION_ID,
    "record_version": RECORD_VERSION,
}


def code_list(name: str) -> Schema:
    """The definition that ``country`` and ``currency`` refer to."""
    codes = COUNTRIES if name == "country" else CURRENCIES
    return {
        "type": "string",
        "enum": list(codes),
        "description": DESCRIPTIONS[name],
        "x-toolcharter": {"type": name},
    }


CODE_LISTS = {name: code_list(name) for name in ("country", "currency")}
