"""``init``: a catalog that compiles, and nothing overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import STARTER, Toolcharter


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(folder: Path) -> list[str]:
    return sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )


def test_the_two_commands_that_it_prints_work(tc: Toolcharter, here: Path) -> None:
    found = tc("init")
    assert found.code == 0
    assert found.out.splitlines()[-2:] == ["  toolcharter compile", "  toolcharter check"]
    assert files(here / "catalog") == files(STARTER)
    assert tc("compile").code == 0
    assert tc("check").code == 0


def test_generated_code_keeps_its_line_ends_in_git(tc: Toolcharter, here: Path) -> None:
    assert tc("init").code == 0
    assert (here / ".gitattributes").read_text() == "generated/** text eol=lf\n"


def test_attributes_that_are_there_are_left_alone_and_the_line_is_told(
    tc: Toolcharter, here: Path
) -> None:
    (here / ".gitattributes").write_text("*.png binary\n")
    found = tc("init")
    assert "generated/** text eol=lf" in found.out
    assert (here / ".gitattributes").read_text() == "*.png binary\n"


def test_a_folder_is_made_for_it(tc: Toolcharter, here: Path) -> None:
    found = tc("init", "new/place")
    assert found.code == 0
    assert "  cd new/place\n" in found.out
    assert (here / "new/place/catalog/toolcharter.yaml").is_file()


def test_other_files_may_be_there(tc: Toolcharter, here: Path) -> None:
    (here / "README.md").write_text("mine")
    assert tc("init").code == 0
    assert (here / "README.md").read_text() == "mine"


@pytest.mark.parametrize("there", ["catalog/x.yaml", "toolcharter.yaml", "catalog"])
def test_nothing_is_written_over_what_is_there(tc: Toolcharter, here: Path, there: str) -> None:
    (here / there).parent.mkdir(exist_ok=True)
    (here / there).write_text("mine")
    found = tc("init")
    assert found.code == 2
    assert files(here) == [there]
    assert (here / there).read_text() == "mine"


def test_a_linked_catalog_is_not_written_through(tc: Toolcharter, here: Path) -> None:
    (here / "elsewhere").mkdir()
    (here / "catalog").symlink_to("elsewhere")
    assert tc("init").code == 2
    assert files(here) == []


def test_an_empty_catalog_folder_may_be_there(tc: Toolcharter, here: Path) -> None:
    (here / "catalog").mkdir()
    assert tc("init").code == 0
