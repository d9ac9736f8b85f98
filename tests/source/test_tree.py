"""Reading the files of a catalog from the disk."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
from toolcharter.source.policy import CONTRACT_POLICY
from toolcharter.source.reader import read
from toolcharter.source.tree import TreeError, read_tree

MOST = CONTRACT_POLICY.max_bytes


def write(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(name.encode())


def refusal(root: Path) -> TreeError:
    with pytest.raises(TreeError) as refused:
        read_tree(root)
    return refused.value


def test_files_are_given_as_bytes_by_name_in_order(tmp_path: Path) -> None:
    names = [
        "errors.yaml",
        "policies/approval.yaml",
        "roles/desk.yml",
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
    names = [
        "a.json",
        "toolcharter.yml",
        "tools/a/get.v1.YAML",
        "tools/b.v1.yaml",
        "types/a/b.yaml",
    ]
    write(tmp_path, *names)
    assert list(read_tree(tmp_path)) == names


def test_files_of_other_kinds_are_nobodys_business(tmp_path: Path) -> None:
    write(tmp_path, "README.md", "tools/README.md", "tools/a/diagram.svg", "LICENSE")
    assert read_tree(tmp_path) == {}


def test_drafts_are_there_to_be_counted(tmp_path: Path) -> None:
    write(tmp_path, "drafts/a.v1.yaml", "drafts/area/b.v1.yaml")
    assert list(read_tree(tmp_path)) == ["drafts/a.v1.yaml", "drafts/area/b.v1.yaml"]


def test_cases_pins_and_names_with_a_dot_before_them_are_passed_over(tmp_path: Path) -> None:
    write(tmp_path, "cases/a/b.yaml", "pins/release.yaml", "pins/support.lock.json")
    write(tmp_path, ".git/config.yaml", "tools/.a.yaml", ".hidden.yaml")
    write(tmp_path, "tools/cases/a.v1.yaml", "tools/pins/b.v1.yaml")
    assert list(read_tree(tmp_path)) == ["tools/cases/a.v1.yaml", "tools/pins/b.v1.yaml"]


def test_line_ends_are_the_same_however_the_catalog_was_checked_out(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"a: 1\r\nb: 2\n")
    assert read_tree(tmp_path) == {"a.yaml": b"a: 1\nb: 2\n"}


def test_of_a_large_file_enough_is_read_to_see_that_it_is_too_large(tmp_path: Path) -> None:
    with (tmp_path / "a.yaml").open("wb") as file:
        os.truncate(file.fileno(), 1 << 33)
    assert len(read_tree(tmp_path)["a.yaml"]) == MOST + 1


@pytest.mark.parametrize(
    ("contents", "is_refused"),
    [
        (b"#" * (MOST - 5) + b"\na: 1\n", True),
        (b"#" * (MOST - 6) + b"\na: 1", False),
        (b"#\r\n" * 20_000 + b"a: 1\r\n", False),
        (b"\r\n" * (MOST - 4) + b"a: 1", False),
        (b"\r\n" * MOST + b"a: 1", True),
        (b"a: 1\r\n" + b"\r\n" * MOST + b"b: 2", True),
    ],
)
def test_no_file_is_cut_and_then_taken_for_a_whole_one(
    tmp_path: Path, contents: bytes, is_refused: bool
) -> None:
    (tmp_path / "a.yaml").write_bytes(contents)
    _, found = read("a.yaml", read_tree(tmp_path)["a.yaml"])
    assert [each.code for each in found] == ["yaml/size-limit"] * is_refused


@pytest.mark.parametrize("target", ["../outside.yaml", "../nothing.yaml", "/etc/passwd", ".."])
@pytest.mark.parametrize("name", ["x.yaml", "notes"])
def test_a_link_out_of_the_catalog_is_refused_by_its_name(
    tmp_path: Path, name: str, target: str
) -> None:
    (tmp_path / "outside.yaml").write_text("secret\n")
    write(tmp_path / "catalog", "toolcharter.yaml")
    (tmp_path / "catalog" / "types").mkdir()
    (tmp_path / "catalog" / "types" / name).symlink_to(Path("..") / target)
    refused = refusal(tmp_path / "catalog")
    assert refused.names == (f"types/{name}",)
    assert str(refused) == f"'types/{name}' is a link that leads out of the catalog"


def test_a_folder_whose_name_begins_like_that_of_the_catalog_is_outside(tmp_path: Path) -> None:
    write(tmp_path / "catalog", "toolcharter.yaml")
    write(tmp_path / "catalog2", "x.yaml")
    (tmp_path / "catalog" / "x.yaml").symlink_to("../catalog2/x.yaml")
    assert refusal(tmp_path / "catalog").names == ("x.yaml",)


def test_a_link_inside_the_catalog_is_followed_to_a_file(tmp_path: Path) -> None:
    write(tmp_path, "types/a.yaml")
    (tmp_path / "types" / "b.yaml").symlink_to("a.yaml")
    assert read_tree(tmp_path) == {
        "types/a.yaml": b"types/a.yaml",
        "types/b.yaml": b"types/a.yaml",
    }


def test_a_linked_folder_is_not_entered_and_not_passed_over_in_silence(tmp_path: Path) -> None:
    write(tmp_path, "tools/a/get.v1.yaml")
    (tmp_path / "again").symlink_to(".")
    (tmp_path / "tools" / "b").symlink_to("a")
    refused = refusal(tmp_path)
    assert refused.names == ("again", "tools/b")
    assert "is a link to a folder, and those are not entered" in str(refused)


@pytest.mark.parametrize("target", ["nothing.yaml", "gone.yaml"])
def test_a_link_to_nothing_or_to_itself_is_named(tmp_path: Path, target: str) -> None:
    (tmp_path / "gone.yaml").symlink_to(target)
    assert refusal(tmp_path).names == ("gone.yaml",)


def test_the_catalog_itself_may_be_a_link(tmp_path: Path) -> None:
    write(tmp_path / "real", "toolcharter.yaml")
    (tmp_path / "real" / "same.yaml").symlink_to("toolcharter.yaml")
    (tmp_path / "linked").symlink_to("real")
    assert list(read_tree(tmp_path / "linked")) == ["same.yaml", "toolcharter.yaml"]


def test_what_is_named_like_a_file_and_is_none_is_named_and_never_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    os.mkfifo(tmp_path / "pipe")
    write(tmp_path, "tools/x.v1.yaml/inside.yaml", "errors.yaml")
    (tmp_path / "linked.yaml").symlink_to("pipe.yaml")
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket.json")
        refused = refusal(tmp_path)
    assert refused.names == ("linked.yaml", "pipe.yaml", "socket.json", "tools/x.v1.yaml")
    assert "'tools/x.v1.yaml' is a folder and named like a file of the catalog" in str(refused)
    assert "'pipe.yaml' is no regular file and named like" in str(refused)


def test_a_name_that_is_not_utf_8_is_refused_and_spelled_out(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.yaml")).write_bytes(b"")
    (tmp_path / "café.yaml").write_bytes(b"")
    refused = refusal(tmp_path)
    assert refused.names == ("caf\\xe9.yaml",)
    assert str(refused).endswith("has a name that is not UTF-8; rename it")


def test_everything_that_is_refused_is_named_at_once_in_order(tmp_path: Path) -> None:
    for name in ("b.yaml", "a.yaml"):
        (tmp_path / name).symlink_to("/etc/passwd")
    assert refusal(tmp_path).names == ("a.yaml", "b.yaml")
