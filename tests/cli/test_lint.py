"""``lint``: findings of everything, of some files, and of drafts that are named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Toolcharter

READ = "tools/tickets/list_tickets.v1.yaml"


def findings(tc: Toolcharter, *arguments: str | Path) -> set[str]:
    """The files that have errors."""
    found = tc("lint", "--output-format", "json", *arguments)
    files = {
        each["place"]["file"]
        for each in json.loads(found.out)["diagnostics"]
        if each["severity"] == "error"
    }
    assert found.code == (1 if files else 0)
    return files


@pytest.fixture
def broken(catalog: Path) -> Path:
    """The starter catalog with an error in a contract and in a role."""
    for path in (READ, "roles/viewer.yaml"):
        (catalog / path).write_text((catalog / path).read_text() + "surprise: 1\n")
    return catalog


def test_a_sound_catalog_has_no_findings_and_nothing_is_generated(
    tc: Toolcharter, catalog: Path
) -> None:
    found = tc("lint")
    assert (found.code, found.out) == (0, "")
    assert found.err == "linted 2 contracts, 3 tool versions\n"
    assert tc("lint", "--quiet").err == ""
    assert not (catalog.parent / "generated").exists()


def test_all_findings_are_reported_in_one_run(tc: Toolcharter, broken: Path) -> None:
    assert findings(tc) >= {READ, "roles/viewer.yaml"}


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        (READ, {READ}),
        ("tools", {READ}),
        ("tools/tickets", {READ}),
        ("roles", {"roles/viewer.yaml"}),
        ("policies", set()),
    ],
)
def test_a_path_limits_what_is_reported(
    tc: Toolcharter, broken: Path, named: str, expected: set[str]
) -> None:
    assert findings(tc, broken / named) == expected


def test_several_paths_and_the_whole_catalog_can_be_named(tc: Toolcharter, broken: Path) -> None:
    both = {READ, "roles/viewer.yaml"}
    assert findings(tc, broken / "roles", broken / READ) == both
    assert findings(tc, broken) >= both


def test_a_path_is_relative_to_the_current_folder(
    tc: Toolcharter, broken: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(broken / "tools")
    assert findings(tc, "tickets") == {READ}
    assert findings(tc, "../roles") == {"roles/viewer.yaml"}


def test_a_path_that_is_not_there_or_not_in_the_catalog_is_wrong_usage(
    tc: Toolcharter, catalog: Path, tmp_path: Path
) -> None:
    assert tc("lint", catalog / "missing.yaml").code == 2
    (tmp_path / "other.yaml").write_text("")
    found = tc("lint", tmp_path / "other.yaml")
    assert found.code == 2
    assert "is not in the catalog" in found.err


@pytest.fixture
def draft(catalog: Path) -> Path:
    """A draft that is the starter's read under another name, with one unknown key."""
    text = (catalog / READ).read_text().replace("tool: list_tickets", "tool: find_tickets")
    path = catalog / "drafts/tickets/find_tickets.v1.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(f"{text}surprise: 1\n")
    return path


def test_a_draft_is_judged_only_where_it_is_named(tc: Toolcharter, draft: Path) -> None:
    name = "drafts/tickets/find_tickets.v1.yaml"
    assert findings(tc) == set()
    assert findings(tc, draft.parents[2]) == set()
    for named in (draft, draft.parent, draft.parents[1]):
        assert findings(tc, named) == {name}
    found = tc("lint", draft)
    assert f"{name}:" in found.out
    assert "surprise: 1" in found.out


def test_a_draft_without_faults_has_no_findings_and_still_is_not_compiled(
    tc: Toolcharter, draft: Path, tmp_path: Path
) -> None:
    draft.write_text(draft.read_text().removesuffix("surprise: 1\n"))
    assert findings(tc, draft) == set()
    assert tc("compile").code == 0
    assert not list((tmp_path / "generated").rglob("find_tickets*"))
