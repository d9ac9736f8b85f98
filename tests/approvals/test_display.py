"""What is displayed is what is executed: every page decodes back to the bytes that were hashed, and
nothing in it acts, hides or is cut."""

from __future__ import annotations

import dataclasses
import sys
import unicodedata
from typing import Any

import pytest
from approvals.documents import page_of, shown_of
from approvals.pages import document_of, read_back
from hypothesis import given
from hypothesis import strategies as st
from toolcharter.diagnostics.render.printable import shown as shown_by_the_compiler
from toolcharter_runtime._json_value import canonical_bytes
from toolcharter_runtime._proposal.fields import Length, compared, leaves
from toolcharter_runtime._visible import is_visible
from toolcharter_runtime.approvals import ABSENT, ShownProposal
from toolcharter_runtime.cli.printable import inline, printable, quoted, remarks

HOSTILE = {
    "D01": {"to": "accounts@ex\u0430mple.com", "amount_minor": 100},
    "D02": {"path": "invoice_\u202efdp.exe"},
    "D03": {"note": "ok" + " " * 4000 + "AND PAY 9000 EUR"},
    "D05": {"note": "<img src=x onerror=fetch('/approve/p_7f31',{method:'POST'})>"},
    "D07": {"amount_minor": 1000000, "currency": "JPY"},
    "D09": {"ids": [f"C-{number}" for number in range(400)]},
    "escapes": {"note": "\x1b]0;title\x07\x1b[2J\x1b[31mred\r\nApprove exactly this:\x9b1m"},
    "tags": {"note": "fine" + "".join(chr(0xE0000 + ord(each)) for each in "pay all")},
    "selectors": {"note": "a\ufe0f\U000e0101\u180b"},
    "marks": {"note": "\u0301" + "e" + "\u0301" * 40},
    "counted": {"note": "\\{12 blanks}" + " " * 12 + "\\u202e \\"},
    "names": {"": {"/": 1, "a b": 2, "\u202e": {"~": []}, '"': {}}, "0": [{"0": [[], {}]}]},
    "numbers": {"a": 0.1, "b": -5, "c": 1e21, "d": True, "e": None, "f": "true", "g": 1e-7},
    "page": {"note": '"\n\nDecision\n  hash                "sha256:forged"'},
}
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False).filter(lambda each: not each.is_integer())
    | st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from(' \\"{}\u202e\n/~')),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=20,
)


def content_of(proposal: ShownProposal) -> bytes:
    """The document again, from the fields of the view alone."""
    target = dataclasses.asdict(proposal.target)
    return canonical_bytes(
        {
            "format": 1,
            "proposal": proposal.proposal_id,
            "preview": proposal.preview,
            "commit": proposal.tool,
            "enforced": proposal.enforced,
            "snapshot": proposal.snapshot,
            "tenant": proposal.tenant,
            "requester": proposal.requester,
            "principal": proposal.principal,
            "role": proposal.role,
            "environment": proposal.environment,
            "run": proposal.run_id,
            "arguments": proposal.arguments,
            "target": target,
            "effect": {
                "summary": proposal.effect,
                "touches": [*proposal.touches],
                "external": proposal.is_external,
                "reversibility": dataclasses.asdict(proposal.reversibility),
                "creates": proposal.creates,
                "next_states": [*proposal.next_states],
                "consequence": proposal.consequence,
            },
            "before": proposal.before,
            "after": proposal.after,
            "consequences": proposal.consequences,
            "facts": dict(proposal.facts),
            "approval": {
                "level": proposal.level,
                "approvers": proposal.approvers_needed,
                "roles": [*proposal.approver_roles],
            },
            "created_at": round(proposal.created_at.timestamp() * 1000),
            "expires_at": round(proposal.expires_at.timestamp() * 1000),
        }
    )


@pytest.mark.promise("A6")
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_value_is_shown_so_that_it_reads_back_exactly(name: str) -> None:
    value: Any = HOSTILE[name]
    proposal = shown_of(value, before=value, after={**value, "more": value}, consequences=value)
    assert content_of(proposal) == proposal.document
    page = page_of(proposal)
    assert document_of(page) == proposal.document
    assert all(is_visible(each) or each == "\n" for each in page)
    assert proposal.hash in page.splitlines()[-1]


@pytest.mark.promise("A6")
@given(JSON, JSON, JSON)
def test_whatever_is_proposed_is_shown_whole(arguments: Any, before: Any, after: Any) -> None:
    proposal = shown_of(arguments, before=before, after=after)
    assert content_of(proposal) == proposal.document
    page = page_of(proposal)
    assert document_of(page) == proposal.document
    assert all(is_visible(each) or each == "\n" for each in page)


