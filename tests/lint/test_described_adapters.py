"""What is wrong with a described adapter is found where it stands; what is right is not.

Each row changes one text of the good example of a page: a read, a list, a direct write, a change.
"""

from __future__ import annotations

import pytest
from lint.conftest import Find
from lint.described import CHANGE, LIST, NOTE, READ, changed, told
from lint.overlay import with_pieces
from toolcharter.lint.page import Example

_HOLE = "{input.customer_id}"
_FOUND = "      - {status: 200, is: success}\n"
_CHANGE_BODY = "body: {phone: {from: input.phone}}"
_IF_MATCH = "      if_match: target.version\n"
_CURSOR = "after: {from: page.cursor, when_absent: leave_out}"

REFUSED = [
    # requests
    (READ, _HOLE, "{input.note}", "adapter/free-text"),
    (READ, _HOLE, "{input.phone}", "adapter/free-text"),
    (READ, _HOLE, "{input.day}", "adapter/uncertain-path"),
    (READ, _HOLE, "{input.year}", "adapter/uncertain-path"),
    (READ, _HOLE, "{input.where.city}", "adapter/uncertain-path"),
    (READ, _HOLE, "{input.way.x}", "adapter/uncertain-path"),
    (READ, _HOLE, "{input.price}", "adapter/not-one-value"),
    (READ, _HOLE, "{input.days}", "adapter/not-one-value"),
    (READ, _HOLE, "{input.customer_id.x}", "adapter/unknown-path"),
    (READ, "answers:", "query: {a: {from: input.days}}\n    answers:", "adapter/not-one-value"),
    (READ, "answers:", "query: {a: {from: input.year}}\n    answers:", "adapter/uncertain-path"),
    (READ, "answers:", "query: {a: {from: input.da}}\n    answers:", "adapter/unknown-path"),
    (READ, "answers:", "body: {a: {from: input.day}}\n    answers:", "adapter/uncertain-path"),
    (
        *(READ, "answers:", "encode: form\n    body: {a: {from: input.price}}\n    answers:"),
        "adapter/not-one-value",
    ),
    (READ, "answers:", "headers: {A: {from: input.phone}}\n    answers:", "adapter/free-text"),
    (READ, "answers:", "query: {a: {from: page.size}}\n    answers:", "adapter/page-disagrees"),
    (
        READ,
        "  output:",
        "  page: {items: /data, cursor: {at: /next}}\n  output:",
        "adapter/page-disagrees",
    ),
    (
        LIST,
        "  page: {items: /data, cursor: {at: /next, missing: null}}\n",
        "",
        "adapter/page-disagrees",
    ),
    (NOTE, "    body:", "    if_match: target.version\n    body:", "adapter/no-target-version"),
    (
        *(
            CHANGE,
            "      method: GET",
            "      method: GET\n      query: {v: {from: target.version}}",
        ),
        "adapter/no-target-version",
    ),
    # headers
    (
        *(CHANGE, _CHANGE_BODY, f"headers: {{if-match: {{constant: a}}}}\n      {_CHANGE_BODY}"),
        "adapter/repeated-header",
    ),
    (
        *(NOTE, "    body:", "    headers: {Content-Type: {constant: a}}\n    body:"),
        "adapter/repeated-header",
    ),
    (
        *(NOTE, "    body:", "    headers: {idempotency-key: {constant: a}}\n    body:"),
        "adapter/repeated-header",
    ),
    (
        *(NOTE, "    body:", "    headers: {Transfer-Encoding: {constant: a}}\n    body:"),
        "adapter/forbidden-header",
    ),
    # answers
    (READ, "is: CUSTOMER_NOT_FOUND", "is: NOTE_NOT_FOUND", "adapter/unknown-code"),
    (READ, _FOUND, f"{_FOUND}      - {{status: 500, is: PARSE}}\n", "adapter/unknown-code"),
    (READ, _FOUND, f"{_FOUND}      - {{status: 500, is: NOBODY}}\n", "adapter/unknown-code"),
    (NOTE, "status: 201, is: success", "status: 201, is: accepted", "adapter/wrong-success"),
    (
        *(READ, _FOUND, f"{_FOUND}      - {{status: 200, problem_type: a, is: INTERNAL}}\n"),
        "adapter/answer-never-matches",
    ),
    # fields
    (READ, "name: {at: /name}", "nam: {at: /name}", "adapter/unknown-field"),
    (NOTE, "  evidence: {", "  output: {a: {at: /a}}\n  evidence: {", "adapter/unknown-field"),
    (
        CHANGE,
        "before: {phone: {at: /phone, missing: null}}",
        "before: {}",
        "adapter/unmapped-field",
    ),
    (
        CHANGE,
        "    before: {",
        "    consequences: {a: {at: /a}}\n    before: {",
        "adapter/unknown-field",
    ),
    (READ, "name: {at: /name}", "name: {at: /n, cut_to: 121}", "adapter/mapping-misfit"),
    (READ, "name: {at: /name}", "name: {at: /n, missing: null}", "adapter/mapping-misfit"),
    (READ, "name: {at: /name}", "name: {at: /n, missing: absent}", "adapter/mapping-misfit"),
    (READ, "name: {at: /name}", "name: {at: /n, as: integer}", "adapter/mapping-misfit"),
    (READ, "name: {at: /name}", "name: {each: /n, at: /a}", "adapter/mapping-misfit"),
    (READ, "name: {at: /name}", "name: {fields: {a: {at: /a}}}", "adapter/mapping-misfit"),
    (READ, "name: {at: /name}", "name: {present: /name}", "adapter/mapping-misfit"),
    (READ, "name: {at: /name}", "name: {constant: 5}", "adapter/mapping-misfit"),
    (READ, "name: {at: /name}", "name: {from: input.year}", "adapter/mapping-misfit"),
    (READ, "name: {at: /name}", "name: {from: input.day}", "adapter/uncertain-path"),
    (READ, "version: {at: /version}", "version: {from: input.note}", "adapter/mapping-misfit"),
    (READ, "name: {at: /name}", "name: {from: input.nam}", "adapter/unknown-path"),
    (NOTE, "new_version:", "next_state: {at: /state}, new_version:", "adapter/mapping-misfit"),
    # checks
    (CHANGE, "{by: preview}", "{by: call}", "adapter/check-misfit"),
    (READ, "{by: call}", "{by: preview}", "adapter/check-misfit"),
]

