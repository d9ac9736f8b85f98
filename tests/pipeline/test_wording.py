"""Words for a model change nothing that is enforced."""

from __future__ import annotations

import json

import pytest

from pipeline.catalogs import compiled, reworded, worked_catalog


@pytest.mark.promise("C21")
def test_rewriting_every_description_changes_no_table_and_no_schema() -> None:
    before = compiled(worked_catalog()).files
    after = compiled(reworded(worked_catalog())).files
    assert before is not None and after is not None
    changed = {path for path in before if before.digests[path] != after.digests[path]}
    assert any("/wording/" in path for path in changed)
    for path in changed:
        assert not path.endswith("/dispatch.py"), path
        assert "/schemas/" not in path and "/roles/" not in path, path
    old = json.loads(before["acme_tools/manifest.json"])["tools"]
    new = json.loads(after["acme_tools/manifest.json"])["tools"]
    assert [row["enforced"] for row in old.values()] == [row["enforced"] for row in new.values()]
    assert old["get_customer_v2"]["wording"] != new["get_customer_v2"]["wording"]
