"""Imported names stand in the order that ruff and isort ask for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from toolcharter.emit.imports import imports, reading_order


@pytest.mark.parametrize(
    "names",
    [
        ("close_later_v1", "close_v1", "close_v2", "close_v10"),
        ("role2", "role10", "role_a"),
        ("a0", "a01", "a1", "a10", "ab"),
    ],
)
def test_a_number_in_a_name_is_sorted_by_its_size(names: tuple[str, ...]) -> None:
    assert tuple(sorted({*names}, key=reading_order)) == names


def test_the_imports_of_a_module_are_sorted_for_a_linter(tmp_path: Path) -> None:
    classes = ("OrderId", "OrderableId", "A1", "Ab10Id", "Ab2Id", "ABId")
    groups = imports(
        {"Any", "Field", "Literal"},
        {"..identifiers": classes, ".close_v10": ["Close"], ".close_v2": ["Close"]},
    )
    path = tmp_path / "module.py"
    path.write_text("\n\n".join(groups) + "\n")
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--select", "I", str(path)]
    assert "All checks passed" in subprocess.run(command, capture_output=True, text=True).stdout
