"""Each rule has cases that fire, with every finding word for word, and near misses that do not.

A case is a folder ``<area>/<promise>/fires*`` or ``near*`` of pieces (see ``overlay``). A firing
case holds ``expected.json``; ``TOOLCHARTER_GOLDEN=1`` writes it anew.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from lint.conftest import Find
from lint.overlay import tree_of, with_pieces
from toolcharter.diagnostics import Diagnostic, Related, Span
from toolcharter.diagnostics.render.excerpt import excerpt, lines_of

HERE = Path(__file__).parent
FIRES = sorted(path for path in HERE.glob("*/*/fires*") if path.is_dir())
NEAR = sorted(path for path in HERE.glob("*/*/near*") if path.is_dir())


PROMISES = {
    "C2": (
        *("in/boolean-mode-switch", "in/model-supplies-control", "in/free-form-action"),
        *("in/stringified-json", "name/generic-tunnel"),
    ),
    "C4": ("in/open-object", "out/open-object"),
    "C5": ("in/union-no-discriminator", "in/union-tag-not-unique"),
    "C6": (
        *("in/unbounded-string", "in/unbounded-array", "in/unbounded-number", "in/unbounded-map"),
        *("in/untyped", "out/unbounded"),
    ),
    "C9": ("effect/external-as-local", "effect/external-disagrees"),
    "C10": (
        *("effect/write-no-approval-policy", "approval/level-below-consequence"),
        *("approval/none-outside-space", "write/commit-takes-payload"),
    ),
    "C11": (
        *("retry/unsafe-auto", "limits/above-ceiling", "write/no-status-tool"),
        *("write/keys-kept-too-short", "write/kept-too-short"),
    ),
    "C13": ("limits/result-too-small",),
    "C17": ("version/deprecated-no-sunset", "version/successor-not-newer", "tool/withdrawn"),
    "C18": (
        *("role/read-has-write", "role/wrong-heading", "role/unknown-tool", "role/unknown-view"),
        "role/unknown-environment",
    ),
    "C19": ("exclusion/forbidden-capability",),
    "C22": ("id/unresolvable", "id/resolver-not-read", "id/not-yielded", "in/id-untyped"),
    "A3": ("policy/fact-unbound", "policy/fact-type"),
    "B2": ("precondition/unknown",),
    "B4": ("error/unknown", "error/runtime-code", "error/implied-repeated"),
    "B8": ("permission/unknown",),
}
"""Which requirement each rule keeps."""


def _rule_of(folder: Path) -> str:
    return folder.parent.relative_to(HERE).as_posix()


def _cases(folders: list[Path]) -> list[Any]:
    """The folders as parameters, each marked with the requirement that it proves."""
    numbers = {rule: number for number, rules in PROMISES.items() for rule in rules}
    cases = []
    for folder in folders:
        number = numbers.get(_rule_of(folder))
        marks = [pytest.mark.promise(number)] if number else []
        name = folder.relative_to(HERE).as_posix()
        cases.append(pytest.param(folder, id=name, marks=marks))
    return cases


@pytest.mark.parametrize("folder", _cases(FIRES))
def test_the_case_is_found_where_it_stands(folder: Path, find: Find) -> None:
    tree = _tree(folder)
    found = [_readable(each, tree) for each in find(tree)]
    expected = folder / "expected.json"
    if os.environ.get("TOOLCHARTER_GOLDEN"):
        expected.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    assert found == json.loads(expected.read_text())
    assert _rule_of(folder) in {each["code"] for each in found}


@pytest.mark.parametrize("folder", _cases(NEAR))
def test_the_near_miss_is_refused_by_nothing(folder: Path, find: Find) -> None:
    found = find(_tree(folder))
    told = [f"{each.code} {each.span} {each.message}" for each in found]
    assert [each for each in told if each.startswith(_rule_of(folder))] == []
    assert [str(each.span) + each.message for each in found if each.is_error] == []


def _tree(folder: Path) -> dict[str, bytes]:
    return with_pieces((path, data.decode()) for path, data in tree_of(folder).items())


def _readable(each: Diagnostic, tree: dict[str, bytes]) -> dict[str, Any]:
    """A finding with the text that its carets mark, so that a place can be reviewed."""
    written: dict[str, Any] = {
        "code": each.code,
        **_place(each.span, tree),
        "message": each.message,
        "hint": each.hint,
    }
    if each.related:
        written["related"] = [_related(related, tree) for related in each.related]
    return written


def _related(related: Related, tree: dict[str, bytes]) -> dict[str, Any]:
    return {**_place(related.span, tree), "message": related.message}


def _place(span: Span, tree: dict[str, bytes]) -> dict[str, Any]:
    lines = lines_of(tree[span.file].decode())
    shown = excerpt(lines, span, width=10_000)
    marked = ""
    if shown is not None:
        start = shown.carets.index("^")
        marked = shown.line[start : start + shown.carets.count("^")]
    return {"file": span.file, "line": span.line, "column": span.column, "marked": marked}
