"""Which folder is the catalog, and what a folder that cannot be read comes to."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from toolcharter.cli.exits import UsageError
from toolcharter.cli.folders import catalog_folder

from .conftest import Toolcharter


def settings(root: Path) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    (root / "toolcharter.yaml").write_text("language: 1\n")
    return root


def test_the_nearest_catalog_from_here_upwards_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outer = settings(tmp_path / "catalog")
    inner = settings(tmp_path / "sub/project")
    for here, expected in [
        (tmp_path, outer),
        (outer, outer),
        (tmp_path / "sub", outer),
        (inner, inner),
        (inner / "tools/deep", inner),
    ]:
        here.mkdir(parents=True, exist_ok=True)
        monkeypatch.chdir(here)
        assert catalog_folder(None).root == expected


def test_a_folder_that_is_a_catalog_wins_over_the_one_inside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings(tmp_path / "catalog")
    settings(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert catalog_folder(None).root == tmp_path


def test_no_catalog_is_wrong_usage_that_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="toolcharter init"):
        catalog_folder(None)
    with pytest.raises(UsageError, match=r"it has no toolcharter\.yaml"):
        catalog_folder(tmp_path)


def test_packages_and_cache_stand_beside_the_catalog(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = catalog_folder(settings(tmp_path / "catalog"))
    monkeypatch.delenv("TOOLCHARTER_CACHE_DIR", raising=False)
    assert found.generated == tmp_path / "generated"
    assert found.cache == tmp_path / ".toolcharter-cache"
    monkeypatch.setenv("TOOLCHARTER_CACHE_DIR", str(tmp_path / "elsewhere"))
    assert found.cache == tmp_path / "elsewhere"


@pytest.mark.parametrize("arguments", [["compile"], ["check"], ["lint"]])
def test_what_cannot_be_read_is_wrong_usage_that_names_it_and_nothing_waits_for_a_pipe(
    tc: Toolcharter, catalog: Path, arguments: list[str]
) -> None:
    os.mkfifo(catalog / "tools/tickets/pipe.v1.yaml")
    (catalog / "tools/tickets/folder.v1.yaml").mkdir()
    (catalog / "types/outside.yaml").symlink_to("/etc/hostname")
    found = tc(*arguments)
    assert (found.code, found.out) == (2, "")
    for named in ("tools/tickets/pipe.v1.yaml", "folder.v1.yaml' is a folder", "leads out"):
        assert named in found.err
    assert not (catalog.parent / "generated").exists()


def test_a_finding_in_a_file_that_is_no_utf_8_is_shown(tc: Toolcharter, catalog: Path) -> None:
    (catalog / "errors.yaml").write_bytes(b"errors: caf\xe9\n")
    found = tc("lint")
    assert found.code == 1
    assert "errors: caf\ufffd" in found.out


def test_a_file_with_an_ending_in_capitals_is_not_passed_over(
    tc: Toolcharter, catalog: Path
) -> None:
    (catalog / "tools/tickets/list_tickets.v1.yaml").rename(
        catalog / "tools/tickets/list_tickets.v1.YAML"
    )
    found = tc("lint")
    assert found.code == 1
    assert "tools/tickets/list_tickets.v1.YAML" in found.out
    assert "Rename it: files of a catalog end in .yaml." in found.out
