"""The generated package as a colleague would review it, and as a user's type checker sees it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import black
import pytest
from pipeline.catalogs import ROOT

from generated_code.inert import check_inert
from generated_code.packages import check_import_is_inert, written

Files = Mapping[str, str]

TYPING = ROOT / "tests" / "typing"


def modules(package: Files) -> dict[str, str]:
    found = {path: text for path, text in package.items() if path.endswith(".py")}
    assert len(found) > 35
    return found


def run(folder: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.promise("G8")
def test_black_finds_nothing_to_change(package: Files) -> None:
    for path, text in modules(package).items():
        assert black.format_str(text, mode=black.Mode()) == text, path


def test_ruff_finds_nothing_with_its_own_settings(package: Files, folder: Path) -> None:
    written(folder, package)
    done = run(folder, "ruff", "check", "--isolated", "--no-cache", "acme_tools")
    assert done.returncode == 0, done.stdout


@pytest.mark.promise("G2")
def test_a_module_is_made_of_classes_and_literal_data(package: Files) -> None:
    for path, text in modules(package).items():
        check_inert(path, text)


@pytest.mark.promise("G1")
def test_importing_all_of_it_does_nothing_but_import(package: Files, folder: Path) -> None:
    written(folder, package)
    check_import_is_inert(folder, ["acme_tools"])


@pytest.mark.promise("G1")
@pytest.mark.promise("C22")
def test_a_strict_type_checker_passes_and_refuses_what_it_must(
    package: Files, folder: Path
) -> None:
    written(folder, package)
    settings = folder / "mypy.ini"
    sources = (folder, ROOT / "examples", ROOT / "runtime")
    settings.write_text(
        "[mypy]\nstrict = True\nwarn_unreachable = True\n"
        f"mypy_path = {':'.join(map(str, sources))}\n"
    )
    checked = [
        *(folder / "acme_tools", ROOT / "examples" / "acme"),
        *(ROOT / "examples" / "show.py", *sorted(TYPING.glob("*.py"))),
    ]
    cache = ROOT / ".mypy_cache" / "generated_code"
    done = run(folder, "mypy", "--config-file", settings, "--cache-dir", cache, *checked)
    assert done.returncode == 0, done.stdout
    assert (TYPING / "refused.py").read_text().count("# type: ignore[") > 15


def test_the_project_file_says_what_the_package_needs(package: Files) -> None:
    project = tomllib.loads(package["acme_tools/pyproject.toml"])["project"]
    assert project["name"] == "acme-tools"
    assert project["dependencies"] == ["toolcharter-runtime>=0.1,<0.2"]


def test_paths_are_plain_names(package: Files) -> None:
    for path in package:
        assert path.startswith("acme_tools/")
        assert path.replace("/", "").replace(".", "").replace("_", "").isalnum(), path
        assert ".." not in path
