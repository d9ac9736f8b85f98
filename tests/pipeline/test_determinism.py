"""The same catalog compiles to the same bytes, wherever and however it is compiled."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.catalogs import ROOT, compiled, worked_catalog

pytestmark = pytest.mark.promise("G8")

_PRINT_DIGESTS = """
import json, sys
from pathlib import Path
from toolcharter.pipeline import compile_catalog
from toolcharter.source.tree import read_tree
tree = read_tree(Path(sys.argv[1]))
if sys.argv[2] == "reversed":
    tree = dict(reversed(list(tree.items())))
files = compile_catalog(tree, emit=True, compiler="test", jobs=int(sys.argv[3])).files
print(json.dumps(files.digests))
"""


def digests(*, seed: str, folder: Path, order: str, jobs: int) -> dict[str, str]:
    done = subprocess.run(
        [sys.executable, "-c", _PRINT_DIGESTS, str(ROOT / "catalog"), order, str(jobs)],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": os.pathsep.join([str(ROOT / "generator"), str(ROOT / "runtime")]),
        },
        check=True,
        capture_output=True,
        text=True,
    )
    return dict(json.loads(done.stdout))


def test_hash_seed_folder_file_order_and_jobs_change_no_byte(tmp_path: Path) -> None:
    here = digests(seed="1", folder=ROOT, order="forward", jobs=1)
    there = digests(seed="2", folder=tmp_path, order="reversed", jobs=2)
    assert here == there


def test_the_committed_package_is_what_the_catalog_compiles_to() -> None:
    files = compiled(worked_catalog()).files
    assert files is not None
    for path, digest in files.digests.items():
        on_disk = (ROOT / "generated" / path).read_bytes()
        assert hashlib.sha256(on_disk).hexdigest() == digest, path


def test_adding_a_tool_changes_no_line_of_another_tools_output() -> None:
    tree = worked_catalog()
    gone = "tools/customers/get_customer.v1.yaml"
    fewer = {path: data for path, data in tree.items() if path != gone}
    for role in [path for path in fewer if path.startswith("roles/")]:
        lines = fewer[role].decode().splitlines(keepends=True)
        fewer[role] = "".join(line for line in lines if "get_customer.v1" not in line).encode()
    before, after = compiled(fewer).files, compiled(tree).files
    assert before is not None and after is not None
    for path in before:
        if path.startswith(("acme_tools/tools/", "acme_tools/schemas/", "acme_tools/fixtures/")):
            assert before.digests[path] == after.digests[path], path
