"""docs/promises.md and the numbers that tests carry are the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def carried(request: pytest.FixtureRequest) -> set[str]:
    """The numbers that the collected tests carry; only the whole suite can be compared."""
    collected = {item.path for item in request.session.items}
    if not collected >= set((ROOT / "tests").rglob("test_*.py")):
        pytest.skip("only a run of the whole suite sees every test")
    return {
        str(number)
        for item in request.session.items
        for marker in item.iter_markers("promise")
        for number in marker.args
    }


def promised() -> set[str]:
    page = (ROOT / "docs" / "promises.md").read_text()
    return set(re.findall(r"^\| ([A-Z][0-9]+) \|", page, re.MULTILINE))


def test_every_promise_has_a_test_that_carries_its_number(carried: set[str]) -> None:
    assert promised() - carried == set()


def test_no_test_carries_a_number_that_is_not_promised(carried: set[str]) -> None:
    assert carried - promised() == set()


def test_the_page_lists_promises() -> None:
    assert len(promised()) > 20