ACCEPTED = [
    (READ, _HOLE, "{input.lang}"),
    (READ, "answers:", "query: {a: {from: input.note}}\n    answers:"),
    (READ, "answers:", "query: {a: {from: input.day, when_absent: leave_out}}\n    answers:"),
    (READ, "answers:", "body: {a: {from: input.year}, b: {from: input.days}}\n    answers:"),
    (READ, "answers:", "headers: {A: {from: input.lang}, B: {constant: 3}}\n    answers:"),
    (READ, _FOUND, f"{_FOUND}      - {{status: 403, is: PERMISSION_DENIED}}\n"),
    (READ, "{by: call}", "{by: call, at: /visible, equals: true}"),
    (READ, "{by: call}", "{by: code}"),
    (READ, "name: {at: /name}", "name: {at: [/a, /b], as: text, cut_to: 120}"),
    (READ, "name: {at: /name}", "name: {constant: Anna}"),
    (READ, "name: {at: /name}", "name: {from: input.note}"),
    (NOTE, "new_version: {at: /version}, ", ""),
    (CHANGE, _IF_MATCH, "      query: {version: {from: target.version}}\n"),
    (CHANGE, "{by: preview}", "{by: preview, at: /visible, equals: true}"),
    (LIST, _CURSOR, "after: {from: page.cursor, when_absent: null}"),
]


@pytest.mark.parametrize(("example", "old", "new", "code"), REFUSED)
def test_what_is_wrong_has_its_one_finding(
    example: Example, old: str, new: str, code: str, find: Find
) -> None:
    errors = [each for each in find(changed(example, old, new)) if each.is_error]
    assert code in {each.code for each in errors}
    assert len({each.span.line for each in errors if each.code == code}) == 1, errors


@pytest.mark.parametrize(("example", "old", "new"), ACCEPTED)
def test_what_is_right_has_none(example: Example, old: str, new: str, find: Find) -> None:
    assert [told(each) for each in find(changed(example, old, new)) if each.is_error] == []


@pytest.mark.parametrize(
    ("says", "code"),
    [
        ("maxLength: 9", "adapter/free-text"),
        ("maxLength: 9, pattern: '^[a-z]+$'", None),
        ("maxLength: 9, pattern: '^[A-Z]{2} [0-9]{4}$'", None),
        ("maxLength: 9, pattern: '^[^\\n]{1,9}$'", "adapter/free-text"),
        ("maxLength: 9, pattern: '^.*$'", "adapter/free-text"),
        ("maxLength: 9, pattern: '^[a-z ]+$'", "adapter/free-text"),
        ("maxLength: 9, pattern: '^([a-z]{2} ){1,3}[a-z]$'", "adapter/free-text"),
        ("maxLength: 60, format: email", "adapter/free-text"),
        ("maxLength: 60, format: uri", "adapter/free-text"),
        ("maxLength: 36, format: uuid", None),
        ("maxLength: 9, pattern: '^.+$', allOf: [{pattern: '^[a-z]+$'}]", None),
        ("maxLength: 9, pattern: '^.+$', allOf: [{pattern: '^[^ ]+$'}]", "adapter/free-text"),
        ("enum: [a, b]", None),
    ],
)
def test_a_plain_string_is_words_unless_something_says_what_it_holds(
    says: str, code: str | None, find: Find
) -> None:
    note = f"note: {{type: string, minLength: 1, {says}, description: The note.}}"
    schema = (
        "input:\n  schema:\n    type: object\n    additionalProperties: false\n"
        "    required: [customer_id, note]\n    properties:\n"
        f"      customer_id: {{$ref: types/customer_id}}\n      {note}\n"
    )
    text = schema + READ.text.replace(_HOLE, "{input.note}")
    found = {each.code for each in find(with_pieces([(READ.file, text)])) if each.is_error}
    assert found == ({code} if code else set())


