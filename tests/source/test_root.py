"""Which folder is a catalog."""

from __future__ import annotations

from pathlib import Path

import pytest
from toolcharter.source.root import find_catalog, is_catalog


def write(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")


@pytest.mark.parametrize("start", [".", "a", "a/b"])
def test_a_catalog_is_found_from_inside_it(tmp_path: Path, start: str) -> None:
    write(tmp_path, "toolcharter.yaml", "a/b/c.yaml")
    assert find_catalog(tmp_path / start) == tmp_path


@pytest.mark.parametrize("start", [".", "src", "src/deep"])
def test_a_catalog_is_found_from_beside_it(tmp_path: Path, start: str) -> None:
    write(tmp_path, "catalog/toolcharter.yaml", "src/deep/x.py")
    assert find_catalog(tmp_path / start) == tmp_path / "catalog"


def test_the_nearest_catalog_counts_and_a_folder_comes_before_its_catalog(tmp_path: Path) -> None:
    write(tmp_path, "toolcharter.yaml", "catalog/toolcharter.yaml", "b/catalog/toolcharter.yaml")
    assert find_catalog(tmp_path) == tmp_path
    assert find_catalog(tmp_path / "b") == tmp_path / "b" / "catalog"
    assert find_catalog(tmp_path / "catalog") == tmp_path / "catalog"


def test_a_folder_with_the_name_of_the_settings_makes_no_catalog(tmp_path: Path) -> None:
    (tmp_path / "toolcharter.yaml").mkdir()
    assert not is_catalog(tmp_path)
    assert find_catalog(tmp_path) is None
