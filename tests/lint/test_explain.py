"""``toolcharter explain`` and ``toolcharter rules`` print what the rules say of themselves."""

from __future__ import annotations

import pytest
from toolcharter.diagnostics import Severity
from toolcharter.lint.explain import UnknownRuleError, catalogue, page
from toolcharter.lint.handbook import HANDBOOK
from toolcharter.lint.page import page_of


def test_a_page_begins_with_id_and_weight_and_the_promise() -> None:
    lines = page("in/open-object").splitlines()
    assert lines[0] == "in/open-object (error)"
    assert lines[2] == "Every object of an input lists all the fields that it may have."


def test_a_page_of_another_stage_says_who_finds_it() -> None:
    assert page("yaml/anchor").startswith("yaml/anchor (error, found by read)\n")


def test_a_misspelt_id_is_answered_with_the_nearest_one() -> None:
    with pytest.raises(UnknownRuleError, match="Did you mean `in/open-object`"):
        page("in/open-objects")


def test_an_id_like_none_is_answered_with_where_to_look() -> None:
    with pytest.raises(UnknownRuleError, match="List all: toolcharter rules"):
        page("zzzz")


def test_the_catalogue_has_one_line_a_rule() -> None:
    listed = catalogue()
    assert len(listed) == len(HANDBOOK) == len({rule_id for rule_id, _, _ in listed})
    assert ("role/orphan-tool", Severity.WARNING) in {(each, weight) for each, weight, _ in listed}


@pytest.mark.parametrize("missing", ["Why", "Bad", "Good", "Silence"])
def test_a_page_without_one_of_its_parts_is_refused(missing: str) -> None:
    parts = [part for part in ("Why", "Bad", "Good", "Silence") if part != missing]
    text = "A promise.\n\n" + "\n\n".join(f"{part}\n    text" for part in parts)
    with pytest.raises(ValueError, match="headings"):
        page_of(text)
