"""The validator of this house: one place for its settings.

Linear regular expressions, formats checked, unknown formats refused, nothing fetched. The boundary
at run time uses the same settings, so what is checked here is what is enforced there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jsonschema_rs

from toolcharter.ir.model import JsonSchema

_FORMATS = """
    date date-time time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference
    iri iri-reference uri-template json-pointer relative-json-pointer uuid
"""

FORMATS: frozenset[str] = frozenset(_FORMATS.split())
"""The formats that the validator checks; any other is refused."""

# Formats stay off: the dialect of patterns is judged on its own.
_META = jsonschema_rs.Draft202012Validator(
    {"$ref": "https://json-schema.org/draft/2020-12/schema"}, validate_formats=False, offline=True
)

_LINEAR = jsonschema_rs.RegexOptions()

# "Joe <joe@example.com>" names a person beside the address; an e-mail field holds an address.
_ADDRESS_ONLY = jsonschema_rs.EmailOptions(allow_display_text=False)


def validator(schema: JsonSchema) -> jsonschema_rs.Draft202012Validator:
    """A validator of the schema; raises jsonschema_rs.ValidationError for an invalid schema."""
    return jsonschema_rs.Draft202012Validator(
        dict(schema),
        validate_formats=True,
        ignore_unknown_formats=False,
        pattern_options=_LINEAR,
        email_options=_ADDRESS_ONLY,
        offline=True,
    )


def misfit(schema: JsonSchema, value: Any) -> str | None:
    """Why a value is not valid, or None."""
    error = next(validator(schema).iter_errors(value), None)
    return None if error is None else error.message


def schema_errors(schema: JsonSchema) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Where and why a schema is no JSON Schema 2020-12; nothing for a good one."""
    for error in _META.iter_errors(dict(schema)):
        yield tuple(error.instance_path), error.message
