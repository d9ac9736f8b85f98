"""What an agent without an approval may have changed, and that nothing else has.

Walks in: the world before any call and the world now. Walks out: nothing, or an AssertionError that
names the first row which nobody was allowed to write.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from authority.books import Account, Row, Rows

REQUESTER, TENANT = "ines", "acme"

_WORDS = ("subject", "body", "version")
"""What of a draft its owner's agent may write."""


def same(start: Rows, now: Rows, *tables: str) -> None:
    for table in tables:
        assert now[table] == start[table], f"{table} changed: {_differing(start, now, table)}"


def added(start: Rows, now: Rows, table: str) -> Sequence[Row]:
    """The rows that are new; those of before are as they were."""
    gone = [row for row in start[table] if row not in now[table]]
    assert not gone, f"{table} changed: {gone}"
    return [row for row in now[table] if row not in start[table]]


class OnlyOwnDrafts:
    """The tools that keep drafts have written the requester's own unsent drafts, and nothing else
    has been written anywhere."""

    def __init__(self, tools: Collection[str]) -> None:
        self._tools = frozenset(tools)

    def check(self, start: Account, now: Account) -> None:
        assert now.service == start.service, "the service's own account changed"
        same(start.own, now.own, "opportunities", "sellers", "customer_access")
        same(start.ledger, now.ledger, "proposal", "decision", "anomaly", "slot")
        written = self._written_drafts(start, now)
        effects = added(start.own, now.own, "own_effects")
        for effect in effects:
            assert (effect["tenant"], effect["identity"]) == (TENANT, REQUESTER), effect
            assert effect["tool"] in self._tools, effect
        assert {effect["id"] for effect in effects} == written, "an effect is in no account"
        operations = added(start.ledger, now.ledger, "operation")
        for row in operations:
            assert (row["tenant"], row["requester"]) == (TENANT, REQUESTER), row
            assert (row["tool"] in self._tools, row["proposal_id"]) == (True, None), row
            assert (row["state"], row["consequence"]) == ("succeeded", "private_draft"), row
        keys = sorted(row["key"] for row in operations)
        assert sorted(effect["key"] for effect in effects) == keys, "an effect without its claim"

    def _written_drafts(self, start: Account, now: Account) -> set[str]:
        before = {(row["tenant"], row["id"]): row for row in start.own["drafts"]}
        after = {(row["tenant"], row["id"]): row for row in now.own["drafts"]}
        assert before.keys() <= after.keys(), "a draft is gone"
        written = set()
        for key, row in after.items():
            old = before.get(key)
            if row == old:
                continue
            whose = (row["tenant"], row["owner"], row["state"])
            assert whose == (TENANT, REQUESTER, "draft"), f"somebody else's draft: {row}"
            assert old is None or _without(old, _WORDS) == _without(row, _WORDS), row
            written.add(row["id"])
        return written


class OnlyOwnProposals:
    """Proposals of one commit stand in the requester's name, undecided, and nothing else has been
    written anywhere."""

    def __init__(self, commit: str, *, most: int) -> None:
        self._commit = commit
        self._most = most

    def check(self, start: Account, now: Account) -> None:
        assert now.service == start.service, "the service's own account changed"
        assert now.own == start.own, "the host's own tables changed"
        same(start.ledger, now.ledger, "decision", "operation", "anomaly", "slot")
        proposed = added(start.ledger, now.ledger, "proposal")
        assert len(proposed) <= self._most
        for row in proposed:
            assert (row["tenant"], row["requester"]) == (TENANT, REQUESTER), row
            assert (row["tool"], row["state"]) == (self._commit, "pending"), row


def _without(row: Row, names: Collection[str]) -> Mapping[str, Any]:
    return {name: value for name, value in row.items() if name not in names}


def _differing(start: Rows, now: Rows, table: str) -> Sequence[Row]:
    return [
        row for row in (*start[table], *now[table]) if (row in start[table]) != (row in now[table])
    ]
