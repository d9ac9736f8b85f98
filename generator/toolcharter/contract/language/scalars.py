"""The definitions of single values: names, references, literals, sentences."""

from __future__ import annotations

from toolcharter.contract.change_names import PREFIXES
from toolcharter.contract.language.parts import CONTROLS, Schema, ref, text
from toolcharter.contract.templates import FACTS

_NAME = "[a-z][a-z0-9_]{0,39}"
_IS_OF_A_CHANGE = f"^({'|'.join(PREFIXES)})"
_PIECE = "(\\.[a-z][a-z0-9_]{0,39})"


def _pattern(pattern: str, may_be: str, **more: object) -> Schema:
    return {"type": "string", "pattern": f"^{pattern}$", "errorMessage": may_be, **more}


DEFS: dict[str, Schema] = {
    "name": _pattern(
        _NAME, "A name is a lower-case letter and up to 39 letters, digits and underscores."
    ),
    "tool_name": {
        "allOf": [ref("name")],
        "not": {"pattern": _IS_OF_A_CHANGE},
        "errorMessage": "Both tools of a change come from one file: `change: <name>`.",
    },
    "change_name": _pattern(
        "[a-z][a-z0-9_]{0,31}",
        "A change is a lower-case letter and up to 31 letters, digits and underscores, without "
        f"{' or '.join(PREFIXES)}.",
        **{"not": {"pattern": _IS_OF_A_CHANGE}},
    ),
    "field_name": _pattern(
        _NAME, "A field is a lower-case letter and up to 39 letters, digits and underscores."
    ),
    "type_name": _pattern(
        _NAME, "A type is a lower-case letter and up to 39 letters, digits and underscores."
    ),
    "view_name": {
        "allOf": [ref("name")],
        "not": {"const": "standard"},
        "errorMessage": "`standard` is built in and shows the fixed shape only; choose another.",
    },
    "version": {
        "type": "integer",
        "minimum": 1,
        "maximum": 9999,
        "errorMessage": "A version is a whole number from 1 to 9999, without quotes.",
    },
    "tool_ref": _pattern(
        f"{_NAME}\\.v[1-9][0-9]{{0,3}}",
        "A tool is named with its version: get_customer.v2.",
    ),
    "tool_ref_or_none": {
        "if": {"const": "none"},
        "then": True,
        "else": ref("tool_ref"),
        "examples": ["none"],
    },
    "code": _pattern(
        "[A-Z][A-Z0-9_]{1,59}", "A code is upper-case letters, digits and underscores."
    ),
    "duration": _pattern(
        "[1-9][0-9]{0,8}(ms|s|m|h|d)",
        "A duration is one whole number and one unit of ms, s, m, h, d: 90m.",
    ),
    "size": _pattern(
        "[1-9][0-9]{0,8}(B|KiB|MiB)",
        "A size is one whole number and one unit of B, KiB, MiB: 48KiB.",
    ),
    "amount": _pattern(
        "[A-Z]{3} (0|[1-9][0-9]{0,15})(\\.[0-9]{1,6})?",
        "An amount is a currency, a space and a number with all its decimals: EUR 500.00.",
    ),
    "currency_code": _pattern("[A-Z]{3}", "A currency is its ISO 4217 code: EUR."),
    "iso_date": _pattern(
        "[0-9]{4}-[0-9]{2}-[0-9]{2}",
        'A date is year, month and day in quotes: "2026-03-01".',
        format="date",
    ),
    "prose": text(3, 2000),
    "sentence": text(3, 300),
    "reason": {
        **text(15, 500),
        "errorMessage": "A reason says in 15 to 500 characters why this is right here.",
    },
    "template": _pattern(
        f"([^{{}}\\t\\n{CONTROLS}]|\\{{\\{{|\\}}\\}}|"
        "\\{(target\\.(id|version)"
        f"|facts\\.({'|'.join(FACTS)})"
        f"|(input|plan){_PIECE}{{1,8}})\\}})+",
        "Only {target.id}, {target.version}, {facts.<fact>}, {input.<path>} and {plan.<path>} "
        "are filled; {{ and }} are braces.",
        minLength=3,
        maxLength=200,
    ),
    "identifier_template": _pattern(
        f"([^{{}}\\t\\n{CONTROLS}]|\\{{\\{{|\\}}\\}}|\\{{{_NAME}\\}})+",
        "Names of the identifier's fields in braces, and text: {owner}/{repository}#{number}.",
        minLength=3,
        maxLength=200,
    ),
    "permission": _pattern(
        "[a-z][a-z0-9_]{0,39}(\\.[a-z][a-z0-9_]{0,39}){1,4}",
        "A permission is two to five names joined by dots: customer.read.",
    ),
    "part": _pattern(
        "[a-z][a-z0-9_]{0,39}\\.[a-z][a-z0-9_]{0,39}",
        "A part is named with its kind, as kinds.yaml has it: customer.shipping_address.",
    ),
    "path": _pattern(
        f"{_NAME}{_PIECE}{{0,7}}",
        "A path is field names joined by dots: destination.address.",
    ),
    "source_path": _pattern(
        f"(input|plan){_PIECE}{{1,8}}", "A path begins with input or plan: input.amount."
    ),
    "pointer": _pattern(
        "(/([^~/]|~0|~1)*)*",
        "A pointer is empty or begins with /, and writes ~ as ~0 and / as ~1.",
        maxLength=300,
    ),
    "sha256": _pattern("[0-9a-f]{64}", "A SHA-256 is 64 lower-case hexadecimal digits."),
    "rule_id": _pattern("[a-z]+/[a-z0-9-]+", "A rule is area/promise: doc/overlap."),
    "environment": _pattern(
        _NAME, "An environment is a lower-case letter and up to 39 letters, digits, underscores."
    ),
    "approver_role": _pattern(
        _NAME, "An approver's role is a lower-case letter and letters, digits, underscores."
    ),
    "scalar": {"type": ["string", "integer", "boolean"]},
}
