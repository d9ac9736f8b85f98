"""Which folder is the catalog, and which of its files are read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from toolcharter.cli.exits import UsageError
from toolcharter.cli.folders import find_catalog
from toolcharter.cli.tree import MOST_BYTES, read_tree, texts_of


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
        assert find_catalog(None).root == expected


def test_a_folder_that_is_a_catalog_wins_over_the_one_inside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings(tmp_path / "catalog")
    settings(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert find_catalog(None).root == tmp_path


def test_no_catalog_is_wrong_usage_that_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="toolcharter init"):
        find_catalog(None)
    with pytest.raises(UsageError, match=r"it has no toolcharter\.yaml"):
        find_catalog(tmp_path)


def test_packages_and_cache_stand_beside_the_catalog(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = find_catalog(settings(tmp_path / "catalog"))
    monkeypatch.delenv("TOOLCHARTER_CACHE_DIR", raising=False)
    assert found.generated == tmp_path / "generated"
    assert found.cache == tmp_path / ".toolcharter-cache"
    monkeypatch.setenv("TOOLCHARTER_CACHE_DIR", str(tmp_path / "elsewhere"))
    assert found.cache == tmp_path / "elsewhere"


def test_the_files_are_read_in_the_order_of_their_paths(tmp_path: Path) -> None:
    for path in ("tools/b.v1.yaml", "tools/a.v1.yaml", "schemas/x.json", "roles/r.yml", "z.yaml"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(path)
    tree = read_tree(tmp_path)
    assert list(tree) == [
        "roles/r.yml",
        "schemas/x.json",
        "tools/a.v1.yaml",
        "tools/b.v1.yaml",
        "z.yaml",
    ]
    assert tree["z.yaml"] == b"z.yaml"


@pytest.mark.parametrize(
    "path", [".git/x.yaml", ".hidden.yaml", "cases/a/b.yaml", "pins/r.lock.json", "README.md"]
)
def test_what_says_nothing_about_the_compiled_code_is_not_read(tmp_path: Path, path: str) -> None:
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text("")
    assert read_tree(tmp_path) == {}


def test_a_folder_named_like_that_deeper_down_is_read(tmp_path: Path) -> None:
    (tmp_path / "tools/cases").mkdir(parents=True)
    (tmp_path / "tools/cases/a.v1.yaml").write_text("")
    assert list(read_tree(tmp_path)) == ["tools/cases/a.v1.yaml"]


def test_line_ends_are_the_same_however_the_catalog_was_checked_out(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"a: 1\r\nb: 2\n")
    assert read_tree(tmp_path) == {"a.yaml": b"a: 1\nb: 2\n"}


def test_of_an_enormous_file_only_the_beginning_is_read(tmp_path: Path) -> None:
    with (tmp_path / "a.yaml").open("wb") as file:
        os.truncate(file.fileno(), 1 << 33)
    assert len(read_tree(tmp_path)["a.yaml"]) == MOST_BYTES


@pytest.mark.parametrize("target", ["../outside.yaml", "/etc/hostname", ".."])
def test_a_link_out_of_the_catalog_is_refused(tmp_path: Path, target: str) -> None:
    root = settings(tmp_path / "catalog")
    (tmp_path / "outside.yaml").write_text("secret: 1\n")
    (root / "linked.yaml").symlink_to(target)
    with pytest.raises(UsageError, match="leads out"):
        read_tree(root)


def test_a_name_that_is_not_utf_8_is_refused_by_name(tmp_path: Path) -> None:
    root = settings(tmp_path / "catalog")
    (root / os.fsdecode(b"caf\xe9.yaml")).write_text("types: {}\n")
    with pytest.raises(UsageError, match=r"caf\\udce9\.yaml' has a name that is not UTF-8"):
        read_tree(root)


def test_a_link_inside_the_catalog_is_read_and_a_linked_folder_is_not_entered(
    tmp_path: Path,
) -> None:
    root = settings(tmp_path / "catalog")
    (root / "same.yaml").symlink_to("toolcharter.yaml")
    (root / "round").symlink_to(".")
    assert list(read_tree(root)) == ["same.yaml", "toolcharter.yaml"]


def test_text_that_is_no_utf_8_can_still_be_shown() -> None:
    assert texts_of({"a": b"caf\xe9"}) == {"a": "caf\ufffd"}
