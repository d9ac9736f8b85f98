"""C1 and C10: every key that section 3 requires of a form, left out, is found with its rule."""

from __future__ import annotations

import re

import pytest
from contract.documents import CATALOG, document
from toolcharter.contract import FileKind, validate

READ = "tools/customers/get_customer.v1.yaml"
WRITE = "tools/exports/start_export.v1.yaml"
CHANGE = "tools/addresses/address_change.v2.yaml"
STATUS = "tools/addresses/get_address_change_status.v1.yaml"
POLL = "tools/exports/get_export.v1.yaml"
CANCEL = "tools/exports/cancel_export.v1.yaml"

_MISSING = "contract/missing-facet"
_ALWAYS = {
    "version": _MISSING,
    "purpose": _MISSING,
    "effect": "effect/missing",
    "permissions": _MISSING,
    "preconditions": _MISSING,
    "failure": _MISSING,
    "limits": "timeout/default",
}
_WRITES = {"idempotency": "write/no-idempotency"}

FORMS: dict[str, tuple[str, dict[str, str]]] = {
    READ: (
        "A read",
        {
            **_ALWAYS,
            "input": _MISSING,
            "output": "out/missing-schema",
            "views": "redact/view-missing",
        },
    ),
    WRITE: (
        "A direct write",
        {**_ALWAYS, **_WRITES, "input": _MISSING, "target": "write/no-target-version"},
    ),
    CHANGE: (
        "A change",
        {
            **_ALWAYS,
            **_WRITES,
            "input": _MISSING,
            "target": "write/no-target-version",
            "plan": _MISSING,
            "views": "redact/view-missing",
        },
    ),
    STATUS: ("A status or poll tool", _ALWAYS),
    POLL: ("A status or poll tool", {**_ALWAYS, "views": "redact/view-missing"}),
    CANCEL: ("A cancel tool", {**_ALWAYS, **_WRITES}),
}

FORBIDDEN: dict[str, str] = {
    READ: "target plan facts operation idempotency",
    WRITE: "page plan facts",
    CHANGE: "page follows",
    STATUS: "input page target plan facts operation idempotency",
    POLL: "input page target plan facts operation idempotency",
    CANCEL: "input output page target plan facts operation",
}


def _without(text: str, key: str) -> str:
    """The text without a key of the root and all that stands under it."""
    left, count = re.subn(rf"^{key}:.*\n(?:[ ].*\n)*", "", text, flags=re.MULTILINE)
    assert count == 1
    return left


def _text(file: str) -> str:
    return (CATALOG / file).read_text(encoding="utf-8")


@pytest.mark.promise("C1")
@pytest.mark.promise("C10")
@pytest.mark.parametrize(
    ("file", "key"), [(file, key) for file, (_, keys) in FORMS.items() for key in keys]
)
def test_a_form_without_one_of_its_facets_gets_one_finding_at_its_first_key(
    file: str, key: str
) -> None:
    noun, rules = FORMS[file]
    findings = validate(document(file, _without(_text(file), key)), FileKind.CONTRACT)
    assert [each.code for each in findings] == [rules[key]]
    (finding,) = findings
    assert (finding.span.line, finding.span.column) == (1, 1)
    expected = "A tool" if key == "effect" and noun != "A change" else noun
    assert finding.message == f"{expected} must have `{key}`."
    assert finding.hint


@pytest.mark.parametrize(
    ("file", "key"), [(file, key) for file, keys in FORBIDDEN.items() for key in keys.split()]
)
def test_a_form_with_a_key_of_another_form_gets_one_finding_at_that_key(
    file: str, key: str
) -> None:
    text = _text(file)
    at = len(text.splitlines()) + 1
    findings = validate(document(file, f"{text}{key}: {{}}\n"), FileKind.CONTRACT)
    assert [each.code for each in findings] == ["contract/forbidden-field"]
    (finding,) = findings
    assert (finding.span.line, finding.span.column) == (at, 1)
    assert finding.message == f"{FORMS[file][0]} must not have `{key}`."
    assert finding.hint != "Leave it out."


def test_several_missing_facets_are_found_in_one_run() -> None:
    text = _without(_without(_without(_text(READ), "purpose"), "permissions"), "limits")
    codes = [each.code for each in validate(document(READ, text), FileKind.CONTRACT)]
    assert codes == [_MISSING, _MISSING, "timeout/default"]
