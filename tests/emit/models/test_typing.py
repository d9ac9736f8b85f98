"""What a type checker says of generated code and of those who use it."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache

import pytest
from emit.models.building import HERE

ADAPTERS = HERE / "typed" / "adapters.py"
MISUSES = HERE / "typed" / "misuses.py"
EXPECTED = re.compile(r"  # ([a-z-]+)$")
FOUND = re.compile(r"misuses\.py:(\d+): error: .*\[([a-z-]+)\]$")

pytestmark = [pytest.mark.promise("G1"), pytest.mark.slow]


@cache
def findings() -> str:
    """What ``mypy --strict`` prints about the generated package and both files."""
    path = f"{HERE / 'generated'}:{HERE.parents[2] / 'runtime'}"
    done = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--config-file=", "--python-version=3.11"),
            *("--explicit-package-bases", "--package=acme_tools"),
            *("--module=adapters", "--module=misuses"),
            f"--cache-dir={HERE / '.mypy_cache'}",
        ],
        capture_output=True,
        text=True,
        env={"MYPYPATH": f"{path}:{HERE / 'typed'}", "PATH": ""},
    )
    assert done.stderr == ""
    return done.stdout


def test_mypy_passes_on_generated_modules_and_on_adapters_that_use_them() -> None:
    others = [line for line in findings().splitlines() if "misuses.py" not in line]
    assert [line for line in others if ": error:" in line] == []


@pytest.mark.promise("C22")
def test_mypy_finds_a_swapped_identifier_and_every_other_planted_mistake() -> None:
    lines = MISUSES.read_text().splitlines()
    expected = {
        (number, match[1])
        for number, line in enumerate(lines, 1)
        if (match := EXPECTED.search(line))
    }
    found = {
        (int(match[1]), match[2])
        for line in findings().splitlines()
        if (match := FOUND.search(line))
    }
    assert len(expected) > 10
    assert found == expected
