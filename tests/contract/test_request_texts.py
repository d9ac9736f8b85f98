"""No text of a request can end a line of it, name somebody else's header, or leave its path."""

from __future__ import annotations

import json

import pytest
from contract.documents import CATALOG, document
from toolcharter.contract import FileKind, validate

COMMENT = "tools/github/comment.v1.yaml"
_PATH = "/repos/{input.issue.owner}/{input.issue.repository}/issues/{input.issue.number}/comments"

PATHS = [
    "/",
    "/v1",
    "/v1/",
    "/v1/{input.a}",
    "/v1/{input.a}/",
    "/v1/{input.a}:cancel",
    "/v1/a.b/..c/...d",
    "/v1/a(b)'c',d;e=1@f!$&*+~-_",
    "/v1/caf%C3%A9%20a",
]

HOSTILE_PATHS = [
    "",
    "v1",
    "//evil.example",
    "/v1//a",
    "/v1/{input.a}//b",
    "/v1/.",
    "/v1/..",
    "/v1/../a",
    "/v1/./a",
    "/v1/..;/a",
    "/v1/..;x=1/a",
    "/v1/.{input.a}",
    "/v1/{input.a}{input.b}",
    "/v1/%2e%2e/a",
    "/v1/.%2E/a",
    "/v1/a%2fb",
    "/v1/a%2Fb",
    "/v1/a%5cb",
    "/v1/a%00",
    "/v1/a%0d%0aX",
    "/v1/a%7F",
    "/v1/%252e%252e",
    "/v1/a%",
    "/v1/a%4",
    "/v1/a%zz",
    "/v1/a b",
    "/v1/a\tb",
    "/v1/a\r\nX: y",
    "/v1/a\n",
    "/v1/a\\b",
    "/v1/a\r",
    "/v1/a?b",
    "/v1/a#b",
    "/v1/caf\u00e9",
    '/v1/"a"',
    "/v1/{a}",
    "/v1/{input.A}",
    "/v1/{plan.a}",
    "/v1/{target.version}",
]


@pytest.mark.parametrize("path", PATHS)
def test_a_path_that_stays_where_it_is_is_accepted(path: str) -> None:
    assert _codes_of_call(_PATH, json.dumps(path)) == []


@pytest.mark.parametrize("path", HOSTILE_PATHS)
def test_a_path_that_could_lead_elsewhere_is_refused(path: str) -> None:
    assert _codes_of_call(_PATH, json.dumps(path)) == ["contract/wrong-value"]


HOSTILE_TEXTS = ["a\r\nX: b", "a\nb", "a\n", "a\rb", "a\tb"]
"""NUL and the other controls are refused by the reader, in every text."""


@pytest.mark.parametrize("text", [*HOSTILE_TEXTS, " a", "a ", "caf\u00e9"])
def test_the_value_of_a_header_is_one_line_of_ascii(text: str) -> None:
    header = f"headers: {{Accept: {{constant: {json.dumps(text)}}}}}\n      body:"
    assert _codes_of_call("body:", header) == ["contract/wrong-value"]
    assert _codes_of_service(f"headers: {{Accept: {json.dumps(text)}}}") == ["contract/wrong-value"]
    row = f"{{status: 403, header: {{X-A: {json.dumps(text)}}}, is: RATE_LIMITED}}"
    assert _codes_of_service(f"answers: [{row}]") == ["contract/wrong-value"]


@pytest.mark.parametrize("text", HOSTILE_TEXTS)
def test_a_constant_has_no_control_characters(text: str) -> None:
    value = f"{{constant: {json.dumps(text)}}}"
    assert _codes_of_call("body:\n", f"query: {{a: {value}}}\n      body:\n") == [
        "contract/wrong-value"
    ]
    assert _codes_of_call("body: {from: input.body}", f"body: {value}") == ["contract/wrong-value"]


@pytest.mark.parametrize("name", [*HOSTILE_TEXTS, "a b", "a:b", "", "{input.a}", "(a)"])
def test_a_header_is_named_by_a_token(name: str) -> None:
    header = f"headers: {{{json.dumps(name)}: {{constant: a}}}}\n      body:"
    assert _codes_of_call("body:", header) == ["contract/wrong-value"]
    assert _codes_of_service(f"headers: {{{json.dumps(name)}: a}}") == ["contract/wrong-value"]
    sent_as = f"{{header: {json.dumps(name)}}}"
    credential = f"credential: {{name: a, of: requester, sent_as: {sent_as}}}"
    assert _codes_of_service(credential) == ["contract/wrong-value"]


@pytest.mark.parametrize("scheme", [*HOSTILE_TEXTS, "Bearer abc", "Bearer:"])
def test_a_scheme_is_one_word(scheme: str) -> None:
    sent_as = f"{{header: Authorization, scheme: {json.dumps(scheme)}}}"
    credential = f"credential: {{name: a, of: requester, sent_as: {sent_as}}}"
    assert _codes_of_service(credential) == ["contract/wrong-value"]


@pytest.mark.parametrize("name", [*HOSTILE_TEXTS, "a b", "", "{input.body}"])
def test_a_query_value_is_named_by_no_value_of_a_call(name: str) -> None:
    query = f"query: {{{json.dumps(name)}: {{constant: a}}}}\n      body:"
    assert _codes_of_call("body:", query) == ["contract/wrong-value"]


@pytest.mark.parametrize("name", ["filter[name]", "$top", "a.b-c", "page:size"])
def test_the_names_that_services_use_in_queries_are_accepted(name: str) -> None:
    query = f"query: {{{json.dumps(name)}: {{constant: a}}}}\n      body:"
    assert _codes_of_call("body:", query) == []


def test_a_value_is_taken_from_the_input_and_from_nowhere_else() -> None:
    for source in ("plan.issue_title", "env.secret", "requester.id", "target.id", "input"):
        assert _codes_of_call(
            "after:\n      comment: {from: input.body}", f"after: {{comment: {{from: {source}}}}}"
        ) == ["contract/wrong-value"]


def _codes_of_call(old: str, new: str) -> list[str]:
    text = (CATALOG / COMMENT).read_text(encoding="utf-8")
    start = text.index("  commit:\n    operation") if "after" not in old else 0
    changed = text[:start] + text[start:].replace(old, new, 1)
    assert changed != text, old
    return [each.code for each in validate(document(COMMENT, changed), FileKind.CONTRACT)]


def _codes_of_service(key: str) -> list[str]:
    text = f"service: a\norigins: ['https://a.example']\nredirects: refuse\nanswer_limit: 1KiB\n{key}\n"
    return [each.code for each in validate(document("services/a.yaml", text), FileKind.SERVICE)]
