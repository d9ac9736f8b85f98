"""No case is forgotten: each of the folders is tried by a test whose name begins with its number, or
stands here with the reason why it is not."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent
CASES = TESTS / "cases"
GIVEN = Path(os.environ.get("TOOLCHARTER_CORPORA", TESTS.parent.parent / "shared" / "corpora"))
"""Where cases come from that somebody else adds; a copy of each is kept here."""

SEQUENCES_NOT_YET: Mapping[str, str] = {
    "S18": "it posts to a page from another site: there is no approval page yet",
    "S31": "a start compares digests with pins: nothing is pinned yet",
    "S32": "a start compares a serial with the last one: nothing is pinned yet",
    "S39": "it replays a trace: no trace can be replayed yet",
}

WRITES = range(79, 105)
"""The numbers of the bugs that are about approvals, keys, outcomes and what may be told."""

BUGS_OTHERWISE: Mapping[str, str] = {
    "085": "an error at the start for a role that nobody approves for: a dispatcher does not know who "
    "looks at its store, so its proposals wait and expire",
    "096": "an adapter's word that no connection was made is no proof: the outcome is unknown",
    "104": "masks for names of keys: no text of a service is passed on, so none is masked",
}
"""What of a case is judged otherwise here. Each has its tests all the same."""


def carried(pattern: str) -> set[str]:
    """The numbers in the names of all tests."""
    return {
        number.upper()
        for path in TESTS.rglob("test_*.py")
        for number in re.findall(
            rf"def test_(?:\w+_)??{pattern}_", path.read_text(encoding="utf-8")
        )
    }


def test_every_sequence_is_tried_or_stands_here_with_its_reason() -> None:
    cases = {path.stem for path in (CASES / "hostile" / "sequence").iterdir()}
    assert SEQUENCES_NOT_YET.keys() <= cases
    assert carried(r"(s\d\d)") == cases - SEQUENCES_NOT_YET.keys()


def test_every_reported_bug_about_writes_is_tried() -> None:
    cases = {path.name[:3] for path in (CASES / "bugs").iterdir() if int(path.name[:3]) in WRITES}
    assert BUGS_OTHERWISE.keys() <= cases
    assert cases == carried(r"bug_(\d{3})") & {f"{number:03}" for number in WRITES}


def test_every_text_that_is_to_deceive_an_approver_is_shown() -> None:
    cases = {path.stem for path in (CASES / "hostile" / "display").iterdir()}
    shown = (TESTS / "authority" / "test_displayed.py").read_text(encoding="utf-8")
    assert cases == set(re.findall(r'case\("(D\d\d)"\)', shown))


@pytest.mark.parametrize("folder", ["hostile/sequence", "hostile/display", "bugs"])
def test_no_case_has_been_added_where_they_come_from(folder: str) -> None:
    """Where that folder is on the machine."""
    given = GIVEN.parent / "cases" / folder
    if not given.is_dir():
        pytest.skip("the cases as they were given are not on this machine (TOOLCHARTER_CORPORA)")
    names = {each.name for each in given.iterdir()}
    if folder == "bugs":
        names = {each for each in names if each[:3].isdecimal() and int(each[:3]) in WRITES}
    assert names <= {each.name for each in (CASES / folder).iterdir()}
