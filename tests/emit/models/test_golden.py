"""Modules of representative tools, reviewed as they stand; and what must be true of each."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import black
import pytest
from emit.models.building import HERE, imported, package, stored_requests, write

GOLDEN = HERE / "generated" / "acme_tools"
FILES = package(stored_requests())
MODULES = sorted(path for path in FILES if FILES[path])

pytestmark = pytest.mark.promise("G1")


@pytest.mark.golden
@pytest.mark.parametrize("path", MODULES)
def test_a_module_reads_as_reviewed(path: str) -> None:
    if os.environ.get("TOOLCHARTER_GOLDEN") == "1":
        write({path: FILES[path], **{each: "" for each in FILES if not FILES[each]}}, GOLDEN)
    assert (GOLDEN / path).read_text() == FILES[path]


def test_the_folder_holds_nothing_else() -> None:
    found = {str(each.relative_to(GOLDEN)) for each in GOLDEN.rglob("*.py")}
    assert found == set(FILES)


@pytest.mark.promise("G8")
@pytest.mark.parametrize("path", MODULES)
def test_black_finds_nothing_to_change(path: str) -> None:
    assert black.format_str(FILES[path], mode=black.Mode()) == FILES[path]


def test_ruff_finds_nothing_with_its_own_settings_and_with_sorted_imports() -> None:
    rules = ["--isolated", "--extend-select", "I,UP,B,N,RUF", "--no-cache", "--quiet"]
    # Names and wording are the author's; `| None | MISSING` reads as it is meant.
    ignored = ["--ignore", "N815,RUF001,RUF002,RUF036"]
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", *rules, *ignored, str(GOLDEN)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("path", MODULES)
def test_importing_makes_no_call_but_field_and_config(path: str) -> None:
    assert calls_at_import(FILES[path]) <= {"Field", "ConfigDict"}


def calls_at_import(text: str) -> set[str]:
    """What is called, as it is written, outside the bodies of functions."""
    found: set[str] = set()
    pending: list[ast.AST] = [ast.parse(text)]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Call):
            found.add(ast.unparse(node.func))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found |= {ast.unparse(each) for each in node.decorator_list} - {"abstractmethod"}
            continue
        pending += ast.iter_child_nodes(node)
    return found


def test_all_modules_import_where_only_the_runtime_is_installed(tmp_path: Path) -> None:
    with imported(FILES, tmp_path) as name:
        modules = [f"{name}.{path[:-3].replace('/', '.')}" for path in MODULES]
        script = f"""
import sys, importlib, warnings
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {{"toolcharter", "jinja2", "yaml", "click", "black",
                                   "datamodel_code_generator", "jsonschema", "sqlalchemy"}}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
warnings.simplefilter("error")
for name in {modules!r}:
    importlib.import_module(name)
"""
        runtime = HERE.parents[2] / "runtime"
        done = subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            env={"PYTHONPATH": f"{tmp_path}:{runtime}", "PATH": ""},
        )
        assert done.returncode == 0, done.stderr
