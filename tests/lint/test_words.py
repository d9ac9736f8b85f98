"""Words that are the same for a reader are the same for the rules that look at words."""

from __future__ import annotations

import pytest
from toolcharter.lint.words import folded, is_form_of, names_all, words_of, words_of_template


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("approvals", "approve"),
        ("approving", "approve"),
        ("approver", "approve"),
        ("approves", "approval"),
        ("reapproved", "approve"),
        ("merger", "merge"),
        ("creation", "create"),
        ("registration", "register"),
        ("applied", "apply"),
        ("planning", "plan"),
        ("customers", "customer"),
    ],
)
def test_an_inflection_is_a_form_of_its_word(word: str, wanted: str) -> None:
    assert is_form_of(word, wanted)


@pytest.mark.parametrize(
    ("word", "wanted"),
    [("custom", "customer"), ("emergency", "merge"), ("interpret", "erp")],
)
def test_a_word_that_only_contains_another_is_no_form_of_it(word: str, wanted: str) -> None:
    assert not is_form_of(word, wanted)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("approveDiscount", ("approve", "discount")),
        ("HTTPServer2go", ("http", "server", "2", "go")),
        ("in the E.R.P. now", ("in", "the", "erp", "now")),
        ("\uff21\uff30\uff30\uff32\uff2f\uff36\uff25 it", ("approve", "it")),  # full width
        ("disc\u043eunt", ("discount",)),  # a Cyrillic o
        ("dis\u00adcount", ("discount",)),  # a soft hyphen
        ("disco\u0308unt", ("discount",)),  # a combining mark
    ],
)
def test_spelling_tricks_do_not_change_the_words(text: str, words: tuple[str, ...]) -> None:
    assert words_of(text) == words


def test_the_places_of_a_template_are_no_words_of_it() -> None:
    assert words_of_template("Pay {input.amount} {{in full}} to {target.id}") == (
        *("pay", "in", "full", "to"),
    )
    assert words_of_template("a dis{{}}count of {target.id}}}") == ("a", "discount", "of")


def test_words_run_together_are_found_but_not_inside_other_words() -> None:
    assert names_all(words_of("mergecustomers"), ("merge", "customer"))
    assert names_all(words_of("customer_merges"), ("merge", "customer"))
    assert not names_all(words_of("emergency_customer"), ("merge", "customer"))


def test_folding_leaves_no_difference_of_case_width_or_separator() -> None:
    assert folded("Get_Customer\uff12") == folded("getcustomer2") == "getcustomer2"
