"""What people do in a history: they press buttons, rightly or wrongly."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime

from toolcharter_runtime._store.records import ProposalRow
from toolcharter_runtime.approvals import Approvals, Claims, verify
from toolcharter_runtime.errors import HostError

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
            valid_until=world.store_now() + (15_000 if way == "late" else 600_000),
        )

        async def work() -> None:
            if way == "late":
                await asyncio.sleep(world.temper.random.choice((10, 20)))
            world.oracle.presses.append(press)
            found = await self._decided(press)
            world.note("press", press.proposal, approver, press.verdict, found or True)
            if found is None and press.verdict == "deny":
                world.oracle.denied.add(press.proposal)

        world.begin(world.random.choice(world.processes), quietly(work))

    async def _decided(self, press: Press) -> HostError | None:
        """What keeps a decision from being stored; None where it is."""
        claims = Claims(
            identity=press.approver,
            tenant=TENANT,
            roles=press.roles,
            verified_by="badge",
            valid_until=datetime.fromtimestamp(press.valid_until / 1000, UTC),
        )
        approvals = Approvals(self.world.store)
        try:
            approver = await verify(lambda _: claims, "token")
            if press.verdict == "deny":
                await approvals.deny(approver, press.proposal, hash=press.hash, reason="No.")
            else:
                await approvals.approve(approver, press.proposal, hash=press.hash)
        except HostError as refused:
            return refused
        return None
