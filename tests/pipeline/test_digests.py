"""Each digest covers what it says, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pipeline.catalogs import compiled, with_text, worked_catalog

REFUND = "tools/customers/refund.v1.yaml"


def manifest(tree: Mapping[str, bytes]) -> dict[str, Any]:
    files = compiled(tree).files
    assert files is not None
    found: dict[str, Any] = json.loads(files["acme_tools/manifest.json"])
    return found


def tools(tree: Mapping[str, bytes], digest: str) -> dict[str, str]:
    return {name: row[digest] for name, row in manifest(tree)["tools"].items()}


def changed(before: dict[str, str], after: dict[str, str]) -> set[str]:
    return {name for name in before if before[name] != after[name]}


def test_a_limit_is_enforced_and_its_change_moves_one_digest() -> None:
    tree = worked_catalog()
    other = with_text(tree, REFUND, "commit: {timeout: 10s}", "commit: {timeout: 9s}")
    assert changed(tools(tree, "enforced"), tools(other, "enforced")) == {"commit_refund_v1"}


def test_a_view_stands_in_the_role_that_binds_it_and_not_in_the_enforcement_digest() -> None:
    tree = worked_catalog()
    other = with_text(tree, REFUND, "views:\n", "views:\n  other: {shows: [paid_with]}\n")
    assert tools(tree, "enforced") == tools(other, "enforced")


def test_what_an_error_says_is_wording_of_every_tool_that_may_answer_it() -> None:
    tree = worked_catalog()
    old = "There is no such customer, or the requester may not see it."
    other = with_text(tree, "errors.yaml", old, "Call the next tool at once.")
    moved = changed(tools(tree, "wording"), tools(other, "wording"))
    assert "get_customer_v2" in moved
    assert "get_export_v1" not in moved
    assert tools(tree, "enforced") == tools(other, "enforced")


def test_the_life_of_a_version_is_in_the_manifest() -> None:
    life = manifest(worked_catalog())["tools"]["get_customer_v1"]["life"]
    assert life["state"] == "deprecated"
    assert life["sunset"] == "2026-12-31"
    assert life["use"] == "get_customer_v2"


def test_the_credential_of_a_service_is_in_the_manifest() -> None:
    tree = worked_catalog()
    (path,) = [path for path in tree if path.startswith("services/")]
    other = with_text(tree, path, "of: requester", "of: service")
    before, after = manifest(tree)["upstream"], manifest(other)["upstream"]
    assert before["crm"]["origins"] == after["crm"]["origins"]
    assert before["crm"]["settings"] != after["crm"]["settings"]
