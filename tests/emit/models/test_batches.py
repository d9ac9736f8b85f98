"""The text of a module depends on its request and on nothing else."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys

import pytest
from emit.models.building import HERE, request, stored_requests
from toolcharter.emit.tool_module import tool_modules

REQUESTS = stored_requests()
ALL = tool_modules(REQUESTS)

pytestmark = pytest.mark.promise("G8")


def test_one_by_one_in_halves_and_backwards_the_modules_are_the_same() -> None:
    half = len(REQUESTS) // 2
    assert {name: text for each in REQUESTS for name, text in tool_modules([each]).items()} == ALL
    assert tool_modules(REQUESTS[:half]) | tool_modules(REQUESTS[half:]) == ALL
    assert tool_modules(REQUESTS[::-1]) == ALL


def test_one_more_tool_changes_no_line_of_another() -> None:
    schema = {
        "type": "object",
        "additionalProperties": False,
        "properties": {"destination": {"type": "object", "additionalProperties": False}},
    }
    more = tool_modules([request("another_tool_v1", input=schema), *REQUESTS])
    assert {name: text for name, text in more.items() if name != "another_tool_v1"} == ALL


def test_a_request_can_be_sent_to_another_process() -> None:
    assert tool_modules(pickle.loads(pickle.dumps(REQUESTS))) == ALL  # noqa: S301


@pytest.mark.parametrize("seed", ["0", "1"])
def test_the_seed_of_hashes_the_folder_and_the_locale_change_nothing(
    seed: str, tmp_path: object
) -> None:
    script = "import json; from emit.models.test_batches import ALL; print(json.dumps(ALL))"
    root = HERE.parents[2]
    path = os.pathsep.join(str(root / part) for part in ("generator", "runtime", "tests"))
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        cwd=str(tmp_path),
        env={"PYTHONHASHSEED": seed, "PYTHONPATH": path, "LC_ALL": "C", "PATH": ""},
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == ALL


def test_no_request_needs_no_engine() -> None:
    script = (
        "import sys; from toolcharter.emit.tool_module import tool_modules;"
        "assert tool_modules([]) == {};"
        "assert not {'datamodel_code_generator', 'jinja2', 'pydantic'} & set(sys.modules)"
    )
    path = str(HERE.parents[2] / "generator")
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": path, "PATH": ""},
    )
    assert done.returncode == 0, done.stderr
