"""The fixed shapes of each form: what they take and what they answer."""

from __future__ import annotations

from typing import Any

import pytest
from ir.shapes.made import compiles, mapping_of, shape, types
from toolcharter.diagnostics import Span
from toolcharter.ir.fixed import (
    EvidenceFacts,
    accepted_answer,
    accepted_result,
    any_resource_id,
    cancel_answer,
    cancel_result,
    commit_input,
    evidence_of_any,
    fixed_input_names,
    fixed_names,
    follower_input,
    page_answer,
    page_input,
    plan_answer,
    poll_answer,
    poll_result,
    preview_input,
    proposal_result,
    reveal_for,
    status_answer,
    status_result,
    write_answer,
    write_result,
)
from toolcharter.ir.model import Form, Located, Page, Shape
from toolcharter.ir.size import UNBOUNDED, largest_bytes
from toolcharter.ir.validators import validator
from toolcharter.ir.views import expand_view, standard_view
from toolcharter.ir.walk import walk

SPAN = Span("tools/x/t.v1.yaml", 3, 1)
SHARED = types(
    """
    types:
      address: {type: object, describe: "An address.", fields: {country: country}}
      customer_id: {type: id, kind: customer, max_length: 8, pattern: "^c[0-9]+$", describe: "Who."}
      issue:
        type: id
        kind: issue
        describe: "An issue."
        fields: {number: {type: integer, min: 1, max: 99, describe: "Which."}}
    """
)
INPUT = shape("fields: {who: customer_id, home: address}", types=SHARED)
PLAN = shape("fields: {home: address}", types=SHARED)
EFFECTS = shape("fields: {count: {type: integer, min: 0, max: 9, describe: Count}}")
OUTPUT = shape("fields: {note: {type: line, max_length: 9, describe: Note, optional: true}}")
ITEM = shape("fields: {who: customer_id, home: {type: address, nullable: true}}", types=SHARED)
PAGE = Page(span=SPAN, items="people", size=20, max_size=50, order=(Located("who", SPAN),))
FACTS = EvidenceFacts(
    resource_id=SHARED.use("customer_id"),
    touches=("customer.address", "customer.name"),
    next_states=("open", "closed"),
    span=SPAN,
)
ISSUE_FACTS = EvidenceFacts(
    resource_id=SHARED.use("issue"), touches=("issue.text",), next_states=(), span=SPAN
)

NOW = "2026-01-31T12:00:00Z"
HOME = {"country": "NO"}
EVIDENCE = {
    "resource_id": "c1",
    "previous_version": "1",
    "new_version": "2",
    "changed_fields": ["customer.name"],
    "next_state": "open",
    "committed_at": NOW,
}
ERROR = {"code": "TOO_LATE", "message": "Too late.", "retryable": False}

