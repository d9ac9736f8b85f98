"""Valid files are accepted, in the fast way and by the walk alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from contract.documents import CATALOG, document, documents, language_folder
from toolcharter.contract import FileKind, kind_of, validate
from toolcharter.contract.published import schema_of
from toolcharter.contract.validate import schema_name
from toolcharter.contract.walk import violations
from toolcharter.source.document import Document


def _kind(of: Document) -> FileKind:
    kind = kind_of(of.file)
    assert kind is not None, of.file
    return kind


def _assert_without_findings(folder: Path) -> None:
    found = documents(folder)
    assert found
    for each in found:
        name = schema_name(_kind(each))
        assert validate(each, _kind(each)) == ()
        assert list(violations(each, schema_of(name), name)) == []


def test_our_own_examples_are_valid() -> None:
    _assert_without_findings(CATALOG)


def test_every_file_of_the_example_catalog_is_valid() -> None:
    _assert_without_findings(language_folder() / "catalog")


def test_a_draft_may_hold_open_questions_and_a_contract_may_not() -> None:
    text = (CATALOG / "tools/customers/get_customer.v1.yaml").read_text(encoding="utf-8")
    text = text.replace("timeout: 3s", "timeout: undecided")
    draft = document("drafts/get_customer.v1.yaml", text)
    contract = document("tools/customers/get_customer.v1.yaml", text)
    assert validate(draft, FileKind.DRAFT) == ()
    assert [each.code for each in validate(contract, FileKind.CONTRACT)] == ["contract/undecided"]


@pytest.mark.parametrize(
    "text",
    [
        "tool: look_up\nversion: 1\neffect: undecided\n",
        "change: pay_out\nversion: 1\neffect: undecided\n",
        "tool: look_up\nversion: 1\neffect: {class: undecided}\nlimits: {timeout: undecided}\n"
        "purpose: undecided\npermissions: undecided\npreconditions: undecided\n"
        "failure: undecided\n",
    ],
)
def test_an_undecided_effect_leaves_every_other_facet_open(text: str) -> None:
    name = text.split()[1]
    assert validate(document(f"drafts/{name}.v1.yaml", text), FileKind.DRAFT) == ()


def test_files_that_are_not_read_before_the_contract_tests_have_no_findings() -> None:
    case = document("cases/get_customer/one.yaml", "case: anything\n")
    assert validate(case, FileKind.CASE) == ()


def test_a_computed_snapshot_of_a_role_is_a_valid_pin() -> None:
    digest = "sha256:" + "0" * 64
    row = (
        '{"wire_name": "get_customer_v2", "tool": "get_customer", "version": 2, "form": "read", '
        '"effect": "read", "state": "active", "consequence": null, "level": null, "levels": [], '
        '"retry_class": "read", "permissions": ["customer.read"], "visibility": "requester", '
        f'"enforced": "{digest}", "wording": "{digest}", "view": "support", '
        f'"view_digest": "{digest}"}}'
    )
    text = (
        '{"format": 1, "catalog": "acme", "role": "explorer", "read_only": true, '
        f'"environment": "production", "calls_per_run": 100, "tools": [{row}]}}'
    )
    pin = document("pins/explorer.lock.json", text)
    assert validate(pin, FileKind.ROLE_PIN) == ()
    odd = document("pins/explorer.lock.json", text.replace('"effect": "read"', '"effect": "look"'))
    assert [each.code for each in validate(odd, FileKind.ROLE_PIN)] == ["contract/wrong-value"]
