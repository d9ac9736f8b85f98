"""Requests made from linked contracts of the worked catalog."""

from __future__ import annotations

from emit.models.building import HERE
from toolcharter.build.front import read_front
from toolcharter.emit.request import ToolModuleRequest, request_of
from toolcharter.ir.link_contract import link_contract
from toolcharter.ir.model import Digest, Form, WireName
from toolcharter.source.reader import read

CATALOG = HERE.parents[2] / "catalog"


def requests_of(*files: str) -> dict[WireName, ToolModuleRequest]:
    """The requests for the tools of contract files without followed writes."""
    paths = [path for path in CATALOG.rglob("*") if path.is_file()]
    tree = {path.relative_to(CATALOG).as_posix(): path.read_bytes() for path in paths}
    front = read_front(tree)
    assert front.environment is not None
    found = {}
    for file in files:
        document, _ = read(file, tree[file])
        assert document is not None
        contract, _ = link_contract(document, front.environment, {})
        assert contract is not None
        for tool in contract.tools:
            made = request_of(contract, tool, front.environment, Digest("sha256:" + "0" * 64))
            found[tool.wire_name] = made
    return found


def test_a_change_gives_a_preview_and_a_commit_with_the_same_questions() -> None:
    found = requests_of("tools/addresses/address_change.v2.yaml")
    preview = found[WireName("preview_address_change_v2")]
    commit = found[WireName("commit_address_change_v2")]
    assert (preview.form, preview.preview) == (Form.PREVIEW, None)
    assert (commit.form, commit.preview) == (Form.COMMIT, preview.wire_name)
    assert commit.preconditions == preview.preconditions
    assert preview.preconditions[0].name == "customer_visible"
    assert preview.preconditions[0].asks.endswith("?")
    assert list(commit.input["properties"]) == ["proposal_id"]


def test_a_write_that_starts_an_operation_and_one_in_a_shared_transaction_say_so() -> None:
    found = requests_of("tools/exports/start_export.v1.yaml", "tools/messages/draft_email.v1.yaml")
    start = found[WireName("start_export_v1")]
    draft = found[WireName("draft_email_v1")]
    assert (start.starts_operation, start.shared_transaction) == (True, False)
    assert (draft.starts_operation, draft.shared_transaction) == (False, True)


def test_a_read_has_its_views_in_order_and_no_write_facets() -> None:
    [made] = requests_of("tools/customers/get_customer.v2.yaml").values()
    assert [name for name, _ in made.views] == ["support", "sales"]
    assert not (made.has_current_version or made.starts_operation or made.follows)
    assert made.contract_file == "tools/customers/get_customer.v2.yaml"
