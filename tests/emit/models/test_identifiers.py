"""One class for each kind of identifier, and what its values may be."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest
from emit.models.building import imported, imported_tool, package, request
from emit.models.test_round_trip import assert_round_trip
from pydantic import ValidationError
from toolcharter.emit.identifiers import HandleKind, identifiers_module
from toolcharter_runtime.formats import v1

pytestmark = pytest.mark.promise("C22")


def identifier(name: str, pattern: str) -> dict[str, Any]:
    marks = {"type": "id", "name": name, "kind": name}
    return {"type": "string", "pattern": pattern, "maxLength": 24, "x-toolcharter": marks}


HANDLE = {
    "type": "string",
    "pattern": r"^export_file\.[0-9A-Za-z_-]+$",
    "maxLength": 128,
    "x-toolcharter": {"type": "handle", "kind": "export_file"},
}
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "customer": identifier("customer_id", "^cus_[0-9]{2}$"),
        "order": identifier("order_id", "^ord_[0-9]{2}$"),
        "orders": {"type": "array", "items": identifier("order_id", "^ord_[0-9]{2}$")},
        "file": HANDLE,
    },
}


def test_values_become_instances_and_come_back_as_text(tmp_path: Path) -> None:
    with imported_tool(request(input=SCHEMA), tmp_path) as module:
        value = {"customer": "cus_01", "orders": ["ord_01"], "file": "export_file.1"}
        assert_round_trip(module.UseThingV1Input, value)
        made = module.UseThingV1Input.model_validate(value)
        assert type(made.customer) is module.CustomerId
        assert type(made.orders[0]) is module.OrderId
        assert type(made.file) is module.ExportFileHandle
        assert isinstance(made.customer, v1.Identifier)


@pytest.mark.parametrize(
    "value",
    [{"customer": "ord_01"}, {"customer": "cus_1"}, {"customer": 1}, {"file": "attachment.1"}],
)
def test_a_value_of_another_form_is_refused(value: dict[str, Any], tmp_path: Path) -> None:
    with (
        imported_tool(request(input=SCHEMA), tmp_path) as module,
        pytest.raises(ValidationError),
    ):
        module.UseThingV1Input.model_validate(value)


def test_an_identifier_of_another_kind_is_refused_even_if_it_looks_alike(tmp_path: Path) -> None:
    alike = {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "one": identifier("one_id", "^[0-9]+$"),
            "other": identifier("other_id", "^[0-9]+$"),
        },
    }
    with imported_tool(request(input=alike), tmp_path) as module:
        assert module.UseThingV1Input(one=module.OneId("1")).one == "1"
        with pytest.raises(ValidationError, match="OtherId is not OneId"):
            module.UseThingV1Input(one=module.OtherId("1"))


def test_a_masked_identifier_is_a_string() -> None:
    masked = {
        "type": "string",
        "maxLength": 7,
        "x-toolcharter": {"type": "id", "name": "customer_id"},
    }
    schema = {"type": "object", "additionalProperties": False, "properties": {"customer": masked}}
    text = package([request(answer=schema)])["tools/use_thing_v1.py"]
    assert "CustomerId" not in text


def test_an_id_of_several_parts_is_one_model_for_all_tools(tmp_path: Path) -> None:
    issue = {
        "type": "object",
        "additionalProperties": False,
        "required": ["owner", "number"],
        "properties": {"owner": {"type": "string"}, "number": {"type": "integer"}},
        "x-toolcharter": {"type": "id", "name": "issue_ref", "kind": "issue"},
    }
    cut = {**issue, "properties": {"number": {"type": "integer"}}, "required": ["number"]}
    whole = {
        "type": "object",
        "additionalProperties": False,
        "properties": {"issue": {"$ref": "#/$defs/issue_ref"}},
        "$defs": {"issue_ref": issue},
    }
    shown = {**whole, "$defs": {"issue_ref": cut}}
    made = request(
        input=whole, answer=whole, views={"short": shown}, composite_ids={"issue_ref": issue}
    )
    with imported(package([made]), tmp_path) as name:
        identifiers = importlib.import_module(f"{name}.identifiers")
        module = importlib.import_module(f"{name}.tools.use_thing_v1")
        assert module.IssueRef is identifiers.IssueRef
        assert_round_trip(module.UseThingV1Input, {"issue": {"owner": "o", "number": 1}})
        assert_round_trip(module.UseThingV1ShortView, {"issue": {"number": 1}})


def test_a_pattern_that_another_engine_might_read_otherwise_is_left_to_the_schema() -> None:
    text = package(
        [
            request(
                input={
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {
                        "code": identifier("code_id", r"^\d{2}$"),
                        "big": identifier("big_id", "^(a{99}){99}$"),
                    },
                }
            )
        ]
    )["identifiers.py"]
    assert "pattern" not in text
    assert text.count("max_length") == 2


def test_a_module_without_identifiers_is_still_a_module() -> None:
    text = identifiers_module([], [])
    assert "v1" in text
    compile(text, "identifiers.py", "exec")


def test_a_handle_names_its_kind() -> None:
    text = identifiers_module([], [HandleKind(kind="export_file", describe="A file.")])
    assert "class ExportFileHandle(v1.Identifier):" in text
    assert r'"^export_file\\.[A-Za-z0-9_-]+$"' in text
