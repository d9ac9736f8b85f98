"""What a described adapter does is enforced: it compiles, and every change of it moves a digest."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from contract.documents import language_folder
from lint.overlay import with_pieces
from toolcharter.lint.page import page_of
from toolcharter.lint.rules.adapter import version_not_sent
from toolcharter.pipeline import compile_catalog
from toolcharter.source.tree import read_tree

from pipeline.catalogs import compiled, with_text
from pipeline.test_digests import changed

(CHANGE,) = page_of(version_not_sent.RULE.page).good
TREE = with_pieces([(CHANGE.file, CHANGE.text)])
BOTH = {"preview_phone_change_v1", "commit_phone_change_v1"}


def _enforced(tree: Mapping[str, bytes]) -> dict[str, str]:
    files = compiled(tree).files
    assert files is not None
    return _digests(files)


def _digests(files: Mapping[str, str]) -> dict[str, str]:
    (manifest,) = [text for path, text in files.items() if path.endswith("/manifest.json")]
    return {name: row["enforced"] for name, row in json.loads(manifest)["tools"].items()}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('path: "/v1/customers/{input.customer_id}/phone"', "path: /v1/phone"),
        ("status: 412, is: VERSION_CONFLICT", "status: 409, is: VERSION_CONFLICT"),
        ("status: 412, is: VERSION_CONFLICT", "status: 412, is: UPSTREAM_UNAVAILABLE"),
        ("status: 412,", "status: 412, effect: unknown,"),
        ("key_header: Idempotency-Key", "key_header: X-Key"),
        ("method: PUT", "method: PATCH"),
        ("before: {phone: {at: /phone,", "before: {phone: {at: /mobile,"),
        ("body: {phone:", "body: {telephone:"),
        ("{customer_visible: {by: preview}}", "{customer_visible: {by: code}}"),
    ],
)
def test_a_change_of_the_adapter_changes_what_is_enforced(old: str, new: str) -> None:
    other = with_text(TREE, CHANGE.file, old, new)
    assert changed(_enforced(TREE), _enforced(other)) == BOTH


def test_a_change_of_the_service_changes_what_is_enforced_in_the_tools_that_call_it() -> None:
    other = with_text(TREE, "services/crm.yaml", "status: 429,", "status: 420,")
    assert changed(_enforced(TREE), _enforced(other)) == BOTH


def test_the_http_adapters_of_the_language_page_compile() -> None:
    tree = read_tree(language_folder() / "catalog")
    result = compile_catalog(tree, emit=True, compiler="test")
    assert [
        each for each in result.diagnostics if each.code.startswith(("adapter/", "service/"))
    ] == []
    assert result.files is not None
    assert {"get_issue_v1", "preview_comment_v1", "commit_comment_v1"} <= _digests(
        result.files
    ).keys()
