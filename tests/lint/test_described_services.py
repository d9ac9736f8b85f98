"""What a service file may set and answer, and what its answers mean to the tools that call it."""

from __future__ import annotations

import pytest
from lint.conftest import Find
from lint.described import READ, told
from lint.overlay import with_pieces

SHARED = "services/crm.yaml"


@pytest.mark.parametrize(
    ("piece", "code"),
    [
        ("headers: {cookie: a}\n", "service/forbidden-header"),
        ("headers: {Transfer-Encoding: chunked}\n", "service/forbidden-header"),
        ("headers: {AUTHORIZATION: Bearer abc}\n", "service/forbidden-header"),
        (
            "credential: {name: a, of: requester, sent_as: {header: X-Key}}\n"
            "headers: {x-key: abc}\n",
            "service/forbidden-header",
        ),
        (
            "credential: {name: a, of: requester, sent_as: {header: Host}}\n",
            "service/forbidden-header",
        ),
        ("answers: [{status: 400, is: APPROVAL_DENIED}]\n", "service/unknown-code"),
        (
            "answers: [{status: 403, is: RATE_LIMITED}, "
            "{status: 403, has_header: A, is: PERMISSION_DENIED}]\n",
            "adapter/answer-never-matches",
        ),
    ],
)
def test_what_is_wrong_with_a_service_is_found_in_its_file(
    piece: str, code: str, find: Find
) -> None:
    found = [each for each in find(with_pieces([(SHARED, piece)])) if each.is_error]
    assert {(each.code, each.span.file) for each in found} == {(code, SHARED)}


def test_the_header_of_a_credential_is_not_for_contracts(find: Find) -> None:
    service = "credential: {name: a, of: requester, sent_as: {header: X-Key}}\n"
    text = READ.text.replace("answers:", "headers: {x-key: {constant: abc}}\n    answers:")
    found = find(with_pieces([(SHARED, service), (READ.file, text)]))
    assert {each.code for each in found if each.is_error} == {"adapter/forbidden-header"}


def test_an_error_that_a_service_answers_is_an_error_of_each_tool_that_calls_it(
    find: Find,
) -> None:
    service = "answers: [{status: 410, is: NOTE_NOT_FOUND}]\n"
    (finding,) = [
        each
        for each in find(with_pieces([(SHARED, service), (READ.file, READ.text)]))
        if each.is_error
    ]
    assert (finding.code, finding.span.file) == ("adapter/unknown-code", READ.file)
    assert finding.message == (
        "The service `crm` answers 410 with `NOTE_NOT_FOUND`, which is none of the errors of "
        "`get_customer`."
    )
    assert [each.span.file for each in finding.related] == [SHARED]
    own = READ.text.replace("answers:", "answers:\n      - {status: 410, is: CUSTOMER_NOT_FOUND}")
    found = find(with_pieces([(SHARED, service), (READ.file, own)]))
    assert [told(each) for each in found if each.is_error] == []