ACCEPTED: list[tuple[str, Shape, Any]] = [
    ("a page takes its size and a cursor", page_input(INPUT, PAGE), {"who": "c1", "home": HOME}),
    (
        "a page takes both",
        page_input(INPUT, PAGE),
        {"who": "c1", "home": HOME, "page_size": 50, "cursor": "x"},
    ),
    (
        "a page answers items and the next cursor",
        page_answer(ITEM, PAGE),
        {"people": [{"who": "c1", "home": None}], "next_cursor": None},
    ),
    (
        "a preview may take an expected version",
        preview_input(INPUT, takes_expected_version=True),
        {"who": "c1", "home": HOME, "expected_version": "7"},
    ),
    (
        "a plan without arguments",
        plan_answer(
            arguments=INPUT, before_after=PLAN, consequences=EFFECTS, version_may_be_null=False
        ),
        {
            "target_version": "1",
            "before": {"home": HOME},
            "after": {"home": HOME},
            "consequences": {"count": 1},
        },
    ),
    (
        "a plan with resolved arguments and no version",
        plan_answer(
            arguments=INPUT, before_after=PLAN, consequences=None, version_may_be_null=True
        ),
        {
            "arguments": {"who": "c1", "home": HOME},
            "target_version": None,
            "before": {"home": HOME},
            "after": {"home": HOME},
        },
    ),
    (
        "a proposal",
        proposal_result(
            kind="customer",
            resource_id=SHARED.use("customer_id"),
            before_after=PLAN,
            consequences=EFFECTS,
            span=SPAN,
        ),
        {
            "proposal_id": "p1",
            "expires_at": NOW,
            "approval": {"state": "pending", "level": "one_person"},
            "target": {"kind": "customer", "id": "c1", "version": None},
            "before": {"home": HOME},
            "after": {"home": HOME},
            "consequences": {"count": 1},
        },
    ),
    (
        "a proposal for a record whose id has parts, without consequences",
        proposal_result(
            kind="issue",
            resource_id=SHARED.use("issue"),
            before_after=PLAN,
            consequences=None,
            span=SPAN,
        ),
        {
            "proposal_id": "p1",
            "expires_at": NOW,
            "approval": {"state": "approved", "level": "none"},
            "target": {"kind": "issue", "id": {"number": 5}, "version": "3"},
            "before": {"home": HOME},
            "after": {"home": HOME},
            "consequences": None,
        },
    ),
    ("a commit takes a proposal id", commit_input(SPAN), {"proposal_id": "p1"}),
    ("a write answers evidence", write_answer(FACTS, None), EVIDENCE),
    (
        "a write leaves the time to the store",
        write_answer(FACTS, OUTPUT),
        {key: value for key, value in EVIDENCE.items() if key != "committed_at"} | {"note": "x"},
    ),
    (
        "the agent gets the operation too",
        write_result(FACTS, OUTPUT),
        {"operation_id": "o1", **EVIDENCE},
    ),
    (
        "a write without states",
        write_result(ISSUE_FACTS, None),
        {
            "operation_id": "o1",
            **EVIDENCE,
            "resource_id": {"number": 5},
            "previous_version": None,
            "changed_fields": ["issue.text"],
            "next_state": None,
        },
    ),
    ("long work is accepted", accepted_answer(SPAN), {"reference": "job-1"}),
    (
        "the agent gets an operation",
        accepted_result(SPAN),
        {"operation_id": "o1", "state": "queued", "accepted_at": NOW},
    ),
    ("a follower takes an operation id", follower_input(SPAN), {"operation_id": "o1"}),
    (
        "a status of what succeeded",
        status_answer(FACTS, OUTPUT),
        {"state": "succeeded", "evidence": EVIDENCE, "error": None, "result": {"note": "x"}},
    ),
    (
        "a status of what failed",
        status_result(FACTS, None),
        {"operation_id": "o1", "state": "failed", "evidence": None, "error": ERROR, "result": None},
    ),
    (
        "a poll that tells the runtime that the operation is not known",
        poll_answer(FACTS, OUTPUT),
        {
            "state": "not_found",
            "started_at": None,
            "finished_at": None,
            "evidence": None,
            "error": None,
            "result": None,
        },
    ),
    (
        "a poll",
        poll_result(FACTS, OUTPUT),
        {
            "operation_id": "o1",
            "state": "running",
            "started_at": NOW,
            "finished_at": None,
            "evidence": None,
            "error": None,
            "result": None,
        },
    ),
    ("a cancel", cancel_answer(SPAN), {"answer": "stopped"}),
    ("a cancelled operation", cancel_result(SPAN), {"operation_id": "o1", "answer": "unknown"}),
]


@pytest.mark.promise("C12")
@pytest.mark.parametrize(
    ("found", "value"), [each[1:] for each in ACCEPTED], ids=[each[0] for each in ACCEPTED]
)
def test_a_fixed_shape_accepts_what_its_form_says(found: Shape, value: Any) -> None:
    compiles(found)
    checker = validator(found.schema)
    assert [error.message for error in checker.iter_errors(value)] == []
    assert not checker.is_valid({**value, "stranger": 1})
    for name in found.schema.get("required", ()):
        assert not checker.is_valid({key: value[key] for key in value if key != name}), name
    assert largest_bytes(found.schema) < UNBOUNDED
    for part in walk(found):
        assert part.span.file in ("tools/x/t.v1.yaml", "types/t.yaml")


