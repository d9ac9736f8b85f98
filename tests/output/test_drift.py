"""Findings and diffs about a folder that is not what the contracts say."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from toolcharter.emit.files import sha256_of
from toolcharter.output.drift import drift, unified_diff
from toolcharter.output.plan import Plan, plan
from toolcharter.output.write import write

OLD = {
    "acme/a.py": "a = 1\n",
    "acme/gone.py": "gone = 1\n",
    "acme/manifest.json": json.dumps({"generated": {"a.py": "", "gone.py": ""}}) + "\n",
}
NEW = {
    "acme/a.py": "a = 2\n",
    "acme/new.py": "new = 1\n",
    "acme/py.typed": "",
    "acme/manifest.json": json.dumps({"generated": {"a.py": "", "new.py": "", "py.typed": ""}})
    + "\n",
}


def digests(files: Mapping[str, str]) -> dict[str, str]:
    return {path: sha256_of(text) for path, text in files.items()}


def planned(root: Path, files: Mapping[str, str]) -> Plan:
    return plan(root, digests(files), catalog="desk")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "generated"
    write(root, OLD, planned(root, OLD))
    return root


def findings(root: Path) -> list[tuple[str, str]]:
    found = drift(root, digests(NEW), planned(root, NEW))
    return [(each.code, each.span.file) for each in found]


def test_drift_names_what_differs_what_is_missing_and_what_should_not_be_there(root: Path) -> None:
    (root / "acme/mine.py").write_text("")
    assert findings(root) == [
        ("drift/differs", "generated/acme/a.py"),
        ("drift/differs", "generated/acme/manifest.json"),
        ("drift/missing", "generated/acme/new.py"),
        ("drift/missing", "generated/acme/py.typed"),
        ("drift/unexpected", "generated/acme/gone.py"),
        ("drift/unexpected", "generated/acme/mine.py"),
    ]


def test_a_link_where_a_file_belongs_is_named(root: Path) -> None:
    write(root, NEW, planned(root, NEW))
    (root / "acme/a.py").unlink()
    (root / "acme/a.py").symlink_to("new.py")
    assert findings(root) == [("drift/unexpected", "generated/acme/a.py")]


def test_a_checkout_with_other_line_ends_is_told_what_to_do(root: Path) -> None:
    write(root, NEW, planned(root, NEW))
    (root / "acme/a.py").write_bytes(b"a = 2\r\n")
    (found,) = drift(root, digests(NEW), planned(root, NEW))
    assert found.code == "drift/line-ends"
    assert "generated/** text eol=lf" in found.hint
    assert ".gitattributes" in found.hint


def test_the_diff_is_one_that_patch_can_apply(root: Path) -> None:
    text = "".join(unified_diff(root, NEW, planned(root, NEW)))
    assert "-a = 1\n+a = 2\n" in text
    assert "--- /dev/null\n+++ generated/acme/new.py\n" in text
    assert "--- /dev/null\n+++ generated/acme/py.typed\n" in text
    assert "--- generated/acme/gone.py\n+++ /dev/null\n" in text
    patch = shutil.which("git")
    assert patch is not None
    subprocess.run([patch, "apply", "-p0"], input=text, text=True, cwd=root.parent, check=True)
    assert (root / "acme/a.py").read_text() == "a = 2\n"
    assert (root / "acme/new.py").read_text() == "new = 1\n"
    assert not (root / "acme/gone.py").exists()


def test_the_diff_shows_a_missing_line_end_and_foreign_line_ends(root: Path) -> None:
    (root / "acme/a.py").write_bytes(b"a = 2\r\nb")
    text = "".join(unified_diff(root, NEW, planned(root, NEW)))
    assert "-a = 2\r\n-b\n\\ No newline at end of file\n+a = 2\n" in text


def test_what_an_interrupted_compilation_left_is_named(root: Path) -> None:
    write(root, NEW, planned(root, NEW))
    (root / "acme/.a.py.0123abcd.tmp").write_text("a =")
    (found,) = drift(root, digests(NEW), planned(root, NEW))
    assert (found.code, found.span.file) == (
        "drift/unexpected",
        "generated/acme/.a.py.0123abcd.tmp",
    )
    assert "an interrupted compilation left it" in found.message


def test_a_package_that_its_catalog_has_left_is_named_once_and_what_is_in_the_way_beside_it(
    root: Path,
) -> None:
    write(root, NEW, planned(root, NEW))
    old = root / "old_acme"
    old.mkdir()
    (old / "a.py").write_text("a = 1\n")
    (old / "manifest.json").write_text(
        json.dumps({"catalog": "desk", "maker": {}, "generated": {"a.py": sha256_of("a = 1\n")}})
    )
    assert findings(root) == [("drift/unexpected", "generated/old_acme")]
    (old / "mine.py").write_text("")
    assert findings(root) == [
        ("drift/unexpected", "generated/old_acme"),
        ("drift/unexpected", "generated/old_acme/mine.py"),
    ]


def compiled_code(flags: int) -> bytes:
    return b"\x55\r\r\n" + flags.to_bytes(4, "little") + bytes(8)


@pytest.mark.parametrize(
    "path",
    [
        *("build/__init__.py", "build/lib/acme/a.py", "dist/evil.so", "dist/x.pyc"),
        *("__pycache__/evil.py", "__pycache__/evil.pyc", "tools/__pycache__/x/__init__.py"),
    ],
)
def test_what_can_be_imported_is_named_in_the_folders_of_tools_too(root: Path, path: str) -> None:
    write(root, NEW, planned(root, NEW))
    (root / "acme" / path).parent.mkdir(parents=True, exist_ok=True)
    (root / "acme" / path).write_bytes(compiled_code(0))
    assert findings(root) == [("drift/unexpected", f"generated/acme/{path}")]


@pytest.mark.parametrize("link", ["build", "__pycache__", "dist/evil", "build/evil.py"])
def test_a_link_in_the_place_of_a_tools_folder_or_in_it_is_named(root: Path, link: str) -> None:
    write(root, NEW, planned(root, NEW))
    (root / "elsewhere").mkdir()
    (root / "acme" / link).parent.mkdir(exist_ok=True)
    (root / "acme" / link).symlink_to(root / "elsewhere")
    assert findings(root) == [("drift/unexpected", f"generated/acme/{link}")]


def test_compiled_code_that_runs_whatever_its_source_says_is_named(root: Path) -> None:
    write(root, NEW, planned(root, NEW))
    kept = root / "acme/__pycache__"
    kept.mkdir()
    for name, flags in (("by_date", 0b00), ("by_hash", 0b11), ("unchecked", 0b01)):
        (kept / f"{name}.cpython-311.pyc").write_bytes(compiled_code(flags))
    assert findings(root) == [
        ("drift/unexpected", "generated/acme/__pycache__/unchecked.cpython-311.pyc")
    ]


def test_what_tools_leave_that_cannot_be_imported_is_left_alone(root: Path) -> None:
    write(root, NEW, planned(root, NEW))
    for path in (
        *("dist/acme-0-py3-none-any.whl", "build/log.txt", "acme.egg-info/x.py", ".venv/a.py"),
        *("__pycache__/a.cpython-311.pyc", "__pycache__/a.cpython-311.pyc.139923", ".idea/x"),
        *("__pycache__/gone.cpython-311.opt-1.pyc", "tools/__pycache__/a.cpython-312.pyc"),
    ):
        (root / "acme" / path).parent.mkdir(parents=True, exist_ok=True)
        (root / "acme" / path).write_bytes(b"")
    assert findings(root) == []


def test_nothing_differs_after_writing(root: Path) -> None:
    write(root, NEW, planned(root, NEW))
    assert findings(root) == []
    assert list(unified_diff(root, NEW, planned(root, NEW))) == []
