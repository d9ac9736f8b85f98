"""The engine that decides whether a value is valid, with the settings of this house.

JSON Schema 2020-12; patterns in the linear-time dialect, so no text can make one slow; formats
checked, and an unknown one refused; no reference ever fetched. The engine decides; nothing here
coerces or repeats its work.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import jsonschema_rs

from toolcharter_runtime.errors import CatalogError

# One text per format that must not pass. A check that is silently absent is the worst kind.
_NEVER = {
    "date": "2026-02-30",
    "date-time": "2026-08-14T16:30:00",
    "time": "24:61:00",
    "duration": "1 day",
    "email": "Joe <joe@example.com>",
    "idn-email": "no at sign",
    "hostname": "-a-.b",
    "idn-hostname": "-a-.b",
    "ipv4": "256.1.1.1",
    "ipv6": "12345::",
    "uri": "no scheme",
    "uri-reference": "\\\\a",
    "iri": "no scheme",
    "iri-reference": "\\\\a",
    "uri-template": "{a",
    "json-pointer": "a",
    "relative-json-pointer": "/a",
    "uuid": "2eb8aa08-aa98-11ea-b4aa",
}


def validator(schema: dict[str, Any]) -> jsonschema_rs.Draft202012Validator:
    """A validator of ``schema``; CatalogError where the engine does not keep to these settings."""
    _self_test()
    return jsonschema_rs.Draft202012Validator(schema, **_settings())


def validators_by_pointer(schema: dict[str, Any]) -> jsonschema_rs.ValidatorMap:
    """A validator for each part of ``schema``, by its pointer with a leading ``#``."""
    return jsonschema_rs.validator_map_for(
        {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}, **_settings()
    )


def is_valid(engine: jsonschema_rs.Validator, value: object) -> bool:
    """The verdict; where the engine meets something that is no JSON (a lone surrogate, a foreign
    type), the value is invalid."""
    try:
        return engine.is_valid(value)
    except ValueError:
        return False


@cache
def _settings() -> dict[str, Any]:
    return {
        "validate_formats": True,
        "ignore_unknown_formats": False,
        "pattern_options": jsonschema_rs.RegexOptions(),
        # "Joe <joe@example.com>" names a person beside the address; an e-mail field holds an address.
        "email_options": jsonschema_rs.EmailOptions(allow_display_text=False),
        "mask": "(hidden)",
        "offline": True,
    }


@cache
def _self_test() -> None:
    """Prove once a process that each format is checked, and that ``$`` means the end."""
    for name, text in _NEVER.items():
        if jsonschema_rs.Draft202012Validator({"format": name}, **_settings()).is_valid(text):
            raise CatalogError(f"format {name} is not checked by jsonschema-rs")
    two_letters = jsonschema_rs.Draft202012Validator({"pattern": "^[A-Z]{2}$"}, **_settings())
    if two_letters.is_valid("ES\n"):
        raise CatalogError("patterns are not searched as ECMA-262 says")