@pytest.mark.promise("C10")
@pytest.mark.parametrize(
    ("found", "value"),
    [
        (commit_input(SPAN), {"proposal_id": "p1", "amount": 5}),
        (commit_input(SPAN), {"proposal_id": "a b"}),
        (page_input(INPUT, PAGE), {"who": "c1", "home": HOME, "page_size": 51}),
        (page_input(INPUT, PAGE), {"who": "c1", "home": HOME, "page_size": 0}),
        (
            preview_input(INPUT, takes_expected_version=False),
            {"who": "c1", "home": HOME, "expected_version": "1"},
        ),
        (write_result(FACTS, None), {"operation_id": "o1", **EVIDENCE, "changed_fields": []}),
        (
            write_result(FACTS, None),
            {"operation_id": "o1", **EVIDENCE, "changed_fields": ["customer.credit"]},
        ),
        (write_result(FACTS, None), {"operation_id": "o1", **EVIDENCE, "next_state": "gone"}),
        (write_result(FACTS, None), {"operation_id": "o1", **EVIDENCE, "resource_id": "x"}),
        (
            plan_answer(
                arguments=INPUT, before_after=PLAN, consequences=None, version_may_be_null=False
            ),
            {"target_version": None, "before": {"home": HOME}, "after": {"home": HOME}},
        ),
        (
            poll_result(FACTS, None),
            {
                "operation_id": "o1",
                "state": "not_found",
                "started_at": None,
                "finished_at": None,
                "evidence": None,
                "error": None,
                "result": None,
            },
        ),
    ],
)
def test_a_fixed_shape_refuses_what_its_form_does_not_say(found: Shape, value: Any) -> None:
    assert not validator(found.schema).is_valid(value)


def test_a_page_size_has_a_default_and_no_page_field_is_required() -> None:
    found = page_input(INPUT, PAGE).schema
    assert found["required"] == ["who", "home"]
    assert found["properties"]["page_size"]["default"] == 20
    assert page_answer(ITEM, PAGE).schema["properties"]["people"]["maxItems"] == 50


def test_definitions_of_all_parts_stand_together_once() -> None:
    found = plan_answer(
        arguments=INPUT, before_after=PLAN, consequences=EFFECTS, version_may_be_null=False
    )
    assert list(found.schema["$defs"]) == ["address", "country"]
    assert "$defs" not in found.schema["properties"]["arguments"]
    assert found.span_at("/properties/before/properties/home").pointer == "/fields/home"
    assert found.span_at("/$defs/address").file == "types/t.yaml"


def test_a_follower_of_several_writes_reports_what_any_of_them_may() -> None:
    found = evidence_of_any((FACTS, ISSUE_FACTS))
    assert found.touches == ("customer.address", "customer.name", "issue.text")
    assert found.next_states == ("open", "closed")
    assert found.resource_id.schema == any_resource_id(SPAN).schema
    assert evidence_of_any((FACTS, FACTS)) == FACTS


def test_output_names_may_not_repeat_what_stands_beside_them() -> None:
    assert "operation_id" in fixed_names(Form.WRITE)
    assert "changed_fields" in fixed_names(Form.COMMIT)
    assert fixed_names(Form.WRITE, has_operation=True) == frozenset()
    assert fixed_names(Form.READ) == fixed_names(Form.POLL) == frozenset()
    assert fixed_input_names(is_page=True, takes_expected_version=False) == {"page_size", "cursor"}
    assert fixed_input_names(is_page=False, takes_expected_version=True) == {"expected_version"}


def test_a_reveal_leaves_the_fixed_fields_alone() -> None:
    root = mapping_of("shows: [who]")
    found, _ = expand_view("v", SPAN, root, {"output": ITEM})
    assert reveal_for(Form.READ, found) == {"who": True}
    assert reveal_for(Form.READ, found, "people") == {"people": {"who": True}, "next_cursor": True}
    assert reveal_for(Form.COMMIT, found) == {"who": True}
    assert reveal_for(Form.POLL, found) == {"result": {"who": True}}
    assert reveal_for(Form.CANCEL, found) == {}
    root = mapping_of("shows: [home]")
    change, _ = expand_view("v", SPAN, root, {"before_after": PLAN, "consequences": EFFECTS})
    assert reveal_for(Form.PREVIEW, change) == {"before": True, "after": True, "consequences": {}}
    assert reveal_for(Form.COMMIT, change) == {}
    assert reveal_for(Form.WRITE, standard_view(SPAN)) == {}
