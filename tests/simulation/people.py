"""What people do in a history: they press buttons, rightly or wrongly."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import cast

from toolcharter_runtime._ledger import decide as deciding
from toolcharter_runtime._ledger.decide import Decision, DecisionError
from toolcharter_runtime._store.records import ProposalRow, Verdict

from simulation.notebook import Press
from simulation.store import TENANT
from simulation.world import World, quietly

LEADS = frozenset({"support_lead", "finance_lead"})


@dataclass(slots=True)
class People:
    world: World

    def approve(self) -> None:
        """Somebody decides about a proposal, in one of the ways in which people do."""
        source, rows = self.world.random, self.world.store.rows
        waiting = [row for row in rows.proposals.values() if row.state == "pending"]
        if source.random() < 0.2:
            waiting = list(rows.proposals.values())
        if not waiting:
            return
        row = source.choice(waiting)
        way = source.choices(
            ("right", "both", "wrong", "self", "deny", "other", "late"), (6, 4, 1, 1, 0.6, 0.3, 1)
        )[0]
        approvers = {"wrong": ["kim"], "self": [row.requester], "both": ["lea", "max"]}
        for approver in approvers.get(way, [source.choice(("lea", "max"))]):
            self._press(row, approver, way)

    def _press(self, row: ProposalRow, approver: str, way: str) -> None:
        world = self.world
        press = Press(
            proposal=row.id,
            hash=f"sha256:{'0' * 64}" if way == "other" else row.hash,
            document=b"" if way == "other" else row.document,
            approver=approver,
            roles=frozenset({"trainee"}) if way == "wrong" else LEADS,
            verdict="deny" if way == "deny" else "approve",
        )

        async def work() -> None:
            if way == "late":
                await asyncio.sleep(20)
            world.oracle.presses.append(press)
            decision = Decision(
                proposal_id=press.proposal,
                hash=press.hash,
                approver=press.approver,
                roles=press.roles,
                verified_by="badge",
                verdict=cast("Verdict", press.verdict),
            )
            found = await world.store.transact(TENANT, lambda tx: deciding.decide(tx, decision))
            is_stored = not isinstance(found, DecisionError)
            world.note("press", press.proposal, approver, press.verdict, is_stored or found)
            if is_stored and press.verdict == "deny":
                world.oracle.denied.add(press.proposal)

        world.begin(world.random.choice(world.processes), quietly(work))
