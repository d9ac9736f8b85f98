"""What is written, left alone, removed and refused."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from toolcharter.emit.files import sha256_of
from toolcharter.output.plan import Plan, compare, plan
from toolcharter.output.write import write

OLD = {"acme/a.py": "a = 1\n", "acme/tools/old.py": "old = 1\n", "acme/manifest.json": ""}


def with_manifest(files: Mapping[str, str]) -> dict[str, str]:
    names = {path.removeprefix("acme/"): "sha256:" for path in files if "manifest" not in path}
    return {**files, "acme/manifest.json": json.dumps({"generated": names}) + "\n"}


def planned(root: Path, files: Mapping[str, str]) -> Plan:
    return plan(root, {path: sha256_of(text) for path, text in files.items()}, catalog="desk")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder that holds the compiled package ``acme``."""
    root = tmp_path / "generated"
    files = with_manifest(OLD)
    write(root, files, planned(root, files))
    return root


def test_a_compiled_folder_is_up_to_date(root: Path) -> None:
    found = planned(root, with_manifest(OLD))
    assert found.is_up_to_date
    assert found.unchanged == ("acme/a.py", "acme/manifest.json", "acme/tools/old.py")


def test_an_unchanged_file_is_not_touched(root: Path) -> None:
    os.utime(root / "acme/a.py", ns=(5, 5))
    files = with_manifest({**OLD, "acme/b.py": "b = 1\n"})
    write(root, files, planned(root, files))
    assert (root / "acme/a.py").stat().st_mtime_ns == 5
    assert (root / "acme/b.py").read_bytes() == b"b = 1\n"


def test_a_file_that_no_contract_says_any_more_is_removed_with_its_empty_folder(root: Path) -> None:
    files = with_manifest({"acme/a.py": "a = 1\n"})
    found = planned(root, files)
    assert found.obsolete == ("acme/tools/old.py",)
    write(root, files, found)
    assert not (root / "acme/tools").exists()
    assert planned(root, files).is_up_to_date


def test_a_file_that_a_person_put_there_is_named_and_nothing_is_written(root: Path) -> None:
    (root / "acme/mine.py").write_text("mine = 1\n")
    files = with_manifest({"acme/a.py": "a = 2\n"})
    found = planned(root, files)
    assert found.strangers == ("acme/mine.py",)
    with pytest.raises(ValueError, match="strangers"):
        write(root, files, found)
    assert (root / "acme/a.py").read_text() == "a = 1\n"


@pytest.mark.parametrize("manifest", ["", "<<<<<<< HEAD\n", "[]", "{}", '{"generated": 1}', None])
def test_without_a_sound_manifest_nothing_is_removed(root: Path, manifest: str | None) -> None:
    path = root / "acme/manifest.json"
    path.unlink()
    if manifest is not None:
        path.write_text(manifest)
    found = planned(root, with_manifest({"acme/a.py": "a = 1\n"}))
    assert found.obsolete == ()
    assert found.strangers == ("acme/tools/old.py",)


def test_a_manifest_that_lists_files_elsewhere_removes_none_of_them(root: Path) -> None:
    outside = root.parent / "outside.py"
    outside.write_text("")
    listing = {"generated": {"../../outside.py": "", "a.py": "", "tools/old.py": ""}}
    (root / "acme/manifest.json").write_text(json.dumps(listing))
    files = with_manifest({"acme/a.py": "a = 1\n"})
    found = planned(root, files)
    assert found.obsolete == ("acme/tools/old.py",)
    write(root, files, found)
    assert outside.exists()


def test_other_folders_beside_the_package_are_not_looked_at(root: Path) -> None:
    (root / "notes.txt").write_text("")
    (root / "other").mkdir()
    (root / "other/x.py").write_text("")
    assert planned(root, with_manifest(OLD)).is_up_to_date


@pytest.mark.parametrize(
    "path",
    [
        "__pycache__/a.cpython-311.pyc",
        ".mypy_cache/x.json",
        "acme.egg-info/PKG-INFO",
        "dist/a.whl",
        "build/a.txt",
    ],
)
def test_what_interpreters_and_builders_leave_behind_is_no_drift(root: Path, path: str) -> None:
    left = root / "acme" / path
    left.parent.mkdir()
    left.write_text("")
    assert planned(root, with_manifest(OLD)).is_up_to_date


@pytest.mark.parametrize("path", ["tools/dist/x.py", "tools/x.pyc", "x.so"])
def test_what_could_be_imported_is_drift(root: Path, path: str) -> None:
    left = root / "acme" / path
    left.parent.mkdir(exist_ok=True)
    left.write_text("")
    assert planned(root, with_manifest(OLD)).strangers == (f"acme/{path}",)


