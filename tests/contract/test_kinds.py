"""Which file is which, what is no file of a catalog, and how files are named."""

from __future__ import annotations

import pytest
from contract.documents import CATALOG, document
from toolcharter.contract import FileKind, kind_of, stray_file, validate


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("toolcharter.yaml", FileKind.SETTINGS),
        ("tools/customers/get_customer.v1.yaml", FileKind.CONTRACT),
        ("tools/get_customer.v1.yaml", FileKind.CONTRACT),
        ("drafts/a/b/get_customer.v1.yaml", FileKind.DRAFT),
        ("types/money.yaml", FileKind.TYPES),
        ("errors.yaml", FileKind.ERRORS),
        ("preconditions.yaml", FileKind.PRECONDITIONS),
        ("kinds.yaml", FileKind.KINDS),
        ("exclusions.yaml", FileKind.EXCLUSIONS),
        ("policies/approval.yaml", FileKind.APPROVAL),
        ("policies/permissions.yaml", FileKind.PERMISSIONS),
        ("services/crm.yaml", FileKind.SERVICE),
        ("roles/explorer.yaml", FileKind.ROLE),
        ("schemas/a/b.json", FileKind.JSON_SCHEMA),
        ("cases/get_customer/one.yaml", FileKind.CASE),
        ("pins/explorer.lock.json", FileKind.ROLE_PIN),
        ("pins/release.yaml", FileKind.RELEASE_PIN),
    ],
)
def test_a_path_says_which_kind_of_file_it_is(path: str, kind: FileKind) -> None:
    assert kind_of(path) is kind
    assert stray_file(path) is None


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        ("exclusion.yaml", "Did you mean exclusions.yaml?"),
        ("approval.yaml", "Did you mean policies/approval.yaml?"),
        ("roles/explorer.yml", "Rename it: files of a catalog end in .yaml."),
        ("roles/explorer.YAML", "Rename it: files of a catalog end in .yaml."),
        ("schemas/address.Json", "Rename it: files of a catalog end in .json."),
        ("schemas/address.YML", "Files of a catalog are"),
        ("roles/team/explorer.yaml", "Files of a catalog are"),
        ("types/money.json", "Files of a catalog are"),
    ],
)
def test_a_file_that_nobody_reads_is_a_finding(path: str, hint: str) -> None:
    assert kind_of(path) is None
    finding = stray_file(path)
    assert finding is not None
    assert (finding.code, finding.span.file) == ("file/unknown", path)
    assert finding.is_error
    assert finding.hint.startswith(hint)


@pytest.mark.parametrize("path", ["README.md", "tools/customers/notes.txt", ".gitkeep"])
def test_a_file_that_is_neither_yaml_nor_json_is_nobodys_business(path: str) -> None:
    assert kind_of(path) is None
    assert stray_file(path) is None


@pytest.mark.parametrize(
    ("source", "path", "rename_to"),
    [
        (
            "tools/customers/get_customer.v1.yaml",
            "tools/customers/get_customer.v2.yaml",
            "tools/customers/get_customer.v1.yaml",
        ),
        (
            "tools/customers/get_customer.v1.yaml",
            "tools/get_customer.v1.yaml",
            "tools/<area>/get_customer.v1.yaml",
        ),
        (
            "tools/addresses/address_change.v2.yaml",
            "tools/addresses/preview_address_change.v2.yaml",
            "tools/addresses/address_change.v2.yaml",
        ),
        (
            "tools/addresses/address_change.v2.yaml",
            "drafts/new/change.yaml",
            "drafts/new/address_change.v2.yaml",
        ),
        ("roles/explorer.yaml", "roles/explorers.yaml", "roles/explorer.yaml"),
        ("services/github.yaml", "services/GitHub.yaml", "services/github.yaml"),
    ],
)
def test_a_file_whose_name_says_something_else_is_refused(
    source: str, path: str, rename_to: str
) -> None:
    text = (CATALOG / source).read_text(encoding="utf-8")
    kind = kind_of(path)
    assert kind is not None
    (finding,) = validate(document(path, text), kind)
    assert finding.code == "file/name-match"
    assert finding.is_error
    assert finding.span.pointer in ("/tool", "/change", "/role", "/service")
    assert rename_to in finding.hint


def test_a_draft_may_lie_in_any_folder_of_drafts() -> None:
    text = (CATALOG / "tools/addresses/address_change.v2.yaml").read_text(encoding="utf-8")
    draft = document("drafts/imported/2026/address_change.v2.yaml", text)
    assert validate(draft, FileKind.DRAFT) == ()
