"""Finding a catalog on the disk and reading its files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from toolcharter.source.policy import CONTRACT_POLICY
from toolcharter.source.tree import LinkOutsideError, find_catalog, read_tree


def write(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(name.encode())


def test_files_are_given_as_bytes_by_name_in_order(tmp_path: Path) -> None:
    names = [
        "errors.yaml",
        "pins/release.yaml",
        "pins/support.lock.json",
        "policies/approval.yaml",
        "schemas/a/b/address.json",
        "toolcharter.yaml",
        "tools/customers/get_customer.v1.yaml",
        "tools/customers/get_customer.v2.yaml",
        "types/address.yaml",
    ]
    write(tmp_path, *reversed(names))
    tree = read_tree(tmp_path)
    assert list(tree) == names
    assert all(data == name.encode() for name, data in tree.items())


def test_a_file_without_a_place_in_the_language_is_given_so_that_a_rule_can_name_it(
    tmp_path: Path,
) -> None:
    names = ["README.md", "toolcharter.yml", "tools/get_customer.v1.yaml", "types/a/b.yaml"]
    write(tmp_path, *names)
    assert list(read_tree(tmp_path)) == names


def test_drafts_are_there_to_be_counted(tmp_path: Path) -> None:
    write(tmp_path, "drafts/a.v1.yaml", "drafts/area/b.v1.yaml")
    assert list(read_tree(tmp_path)) == ["drafts/a.v1.yaml", "drafts/area/b.v1.yaml"]


def test_cases_and_names_with_a_dot_before_them_are_passed_over(tmp_path: Path) -> None:
    write(tmp_path, "cases/a/b.yaml", ".git/config", "tools/.a.yaml.swp", ".gitignore")
    write(tmp_path, "tools/cases/a.v1.yaml")
    assert list(read_tree(tmp_path)) == ["tools/cases/a.v1.yaml"]


def test_of_a_large_file_enough_is_read_to_see_that_it_is_too_large(tmp_path: Path) -> None:
    for name in ("a.yaml", "pins"):
        path = tmp_path / name
        if name == "pins":
            path.mkdir()
            path /= "release.yaml"
        with path.open("wb") as file:
            file.truncate(CONTRACT_POLICY.max_bytes + 100)
    tree = read_tree(tmp_path)
    assert len(tree["a.yaml"]) == CONTRACT_POLICY.max_bytes + 1
    assert len(tree["pins/release.yaml"]) == CONTRACT_POLICY.max_bytes + 100


@pytest.mark.parametrize("target", ["../outside.yaml", "../nothing.yaml", "/etc/passwd", ".."])
def test_a_link_out_of_the_catalog_is_refused_by_its_name(tmp_path: Path, target: str) -> None:
    (tmp_path / "outside.yaml").write_text("secret\n")
    write(tmp_path / "catalog", "toolcharter.yaml")
    (tmp_path / "catalog" / "types").mkdir()
    (tmp_path / "catalog" / "types" / "x.yaml").symlink_to(Path("..") / target)
    with pytest.raises(LinkOutsideError) as refusal:
        read_tree(tmp_path / "catalog")
    assert refusal.value.name == "types/x.yaml"
    assert str(refusal.value) == "the link 'types/x.yaml' leads out of the catalog"


def test_a_link_inside_the_catalog_is_followed_to_a_file_and_not_into_a_folder(
    tmp_path: Path,
) -> None:
    write(tmp_path, "types/a.yaml")
    (tmp_path / "types" / "b.yaml").symlink_to("a.yaml")
    (tmp_path / "again").symlink_to(".")
    (tmp_path / "gone.yaml").symlink_to("nothing.yaml")
    assert read_tree(tmp_path) == {
        "types/a.yaml": b"types/a.yaml",
        "types/b.yaml": b"types/a.yaml",
    }


def test_the_catalog_itself_may_be_a_link(tmp_path: Path) -> None:
    write(tmp_path / "real", "toolcharter.yaml")
    (tmp_path / "linked").symlink_to("real")
    assert list(read_tree(tmp_path / "linked")) == ["toolcharter.yaml"]


def test_a_pipe_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.yaml")
    assert read_tree(tmp_path) == {}


def test_a_name_that_is_no_text_is_spelled_out(tmp_path: Path) -> None:
    (Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.yaml"))).write_bytes(b"")
    assert list(read_tree(tmp_path)) == ["caf\\xe9.yaml"]


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


def test_a_folder_of_that_name_is_no_catalog(tmp_path: Path) -> None:
    (tmp_path / "toolcharter.yaml").mkdir()
    assert find_catalog(tmp_path) is None
