"""The JSON that programs read."""

from __future__ import annotations

import json
from importlib.resources import files

from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from toolcharter.diagnostics import Diagnostic, Related, Severity, Span
from toolcharter.diagnostics.render import json as renderer

SCHEMA = json.loads(
    (files("toolcharter.diagnostics.render") / "diagnostics.schema.json").read_text()
)
VALIDATOR = Draft202012Validator(SCHEMA)

PLACE = Span("roles/agent.yaml", 3, 5, 3, 9, "/reads/get_customer.v1")


def test_every_fact_of_a_finding_is_in_the_object() -> None:
    found = Diagnostic(
        code="role/unknown-view",
        severity=Severity.WARNING,
        span=PLACE,
        message="It has no such view.",
        hint="Did you mean `support`?",
        related=(Related(span=Span("tools/x.yaml"), message="the tool"),),
    )
    place = {"file": "roles/agent.yaml", "pointer": "/reads/get_customer.v1"}
    start = {"line": 1, "column": 1, "end_line": 1, "end_column": 1}
    assert json.loads(renderer.render([found])) == {
        "format": "toolcharter-diagnostics-1",
        "summary": {"error": 0, "warning": 1, "information": 0},
        "diagnostics": [
            {
                "code": "role/unknown-view",
                "severity": "warning",
                "message": "It has no such view.",
                "hint": "Did you mean `support`?",
                "place": {**place, "line": 3, "column": 5, "end_line": 3, "end_column": 9},
                "related": [
                    {
                        "message": "the tool",
                        "place": {"file": "tools/x.yaml", "pointer": "", **start},
                    }
                ],
            }
        ],
    }


def test_no_findings_are_an_empty_list() -> None:
    assert json.loads(renderer.render([]))["diagnostics"] == []


def test_all_findings_are_there_however_many_of_one_rule() -> None:
    found = [Diagnostic(code="in/untyped", span=PLACE, message=str(n)) for n in range(500)]
    assert len(json.loads(renderer.render(found))["diagnostics"]) == 500


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=()), min_size=1), st.sampled_from(list(Severity)))
def test_whatever_a_message_says_the_object_keeps_its_shape_and_stays_ascii(
    text: str, severity: Severity
) -> None:
    span = Span(text, 1, 1, 2, 1, text)
    related = (Related(span=span, message=text),)
    found = Diagnostic(
        code="in/untyped", severity=severity, span=span, message=text, hint=text, related=related
    )
    printed = renderer.render([found])
    assert printed.isascii() and set(printed) & {"\x1b", "\x7f"} == set()
    value = json.loads(printed)
    VALIDATOR.validate(value)
    assert value["diagnostics"][0]["message"] == text
