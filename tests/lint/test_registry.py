"""A rule is a module, a line of the registry and a case folder; and every emitted id has a page."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import toolcharter
from toolcharter.lint.handbook import HANDBOOK
from toolcharter.lint.rule import StageRule

HERE = Path(__file__).parent
PACKAGE = Path(toolcharter.__file__).parent

_RULE_ID = re.compile(r"[a-z]+/[a-z0-9]+(-[a-z0-9]+)*")
_OTHER_TEXTS = frozenset({"application/json", "issues/get"})
"""Strings of the compiler that look like the id of a rule and are none."""


def test_the_registry_lists_each_module_once_under_its_own_name() -> None:
    modules = {
        f"{path.parent.name.strip('_')}/{path.stem.replace('_', '-')}"
        for path in (PACKAGE / "lint" / "rules").glob("*/*.py")
        if path.name != "__init__.py"
    }
    ids = [rule.id for rule in HANDBOOK]
    assert sorted(ids) == sorted(modules)


def test_each_rule_that_judges_has_cases_that_fire_and_near_misses_and_no_others_have() -> None:
    judging = {rule.id for rule in HANDBOOK if not isinstance(rule, StageRule)}
    assert _with_folder("fires*") == judging
    assert _with_folder("near*") == judging


def test_every_id_that_some_stage_emits_has_a_page() -> None:
    known = {rule.id for rule in HANDBOOK}
    homeless = {text: place for text, place in _emitted() if text not in known}
    assert homeless == {}


def test_every_page_of_another_stage_is_about_an_id_that_the_stage_emits() -> None:
    emitted = {text for text, _ in _emitted()}
    patterns = [re.compile(pattern) for pattern in _put_together()]
    unheard = [
        rule.id
        for rule in HANDBOOK
        if isinstance(rule, StageRule)
        and rule.id not in emitted
        and not any(pattern.fullmatch(rule.id) for pattern in patterns)
    ]
    assert unheard == []


def _with_folder(pattern: str) -> set[str]:
    return {
        path.parent.relative_to(HERE).as_posix()
        for path in HERE.glob(f"*/*/{pattern}")
        if path.is_dir()
    }


def _emitted() -> Iterator[tuple[str, str]]:
    """Every string of the compiler, outside the linter, that is written like an id."""
    for node, place in _nodes():
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and _RULE_ID.fullmatch(text) and text not in _OTHER_TEXTS:
            yield text, place


def _put_together() -> Iterator[str]:
    """Patterns of the ids that are made of parts, such as ``f"in/{keyword}-invalid"``."""
    for node, _ in _nodes():
        if isinstance(node, ast.JoinedStr):
            parts = [
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z]+"
                for part in node.values
            ]
            if re.match(r"[a-z]+/", parts[0]):
                yield "".join(parts)


def _nodes() -> Iterator[tuple[ast.AST, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        stage = path.relative_to(PACKAGE).parts[0]
        if stage in ("lint", "starter", "templates"):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            yield node, f"{path.relative_to(PACKAGE)}:{getattr(node, 'lineno', 0)}"
