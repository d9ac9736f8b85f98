"""The contract in README.md is one that the compiler takes, and the names beside it are real."""

from __future__ import annotations

from pipeline.catalogs import ROOT, compiled, errors_of, worked_catalog

from docs.blocks import blocks

README = ROOT / "README.md"
PLACE = "tools/customers/get_customer.v2.yaml"


def test_nothing_but_what_the_catalog_misses_is_wrong_with_the_contract() -> None:
    (contract,) = [block for block in blocks(README) if block.language == "yaml"]
    found = errors_of({**worked_catalog(), PLACE: contract.text.encode()})
    # The catalog's other roles want a view, and other tools identifiers, that the short form lacks.
    assert {each.code for each in found} <= {
        "role/unknown-view",
        "id/not-yielded",
        "id/resolver-not-read",
    }


def test_the_adapter_is_one_of_the_generated_module() -> None:
    files = compiled(worked_catalog()).files
    assert files is not None
    module = files["acme_tools/tools/get_customer_v2.py"]
    python = [block.text for block in blocks(README) if block.language == "python"]
    for name in ("GetCustomerV2Adapter", "GetCustomerV2Input", "GetCustomerV2Output"):
        assert name in python[0]
        assert f"class {name}" in module