def test_a_link_in_place_of_a_file_is_not_followed(root: Path, tmp_path: Path) -> None:
    target = tmp_path / "secret.txt"
    target.write_text("a = 1\n")
    (root / "acme/a.py").unlink()
    (root / "acme/a.py").symlink_to(target)
    found = planned(root, with_manifest(OLD))
    assert found.blocked == ("acme/a.py",)
    assert found.is_refused
    assert target.read_text() == "a = 1\n"


@pytest.mark.parametrize("linked", ["acme/tools", "acme"])
def test_a_linked_folder_is_not_entered(root: Path, tmp_path: Path, linked: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    (root / linked).rename(elsewhere)
    (root / linked).symlink_to(elsewhere)
    found = planned(root, with_manifest(OLD))
    assert found.strangers == (linked,)
    assert found.is_refused


def test_a_link_that_appears_after_the_plan_is_not_written_through(tmp_path: Path) -> None:
    root = tmp_path / "generated"
    files = with_manifest(OLD)
    found = planned(root, files)
    (root / "acme").mkdir(parents=True)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (root / "acme/tools").symlink_to(elsewhere)
    with pytest.raises(ValueError, match="link"):
        write(root, files, found)
    assert list(elsewhere.iterdir()) == []


def test_a_folder_in_place_of_a_file_and_a_file_in_place_of_a_folder_are_refused() -> None:
    wanted = {"acme/a.py": "1", "acme/tools/b.py": "2"}
    found = compare(wanted, {"acme/a.py/x": "3", "acme/tools": "4"}, frozenset())
    assert found.blocked == ("acme/a.py",)
    assert found.strangers == ("acme/a.py/x", "acme/tools")


@pytest.mark.parametrize(
    "path", ["../x.py", "acme/../../x.py", "/x.py", "acme//x.py", "acme/..\\x"]
)
def test_a_path_out_of_the_folder_is_never_written(tmp_path: Path, path: str) -> None:
    root = tmp_path / "generated"
    found = compare({path: "1"}, {}, frozenset())
    with pytest.raises(ValueError, match="leaves its folder"):
        write(root, {path: ""}, found)
    assert not root.exists()


def test_the_manifest_is_written_before_the_files_that_it_lists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "generated"
    files = with_manifest(OLD)
    written: list[str] = []
    real = Path.replace

    def noting(self: Path, target: Path) -> Path:
        written.append(Path(target).name)
        return real(self, target)

    monkeypatch.setattr(Path, "replace", noting)
    write(root, files, planned(root, files))
    assert written == ["manifest.json", "a.py", "old.py"]


def test_an_obsolete_file_goes_while_the_old_manifest_still_lists_it(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(self: Path, target: Path) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    files = with_manifest({"acme/a.py": "a = 2\n", "acme/new.py": "new = 1\n"})
    with pytest.raises(KeyboardInterrupt):
        write(root, files, planned(root, files))
    assert not (root / "acme/tools").exists()
    assert "old.py" in (root / "acme/manifest.json").read_text()


def test_a_folder_that_empties_can_be_filled_again_at_once(root: Path) -> None:
    files = with_manifest({"acme/a.py": "a = 1\n", "acme/tools/new.py": "new = 1\n"})
    write(root, files, planned(root, files))
    assert [path.name for path in (root / "acme/tools").iterdir()] == ["new.py"]


LEFT_OVER = [
    ".a.py.0123abcd.tmp",
    "tools/.old.py.deadbeef.tmp",
    "tools/.manifest.json.00000000.tmp",
]


def test_what_an_interrupted_compilation_left_on_its_way_is_removed(root: Path) -> None:
    for name in LEFT_OVER:
        (root / "acme" / name).write_text("a = ")
    found = planned(root, with_manifest(OLD))
    assert found.obsolete == ("acme/.a.py.0123abcd.tmp", "acme/tools/.old.py.deadbeef.tmp")
    assert not found.is_up_to_date
    assert not found.is_refused
    write(root, with_manifest(OLD), found)
    assert planned(root, with_manifest(OLD)).is_up_to_date
    assert (root / "acme" / LEFT_OVER[2]).exists(), "no file of that name is ours"


@pytest.mark.parametrize("name", [".a.py.0123abc.tmp", ".a.py.0123abcg.tmp", ".mine.0123abcd.tmp"])
def test_other_hidden_files_are_left_alone(root: Path, name: str) -> None:
    (root / "acme" / name).write_text("")
    (root / "acme" / ".b.py.0123abcd.tmp").mkdir()
    assert planned(root, with_manifest(OLD)).is_up_to_date


def test_a_file_on_its_way_that_another_compilation_removes_is_written_again(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[str] = []
    real = Path.replace

    def taking_the_first(self: Path, target: Path) -> Path:
        if not taken:
            taken.append(self.name)
            self.unlink()
        return real(self, target)

    monkeypatch.setattr(Path, "replace", taking_the_first)
    files = with_manifest({**OLD, "acme/a.py": "a = 2\n"})
    write(root, files, planned(root, files))
    assert len(taken) == 1
    assert planned(root, files).is_up_to_date


def test_a_pipe_in_place_of_the_manifest_is_not_waited_for(root: Path) -> None:
    (root / "acme/manifest.json").unlink()
    os.mkfifo(root / "acme/manifest.json")
    assert planned(root, with_manifest(OLD)).blocked == ("acme/manifest.json",)


def leave(root: Path, **changed: object) -> None:
    """Makes the package one of the catalog's that was compiled before the catalog left it."""
    digests = {path: sha256_of(text) for path, text in OLD.items() if "manifest" not in path}
    manifest = {
        "catalog": "desk",
        "maker": {"compiler": "0.1.0"},
        "generated": {path.removeprefix("acme/"): digest for path, digest in digests.items()},
        **changed,
    }
    (root / "acme/manifest.json").write_text(json.dumps(manifest))


OTHER = {"other/b.py": "b = 1\n", "other/manifest.json": json.dumps({"generated": {"b.py": ""}})}


def test_a_package_that_its_catalog_has_left_is_removed(root: Path) -> None:
    leave(root)
    (root / "acme/tools/.old.py.deadbeef.tmp").write_text("")
    found = planned(root, OTHER)
    assert found.left == ("acme",)
    assert not found.is_up_to_date
    assert not found.is_refused
    write(root, OTHER, found)
    assert [path.name for path in root.iterdir()] == ["other"]
    assert planned(root, OTHER).is_up_to_date


def test_of_a_package_that_is_left_the_manifest_goes_last(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave(root)
    removed: list[str] = []
    real = Path.unlink

    def noting(self: Path, missing_ok: bool = False) -> None:
        removed.append(self.name)
        real(self, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", noting)
    write(root, OTHER, planned(root, OTHER))
    assert removed == ["a.py", "old.py", "manifest.json"]


@pytest.mark.parametrize("persons", ["acme/mine.py", "acme/a.py", "acme/tools/old.py"])
def test_of_a_package_that_is_left_nothing_is_removed_while_it_holds_a_persons_work(
    root: Path, persons: str
) -> None:
    leave(root)
    (root / persons).write_text("mine = 1\n")
    found = planned(root, OTHER)
    assert (found.left, found.strangers) == (("acme",), (persons,))
    with pytest.raises(ValueError, match="strangers"):
        write(root, OTHER, found)
    assert (root / "acme/manifest.json").exists()
    assert (root / persons).read_text() == "mine = 1\n"


@pytest.mark.parametrize(
    "changed", [{"catalog": "desk_2"}, {"maker": "me"}, {"generated": ["a.py"]}, {"catalog": None}]
)
def test_a_folder_that_another_catalog_or_nobody_generated_is_left_alone(
    root: Path, changed: dict[str, object]
) -> None:
    leave(root, **changed)
    found = planned(root, OTHER)
    assert (found.left, found.obsolete, found.strangers) == ((), (), ())


def test_a_linked_folder_is_no_package_that_was_left(root: Path, tmp_path: Path) -> None:
    leave(root)
    (root / "acme").rename(tmp_path / "elsewhere")
    (root / "acme").symlink_to(tmp_path / "elsewhere")
    assert planned(root, OTHER).left == ()


def test_an_interrupted_write_leaves_no_part_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "generated"
    files = with_manifest(OLD)

    def interrupted(self: Path, target: Path) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write(root, files, planned(root, files))
    assert [path for path in root.rglob("*") if path.is_file()] == []


def test_files_are_written_with_the_rights_of_any_new_file(root: Path) -> None:
    mask = os.umask(0)
    os.umask(mask)
    assert (root / "acme/a.py").stat().st_mode & 0o777 == 0o666 & ~mask


def test_line_ends_and_characters_are_written_as_they_are(tmp_path: Path) -> None:
    files = {"acme/a.py": "é\n\u2028 \U0001f600\n"}
    write(tmp_path, files, planned(tmp_path, files))
    assert (tmp_path / "acme/a.py").read_bytes() == files["acme/a.py"].encode()
    assert planned(tmp_path, files).is_up_to_date
