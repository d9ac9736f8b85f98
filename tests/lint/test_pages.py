"""The page of a rule is true: its bad example is refused by that rule, its good one by none."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from lint.conftest import Find
from lint.overlay import with_pieces
from toolcharter.lint.handbook import HANDBOOK
from toolcharter.lint.page import Example, page_of
from toolcharter.lint.rule import Rule, StageRule

WITH_EXAMPLES = [rule for rule in HANDBOOK if page_of(rule.page).bad]


def _named(rule: Rule) -> str:
    return rule.id


@pytest.mark.parametrize("rule", WITH_EXAMPLES, ids=_named)
def test_the_bad_example_is_refused_by_its_rule(rule: Rule, find: Find) -> None:
    found = find(_tree(page_of(rule.page).bad))
    assert {each.severity for each in found if each.code == rule.id} == {rule.severity}


@pytest.mark.parametrize("rule", WITH_EXAMPLES, ids=_named)
def test_the_good_example_is_refused_by_nothing(rule: Rule, find: Find) -> None:
    found = find(_tree(page_of(rule.page).good))
    assert [str(each.span) for each in found if each.is_error or each.code == rule.id] == []


@pytest.mark.parametrize("rule", HANDBOOK, ids=_named)
def test_a_page_has_all_its_parts(rule: Rule) -> None:
    page = page_of(rule.page)
    assert page.promise.endswith(".")
    assert page.why and page.silence
    assert bool(page.bad) == bool(page.good)
    if not isinstance(rule, StageRule):
        assert page.bad


def _tree(examples: Iterable[Example]) -> dict[str, bytes]:
    return with_pieces((example.file, example.text) for example in examples)
