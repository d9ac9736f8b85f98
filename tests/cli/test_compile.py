"""``compile`` and ``check``: what is written, what is only said, and what is not done twice."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from toolcharter.output.cache import Cache
from toolcharter.output.compiler import compiler_digest
from toolcharter.output.record import keep, recall, record_key
from toolcharter.output.secret import kept_secret
from toolcharter.source.tree import read_tree

from .conftest import Toolcharter

READ = "tools/tickets/list_tickets.v1.yaml"
HEAVY = ("yaml", "jinja2", "jsonschema", "jsonschema_rs", "pydantic", "datamodel_code_generator")


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def package(catalog: Path) -> Path:
    """Where the package of the starter catalog is generated."""
    return catalog.parent / "generated" / "ticket_tools"


@pytest.fixture
def compiled(tc: Toolcharter, package: Path) -> Path:
    """The same, compiled."""
    assert tc("compile").code == 0
    return package


def break_(catalog: Path) -> None:
    path = catalog / READ
    path.write_text(path.read_text() + "surprise: 1\n")


def reword(catalog: Path) -> None:
    path = catalog / READ
    text = path.read_text()
    assert "purpose: " in text
    path.write_text(text.replace("purpose: ", "purpose: Reworded. ", 1))


def test_compiling_writes_the_package_and_says_what_it_did(tc: Toolcharter, package: Path) -> None:
    found = tc("compile")
    assert (found.code, found.out) == (0, "")
    written = contents(package)
    assert {"__init__.py", "dispatch.py", "manifest.json", "py.typed"} <= written.keys()
    assert found.err == (
        f"2 contracts, 3 tool versions: {len(written)} files written, 0 unchanged\n"
    )


def test_compiling_again_touches_no_file(tc: Toolcharter, compiled: Path) -> None:
    for path in compiled.rglob("*"):
        os.utime(path, ns=(7, 7))
    found = tc("compile")
    assert found.code == 0
    assert f"0 files written, {len(contents(compiled))} unchanged" in found.err
    assert {path.stat().st_mtime_ns for path in compiled.rglob("*") if path.is_file()} == {7}


def test_quiet_says_nothing(tc: Toolcharter, compiled: Path) -> None:
    assert tc("compile", "--quiet").err == ""
    assert tc("check", "-q").err == ""


@pytest.mark.parametrize("arguments", [["compile", "--check"], ["compile", "--diff"], ["check"]])
def test_what_only_looks_writes_nothing(
    tc: Toolcharter, catalog: Path, package: Path, arguments: list[str]
) -> None:
    found = tc(*arguments)
    assert found.code == 1
    assert "generated/ticket_tools/dispatch.py" in found.out
    assert not package.parent.exists()


@pytest.mark.parametrize("arguments", [["compile", "--check"], ["compile", "--diff"], ["check"]])
def test_what_only_looks_is_clean_after_compiling(
    tc: Toolcharter, compiled: Path, arguments: list[str]
) -> None:
    found = tc(*arguments)
    assert (found.code, found.out) == (0, "")


@pytest.mark.parametrize("arguments", [["compile", "--check"], ["check"]])
def test_drift_names_what_differs_what_is_missing_and_what_should_not_be_there(
    tc: Toolcharter, compiled: Path, arguments: list[str]
) -> None:
    (compiled / "dispatch.py").write_text("TOOLS = {}\n")
    (compiled / "tables.py").unlink()
    (compiled / "mine.py").write_text("")
    found = tc(*arguments, "--output-format", "json")
    assert found.code == 1
    assert [
        (each["code"], each["place"]["file"]) for each in json.loads(found.out)["diagnostics"]
    ] == [
        ("drift/differs", "generated/ticket_tools/dispatch.py"),
        ("drift/unexpected", "generated/ticket_tools/mine.py"),
        ("drift/missing", "generated/ticket_tools/tables.py"),
    ]


def test_the_diff_is_what_compiling_would_change(
    tc: Toolcharter, catalog: Path, compiled: Path
) -> None:
    reword(catalog)
    found = tc("compile", "--diff")
    assert found.code == 1
    assert "+++ generated/ticket_tools/tools/list_tickets_v1.py\n" in found.out
    git = shutil.which("git")
    assert git is not None
    subprocess.run(
        [git, "apply", "-p0"], input=found.out, text=True, cwd=catalog.parent, check=True
    )
    patched = contents(compiled)
    assert tc("compile", "--check").code == 0
    assert tc("compile").code == 0
    assert contents(compiled) == patched


def test_check_and_diff_exclude_each_other(tc: Toolcharter, catalog: Path) -> None:
    assert tc("compile", "--check", "--diff").code == 2


def test_with_an_error_no_file_is_written(tc: Toolcharter, catalog: Path, compiled: Path) -> None:
    before = contents(compiled)
    reword(catalog)
    path = catalog / "roles/viewer.yaml"
    path.write_text(path.read_text() + "surprise: 1\n")
    for arguments in (["compile"], ["compile", "--check"], ["compile", "--diff"], ["check"]):
        found = tc(*arguments)
        assert found.code == 1
        assert "roles/viewer.yaml:" in found.out
        assert "surprise" in found.out
    assert contents(compiled) == before


def test_a_stranger_in_the_package_is_named_and_nothing_is_written(
    tc: Toolcharter, catalog: Path, compiled: Path
) -> None:
    (compiled / "mine.py").write_text("mine = 1\n")
    reword(catalog)
    before = contents(compiled)
    found = tc("compile")
    assert found.code == 1
    assert "generated/ticket_tools/mine.py" in found.out
    assert contents(compiled) == before


def test_what_no_contract_says_any_more_is_removed(
    tc: Toolcharter, catalog: Path, compiled: Path
) -> None:
    (catalog / "roles/viewer.yaml").unlink()
    found = tc("compile")
    assert found.code == 0
    assert "2 removed" in found.err
    assert not (compiled / "roles/viewer.py").exists()
    assert not (compiled / "snapshots/viewer.json").exists()
    assert tc("compile", "--check").code == 0


def rename_package(catalog: Path) -> None:
    path = catalog / "toolcharter.yaml"
    text = path.read_text()
    assert text.count("package: ticket_tools") == 1
    path.write_text(text.replace("package: ticket_tools", "package: desk_tools"))


def test_the_package_of_a_renamed_catalog_is_named_and_then_removed(
    tc: Toolcharter, catalog: Path, compiled: Path
) -> None:
    rename_package(catalog)
    for arguments in (["compile", "--check"], ["check"]):
        found = tc(*arguments)
        assert found.code == 1
        assert "generated/ticket_tools:1:1: error: The package should not be there" in found.out
    assert "--- generated/ticket_tools/dispatch.py\n+++ /dev/null\n" in tc("compile", "--diff").out
    assert compiled.exists()
    assert tc("compile").code == 0
    assert [path.name for path in compiled.parent.iterdir()] == ["desk_tools"]
    assert tc("check").code == 0


@pytest.mark.parametrize("persons", ["mine.py", "dispatch.py"])
def test_a_package_of_a_renamed_catalog_with_a_persons_work_stays_until_that_is_moved(
    tc: Toolcharter, catalog: Path, compiled: Path, persons: str
) -> None:
    (compiled / persons).write_text("mine = 1\n")
    rename_package(catalog)
    before = contents(compiled.parent)
    found = tc("compile")
    assert found.code == 1
    assert f"generated/ticket_tools/{persons}" in found.out
    assert "Move it out of generated/ticket_tools" in found.out
    assert contents(compiled.parent) == before
    (compiled / persons).unlink()
    assert tc("compile").code == 0
    assert not compiled.exists()


def test_the_package_of_another_catalog_beside_it_is_left_alone(
    tc: Toolcharter, catalog: Path, compiled: Path
) -> None:
    other = catalog.parent / "other"
    shutil.copytree(catalog, other)
    rename_package(other)
    path = other / "toolcharter.yaml"
    path.write_text(re.sub(r"(?m)^catalog: \w+", "catalog: other_desk", path.read_text()))
    for folder in (other, catalog):
        assert tc("compile", "--catalog", folder).code == 0
    for folder in (other, catalog):
        assert tc("check", "--catalog", folder).code == 0


@pytest.mark.parametrize("pin", ["a pipe", "a folder"])
def test_a_pin_that_is_no_file_is_a_finding_and_not_waited_for(
    tc: Toolcharter, catalog: Path, compiled: Path, pin: str
) -> None:
    (catalog / "pins").mkdir()
    path = catalog / "pins/viewer.lock.json"
    os.mkfifo(path) if pin == "a pipe" else path.mkdir()
    found = tc("check")
    assert found.code == 1
    assert "[pins/moved]" in found.out


def test_drafts_are_counted_and_not_compiled(tc: Toolcharter, catalog: Path) -> None:
    (catalog / "drafts").mkdir()
    (catalog / "drafts/half_done.v1.yaml").write_text("tool: half_done\n")
    found = tc("compile")
    assert found.code == 0
    assert found.err.endswith("; 1 draft left out\n")


def test_json_is_the_only_thing_on_standard_output(tc: Toolcharter, catalog: Path) -> None:
    found = tc("compile", "--output-format", "json")
    assert json.loads(found.out)["diagnostics"] == []
    break_(catalog)
    found = tc("compile", "--output-format", "json")
    assert found.code == 1
    assert READ in {each["place"]["file"] for each in json.loads(found.out)["diagnostics"]}


def test_a_checkout_with_other_line_ends_compiles_to_the_same(
    tc: Toolcharter, catalog: Path, compiled: Path
) -> None:
    for path in catalog.rglob("*.yaml"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert tc("compile", "--check", "--no-cache").code == 0


@pytest.fixture
def elsewhere(tmp_path: Path, catalog: Path) -> Iterator[Path]:
    """A copy of the catalog at another path."""
    copy = tmp_path / "other place" / "catalog"
    shutil.copytree(catalog, copy)
    yield copy


@pytest.mark.promise("G3")
def test_the_output_depends_on_no_hash_seed_no_folder_and_no_number_of_jobs(
    elsewhere: Path, compiled: Path
) -> None:
    found = subprocess.run(
        [
            *(sys.executable, "-m", "toolcharter.cli", "compile", "--no-cache", "--jobs", "3"),
            *("--catalog", str(elsewhere)),
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
        env={"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": "4711", "TZ": "Asia/Tokyo"},
    )
    assert found.returncode == 0, found.stderr
    assert contents(elsewhere.parent / "generated" / "ticket_tools") == contents(compiled)


def imported_by(*arguments: str) -> set[str]:
    """The heavy modules that a run of the command loads."""
    code = (
        "import sys\n"
        "from toolcharter.cli.exits import run\n"
        "from toolcharter.cli.group import toolcharter\n"
        "assert run(toolcharter, sys.argv[1:]) == 0\n"
        f"print(' '.join(sorted(sys.modules.keys() & set({HEAVY}))))\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={
            "PYTHONPATH": ":".join(sys.path),
            "XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"],
        },
    )
    assert found.returncode == 0, found.stderr
    return set(found.stdout.split())


@pytest.mark.parametrize(
    "arguments", [["compile", "--check"], ["compile"], ["check"], ["lint"], ["compile", "--diff"]]
)
def test_where_nothing_changed_nothing_is_compiled_to_see_it(
    compiled: Path, arguments: list[str]
) -> None:
    assert imported_by(*arguments) == set()
    assert "yaml" in imported_by(*arguments, "--no-cache")


def test_a_record_is_not_believed_about_files_on_disk(tc: Toolcharter, compiled: Path) -> None:
    (compiled / "dispatch.py").write_text("TOOLS = {}\n")
    assert tc("compile", "--check").code == 1
    assert tc("compile").code == 0
    assert tc("compile", "--check", "--no-cache").code == 0


def test_a_record_is_not_used_for_another_catalog(
    tc: Toolcharter, catalog: Path, compiled: Path
) -> None:
    reword(catalog)
    assert tc("compile", "--check").code == 1


@pytest.mark.parametrize("damage", ["deleted", "emptied", "flipped", "swapped"])
def test_whatever_happens_to_the_cache_the_output_is_the_same(
    tc: Toolcharter, catalog: Path, compiled: Path, damage: str
) -> None:
    before = contents(compiled)
    cache = catalog.parent / ".toolcharter-cache"
    entries = sorted(path for path in cache.rglob("*") if path.is_file())
    bodies = [path.read_bytes() for path in entries]
    assert len(entries) > 3
    if damage == "deleted":
        shutil.rmtree(cache)
    for number, path in enumerate(entries):
        if damage == "emptied":
            path.write_bytes(b"")
        elif damage == "flipped":
            path.write_bytes(bodies[number][:-1] + b"\0")
        elif damage == "swapped":
            path.write_bytes(bodies[number - 1])
    shutil.rmtree(compiled)
    assert tc("compile").code == 0
    assert contents(compiled) == before


def test_a_cache_that_somebody_else_filled_says_nothing_about_drift(
    tc: Toolcharter, catalog: Path, compiled: Path, own_folder: Path
) -> None:
    """Whoever has another secret could have kept any record: that of other outputs, too."""
    tables = compiled / "tables.py"
    cache = Cache(catalog.parent / ".toolcharter-cache", b"somebody else's")
    key = record_key(read_tree(catalog), compiler_digest())
    ours = recall(Cache(cache.folder, kept_secret(own_folder / "toolcharter")), key)
    assert ours is not None
    tables.write_text("ERRORS = ()\n")
    digest = hashlib.sha256(tables.read_bytes()).hexdigest()
    outputs = {**ours.outputs, f"{compiled.name}/tables.py": digest}
    keep(cache, key, replace(ours, outputs=outputs))
    assert recall(cache, key) is not None
    for command in (("compile", "--check"), ("check",)):
        found = tc(*command)
        assert found.code == 1
        assert "tables.py" in found.out
    assert tc("compile").code == 0
    assert tables.read_text() != "ERRORS = ()\n"


def test_without_a_cache_nothing_is_kept(tc: Toolcharter, catalog: Path) -> None:
    assert tc("compile", "--no-cache").code == 0
    assert not (catalog.parent / ".toolcharter-cache").exists()


def test_the_cache_can_be_put_elsewhere(
    tc: Toolcharter, catalog: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOOLCHARTER_CACHE_DIR", str(tmp_path / "kept"))
    assert tc("compile").code == 0
    assert (tmp_path / "kept").is_dir()
    assert not (catalog.parent / ".toolcharter-cache").exists()


@pytest.mark.parametrize(
    "name", ["viewer.lock.yaml", "viewer.json", "old/viewer.lock.json", "release.yml", "X.JSON"]
)
def test_a_pin_that_nobody_would_read_is_named(
    tc: Toolcharter, catalog: Path, compiled: Path, name: str
) -> None:
    path = catalog / "pins" / name
    path.parent.mkdir(parents=True)
    path.write_text("{}\n")
    (catalog / "pins/release.yaml").write_text("{}\n")
    (catalog / "pins/README.md").write_text("How we pin.\n")
    found = tc("check")
    assert found.code == 1
    assert f"pins/{name}:1:1: error: " in found.out
    assert found.out.count("[file/unknown]") == 1


def test_a_pinned_role_that_is_unchanged_is_no_finding_and_a_moved_one_is(
    tc: Toolcharter, catalog: Path, compiled: Path
) -> None:
    pins = catalog / "pins"
    pins.mkdir()
    shutil.copyfile(compiled / "snapshots/viewer.json", pins / "viewer.lock.json")
    assert tc("check").code == 0
    reword(catalog)
    assert tc("compile").code == 0
    found = tc("check")
    assert found.code == 1
    assert "pins/viewer.lock.json" in found.out
    assert "[pins/moved]" in found.out


def test_a_pinned_role_that_is_gone_is_a_finding(
    tc: Toolcharter, catalog: Path, compiled: Path
) -> None:
    (catalog / "pins").mkdir()
    (catalog / "pins/gone.lock.json").write_text("{}\n")
    assert "`gone` is not in the catalog" in tc("check").out


def test_a_catalog_is_named_from_anywhere(
    tc: Toolcharter, catalog: Path, compiled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir("/")
    assert tc("compile", "--check", "--catalog", catalog).code == 0
    assert tc("compile", "--check").code == 2


@pytest.mark.parametrize("no_color", ["", "1"])
def test_findings_have_no_colour_where_there_is_no_terminal(
    tc: Toolcharter, catalog: Path, monkeypatch: pytest.MonkeyPatch, no_color: str
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    break_(catalog)
    assert "\x1b" not in tc("compile").out


def test_a_new_tool_changes_no_line_of_another_tools_files(
    tc: Toolcharter, catalog: Path, compiled: Path
) -> None:
    before = contents(compiled)
    text = (catalog / READ).read_text().replace("tool: list_tickets", "tool: find_tickets")
    (catalog / "tools/tickets/find_tickets.v1.yaml").write_text(text)
    assert tc("compile").code == 0
    after = contents(compiled)
    for path, old in before.items():
        if path.split("/")[0] in ("tools", "schemas", "wording", "fixtures", "roles", "snapshots"):
            assert after[path] == old, path
        elif path.endswith(".py"):
            kept = iter(after[path].splitlines())
            assert all(line in kept for line in old.splitlines()), path
    assert "tools/find_tickets_v1.py" in after.keys() - before.keys()
