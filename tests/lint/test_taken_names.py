"""A contract declares no name that a fixed shape has taken."""

from __future__ import annotations

import pytest
from lint.conftest import Find
from lint.overlay import with_pieces

CHANGE = "tools/customers/phone_change.v1.yaml"
SEARCH = "tools/customers/search_customers.v1.yaml"
WRITE = "tools/notes/keep_note.v1.yaml"
STARTED = "tools/exports/start_export.v1.yaml"
POLL = "tools/exports/get_export.v1.yaml"
DAY = '{type: date, describe: "A day."}'
VIEW = "views: {own: {shows: everything}}\n"
VERSIONED = "target: {field: customer_id, version_checked_by: service, expected_version: true}\n"


def _fields(key: str, *names: str) -> str:
    return f"{key}:\n  fields:\n" + "".join(f"    {name}: {DAY}\n" for name in names)


def _found(find: Find, path: str, piece: str) -> list[tuple[str, str]]:
    return [
        (each.code, each.span.pointer)
        for each in find(with_pieces([(path, piece)]))
        if each.is_error
    ]


@pytest.mark.parametrize(
    ("path", "piece", "places"),
    [
        (CHANGE, _fields("output", "changed_fields"), ["/output/fields/changed_fields"]),
        (
            CHANGE,
            VERSIONED
            + "input:\n  fields:\n    customer_id: customer_id\n    phone: phone_number\n"
            + f"    expected_version: {DAY}\n",
            ["/input/fields/expected_version"],
        ),
        (
            WRITE,
            VIEW + _fields("output", "operation_id", "kept_at"),
            ["/output/fields/operation_id"],
        ),
        (
            SEARCH,
            _fields("input", "cursor", "page_size"),
            ["/input/fields/cursor", "/input/fields/page_size"],
        ),
        (
            SEARCH,
            "page: {items: next_cursor, size: 20, max_size: 50, order: [customer_id]}\n",
            ["/page"],
        ),
    ],
)
def test_a_name_that_stands_beside_a_fixed_one_is_refused(
    find: Find, path: str, piece: str, places: list[str]
) -> None:
    found = _found(find, path, piece)
    repeated = [place for code, place in found if code == "name/repeated-field"]
    assert repeated == places


def test_a_name_of_a_written_schema_is_refused_too(find: Find) -> None:
    schema = (
        "{type: object, properties: {new_version: {type: boolean}}, additionalProperties: false}"
    )
    found = _found(find, CHANGE, f"output:\n  schema: {schema}\n")
    assert found == [("name/repeated-field", "/output/schema/properties/new_version")]


@pytest.mark.parametrize(
    ("path", "piece"),
    [
        (
            CHANGE,
            "plan:\n  before_after:\n    fields:\n" + f"      target: {DAY}\n      before: {DAY}\n",
        ),
        (POLL, _fields("output", "changed_fields", "started_at")),
        (
            SEARCH,
            "output:\n  fields:\n    customer_id: customer_id\n" + f"    next_cursor: {DAY}\n",
        ),
        (STARTED, _fields("input", "since", "cursor")),
    ],
)
def test_a_name_that_stands_inside_a_fixed_field_is_free(find: Find, path: str, piece: str) -> None:
    assert _found(find, path, piece) == []