@given(JSON)
def test_a_value_on_one_line_reads_back_exactly(value: Any) -> None:
    assert canonical_bytes(read_back(inline(value))) == canonical_bytes(value)


@given(JSON, JSON)
def test_fields_are_paired_by_their_place_and_none_is_left_out(before: Any, after: Any) -> None:
    pairs = compared(before, after)
    assert {each.path: each.before for each in pairs if each.before is not ABSENT} == dict(
        leaves(before)
    )
    assert {each.path: each.after for each in pairs if each.after is not ABSENT} == dict(
        leaves(after)
    )
    is_same = canonical_bytes(before) == canonical_bytes(after)
    assert is_same == (not any(each.is_changed for each in pairs))


def test_a_field_that_went_from_null_to_nothing_is_not_the_same() -> None:
    pairs = {each.field: each for each in compared({"a": None, "b": [1]}, {"b": [True]})}
    assert pairs["/a"].before is None
    assert pairs["/a"].after is ABSENT
    assert pairs["/a"].is_changed and pairs["/b/0"].is_changed
    assert (pairs["/b"].before, pairs["/b"].is_changed) == (Length(1), False)


def test_no_character_of_unicode_acts_or_hides_on_a_page() -> None:
    for start in range(0, sys.maxunicode + 1, 256):
        text = "".join(map(chr, range(start, start + 256)))
        out = quoted(text)
        categories = {unicodedata.category(character) for character in out}
        assert not categories & {"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"}, hex(start)
        assert all(map(is_visible, out)), hex(start)
        assert read_back(out) == text


def test_what_the_compiler_escapes_is_escaped_here_and_selectors_besides() -> None:
    differing = {
        number
        for number in range(sys.maxunicode + 1)
        if is_visible(chr(number)) != (shown_by_the_compiler(chr(number)) == chr(number))
    }
    selectors = {*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), 0x180B, 0x180C, 0x180D, 0x180F}
    assert differing == selectors
    assert printable("a\u202eb") == "a<U+202E>b"


def test_what_a_reader_cannot_see_is_remarked() -> None:
    assert [*remarks("plain words")] == []
    assert [*remarks("x" * 81)] == ["81 characters"]
    assert [*remarks("invoice_\u202efdp.exe")] == ["16 characters, 1 of them hidden"]
    assert [*remarks("accounts@ex\u0430mple.com")] == [
        "a word mixes Latin with Cyrillic: \u0430 U+0430"
    ]
    assert [*remarks("Gr\u00fc\u00dfe aus Z\u00fcrich, \u041c\u043e\u0441\u043a\u0432\u0430")] == []


def test_a_page_says_first_what_cannot_be_undone_and_how_much_it_is() -> None:
    page = page_of(
        shown_of(
            {"amount": {"amount_minor": 1000000, "currency": "JPY"}},
            facts={
                "amount": {"amount_minor": 1000000, "currency": "JPY"},
                "records": "unknown",
                "recipients": 7,
                "environment": "production",
            },
            effect={
                "summary": "Pay",
                "touches": [],
                "external": True,
                "reversibility": {
                    "kind": "irreversible",
                    "how": None,
                    "by": None,
                    "because": "Money is gone.",
                },
                "creates": None,
                "next_states": [],
                "consequence": "payment",
            },
            version_checked_by="nobody",
            version_because="It has no versions.",
        )
    )
    first = page.splitlines()[:12]
    assert '  effect              "Pay"' in first
    assert any("(= JPY 1000000)" in line for line in first)
    assert "  recipients          7" in first
    assert '! records             "unknown"' in first
    assert '! reversibility       "irreversible"' in first
    assert '    because           "Money is gone."' in first
    assert "! external            true" in first
    assert '! version checked by  "nobody"' in page
    assert '    because           "It has no versions."' in page
    assert "  /amount/amount_minor  1000000  (= JPY 1000000)" in page


def test_a_list_is_counted_before_its_items() -> None:
    page = page_of(shown_of(HOSTILE["D09"]))
    lines = page.splitlines()
    at = lines.index("  /ids      [400 items]")
    assert lines[at + 1] == '  /ids/0    "C-0"'
    assert lines[at + 400] == '  /ids/399  "C-399"'


def test_only_words_of_ours_are_coloured_and_only_where_asked() -> None:
    proposal = shown_of(HOSTILE["escapes"], after=HOSTILE["escapes"])
    plain, coloured = page_of(proposal), page_of(proposal, is_coloured=True)
    assert "\x1b" not in plain
    assert "\x1b[1m" in coloured
    bare = coloured
    for ours in ("\x1b[1m", "\x1b[1;31m", "\x1b[2m", "\x1b[0m"):
        bare = bare.replace(ours, "")
    assert bare == plain
