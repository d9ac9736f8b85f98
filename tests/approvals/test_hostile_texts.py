"""Texts that databases like to change: every store gives back the same bytes, and shows the same page."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from approvals.documents import LEVEL, page_of, row_of
from approvals.pages import document_of
from approvals.scene import person
from store.rows import FAR
from toolcharter_runtime._ledger.admit import run_lock
from toolcharter_runtime._proposal.document import hash_of
from toolcharter_runtime._store.records import ProposalRow
from toolcharter_runtime._store.transaction import Store, Transaction
from toolcharter_runtime.approvals import Approvals, Claims
from write_path.host import SEALS

TEXTS = {
    "nul": "before\0after\0",
    "controls": "".join(map(chr, range(0x20))) + "\x7f\x80\x9f",
    "long": "ä" * 300_000,
    "planes": "\U0001f600\U00020000\U000e0001\U0010ffff",
    "nothing": "\ufffe\uffff\ufdd0\U0001fffe",
    "private": "\ue000\uf8ff\U000f0000",
    "composed": "\u00e9 e\u0301 \u212b \ufb01 \u1e9e",
    "turned": "\u202e\u2066\u200f\u200b\ufeff",
    "ends": "a\u2028b\u2029c\u0085d\r\ne",
    "blanks": "  leading, trailing  \t ",
    "escapes": "%s %% :name $1 ? \\ \\x00 \\u0000 ' \" -- ; /* */ {}",
    "halves": "\U0001d11e\u0301\ud7ff\ue000",
}
LONGEST = "\U0001f600\U0010ffff" * 128
"""The longest name that a person may have, of the characters that take most bytes."""


def proposal(name: str, value: Any, **changes: Any) -> ProposalRow:
    made = row_of(
        {"note": value},
        before={value[:200]: value},
        after={value[:200]: [value]},
        proposal_id=f"pro_{name}",
        level=LEVEL,
        created_at=0,
        expires_at=FAR,
        **changes,
    )
    return replace(made, request_id=name)


@pytest.mark.promise("A6")
@pytest.mark.promise("F7")
@pytest.mark.parametrize("name", TEXTS)
async def test_a_hostile_text_is_stored_shown_and_approved_as_it_came(
    store: Store, name: str
) -> None:
    row = proposal(name, TEXTS[name])
    await store.transact(row.tenant, lambda tx: tx.add_proposal(row))
    stored = await store.read(row.tenant, lambda rows: rows.proposal(row.id))
    assert stored == row
    assert stored.seal == SEALS.seal_of(row)
    assert hash_of(stored.document) == row.hash
    lea = await person("lea", "lead")
    approvals = Approvals(store)
    seen = await approvals.show(lea, row.id)
    assert seen.document == row.document
    assert document_of(page_of(seen)) == row.document
    assert (await approvals.approve(lea, row.id, hash=row.hash)).approvals == 1


@pytest.mark.parametrize(
    "word", ["\U0001f600" * 300, "\u05d0\u0628", "e\u0301", "' OR 1=1 --", "%s"]
)
async def test_words_of_people_come_back_as_they_were_given(store: Store, word: str) -> None:
    row = proposal("words", "plain")
    await store.transact(row.tenant, lambda tx: tx.add_proposal(row))
    lea = await person("lea", "lead")
    denied = await Approvals(store).deny(lea, row.id, hash=row.hash, reason=word)
    (decision,) = await store.read(row.tenant, lambda rows: rows.decisions(row.id))
    assert decision.reason == denied.decisions[0].reason == word
    stored = await store.read(row.tenant, lambda rows: rows.proposal(row.id))
    assert stored is not None and stored.reason == word


@pytest.mark.parametrize("name", ["\x01\x7f", " ", "ﬁ", "A", "a", "\ufffe", "\u202e", LONGEST])
async def test_a_person_and_a_tenant_with_a_hostile_name_are_found_by_it_alone(
    store: Store, name: str
) -> None:
    row = proposal("names", "plain", tenant=name, requester=name, run_id="r" * 128)
    row = replace(row, request_id="q" * 128)

    def add(tx: Transaction) -> None:
        tx.lock(run_lock(name, row.run_id))
        tx.add_proposal(row)

    await store.transact(name, add)
    for other in (name + "x", name.upper() + "\u0301", f"{name} "):
        assert await store.read(other, lambda rows: rows.proposal(row.id)) is None
        found = await store.read(
            name,
            lambda rows, each=other: rows.proposal_of_request(each, row.run_id, row.request_id),  # type: ignore[misc]
        )
        assert found is None
    assert await store.read(name, lambda rows: rows.proposals_of_run(name, row.run_id)) == [row]


@pytest.mark.parametrize("name", ["", "a\0", "\ud800", "a\udfffb", "\U0001f600" * 257, None, 5])
def test_a_name_that_some_store_could_not_hold_is_nobodys(name: Any) -> None:
    right: dict[str, Any] = {"identity": "lea", "tenant": "acme", "verified_by": "test"}
    for wrong in right:
        with pytest.raises(TypeError, match="text of 1 to 256 characters"):
            Claims(**{**right, wrong: name}, roles=frozenset({"lead"}))
    with pytest.raises(TypeError, match="text of 1 to 256 characters"):
        Claims(**right, roles=frozenset({name}))