@pytest.mark.parametrize(
    ("says", "code"),
    [
        (
            "pattern: '^[^\\n]{1,9}$', anyOf: [{type: string, maxLength: 9}, "
            "{type: integer, minimum: 0, maximum: 9}]",
            "adapter/free-text",
        ),
        (
            "oneOf: [{type: string, minLength: 1, maxLength: 9}, "
            "{type: integer, minimum: 0, maximum: 9}]",
            "adapter/free-text",
        ),
        (
            "anyOf: [{type: string, pattern: '^[a-z]+$', maxLength: 9}, "
            "{type: integer, minimum: 0, maximum: 9}]",
            None,
        ),
    ],
)
def test_words_are_found_in_the_branches_of_what_is_sent(
    says: str, code: str | None, find: Find
) -> None:
    schema = (
        "input:\n  schema:\n    type: object\n    additionalProperties: false\n"
        "    required: [customer_id, note]\n    properties:\n"
        "      customer_id: {$ref: types/customer_id}\n"
        f"      note: {{{says}, description: The note.}}\n"
    )
    for old, new in (
        (_HOLE, "{input.note}"),
        ("answers:", "headers: {A: {from: input.note}}\n    answers:"),
    ):
        text = schema + READ.text.replace(old, new, 1)
        found = {each.code for each in find(with_pieces([(READ.file, text)])) if each.is_error}
        assert "adapter/free-text" in found if code else "adapter/free-text" not in found


@pytest.mark.parametrize(
    ("sent", "declared", "lost"),
    [
        ("internal", None, "internal"),
        ("personal", None, "personal"),
        ("secret", "personal", "secret"),
        ("personal", "personal", None),
        ("personal", "internal", None),
        (None, "personal", None),
    ],
)
def test_a_mark_is_not_lost_by_copying_an_argument_into_an_answer(
    sent: str | None, declared: str | None, lost: str | None, find: Find
) -> None:
    def line(mark: str | None) -> str:
        marked = f"sensitive: {mark}, " if mark else ""
        return f'{{type: line, max_length: 20, {marked}describe: "Some."}}'

    text = READ.text.replace("name: {at: /name}", "name: {from: input.some}")
    pieces = (
        f"input:\n  fields:\n    customer_id: customer_id\n    some: {line(sent)}\n"
        f"output:\n  fields:\n    version: record_version\n    name: {line(declared)}\n"
    )
    views = "views:\n  support: {shows: [version]}\n"
    found = find(with_pieces([(READ.file, pieces + views + text)]))
    misfits = [each for each in found if each.code == "adapter/mapping-misfit"]
    if lost is None:
        assert misfits == []
    else:
        (misfit,) = misfits
        assert f"not marked {lost}, as `input.some` is" in misfit.message
        assert misfit.hint.startswith(f"Mark the field `sensitive: {lost}`")


@pytest.mark.parametrize(
    ("example", "old", "new", "message", "hint"),
    [
        (
            *(READ, _HOLE, "{input.custmer_id}"),
            "The path of the call is filled with `input.custmer_id`, and `input` has no such "
            "field.",
            "Did you mean `input.customer_id`?",
        ),
        (
            *(READ, "answers:", "query: {a: {from: input.day}}\n    answers:"),
            "The query value `a` is `input.day`, which need not be there.",
            "Add `when_absent: leave_out` or `when_absent: null`.",
        ),
        (
            *(READ, "is: CUSTOMER_NOT_FOUND", "is: CUSTOMER_NOT_FUND"),
            "`get_customer` answers 404 with `CUSTOMER_NOT_FUND`, which is none of its errors and "
            "no code of the runtime that an answer can mean.",
            "Did you mean `CUSTOMER_NOT_FOUND`?",
        ),
        (
            *(READ, "is: CUSTOMER_NOT_FOUND", "is: NOTE_NOT_FOUND"),
            "`get_customer` answers 404 with `NOTE_NOT_FOUND`, which is none of its errors and "
            "no code of the runtime that an answer can mean.",
            "List `NOTE_NOT_FOUND` in `failure.errors`, or write one of the tool's own errors.",
        ),
        (
            *(READ, "version: {at: /version}", "versio: {at: /version}"),
            "The adapter fills `output.versio`, which is not declared.",
            "Did you mean `version`?",
        ),
        (
            *(READ, "name: {at: /name}", "name: {at: /name, cut_to: 200}"),
            "`output.name` is never longer than 120 characters, and the adapter fills it as if it were.",
            "Write a `cut_to` of at most 120.",
        ),
    ],
)
def test_a_finding_says_what_to_type(
    example: Example, old: str, new: str, message: str, hint: str, find: Find
) -> None:
    found = {each.message: each.hint for each in find(changed(example, old, new))}
    assert found[message] == hint
