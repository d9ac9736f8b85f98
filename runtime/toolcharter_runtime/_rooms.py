"""How many calls of a tool may be inside at a time in this process: of one run, and of one tenant.

Walks in: the limits of a tool. Walks out: rooms, which a call enters and leaves. Nobody overtakes:
whoever leaves hands their place to the one who has waited longest.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolcharter_runtime.formats.v1 import LimitsRow


@dataclass(slots=True, eq=False)
class Turnstile:
    """Lets ``limit`` calls inside. While anybody waits, it is full."""

    limit: int
    inside: int = 0
    _waiting: deque[asyncio.Future[None]] = field(default_factory=deque)

    async def enter(self) -> None:
        """Go in, or wait for a place."""
        if self.inside < self.limit:
            self.inside += 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except BaseException:
            if turn.done() and not turn.cancelled():
                self.leave()
            else:
                with contextlib.suppress(ValueError):
                    self._waiting.remove(turn)
            raise

    def leave(self) -> None:
        """Hand the place on, or leave it free."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self.inside -= 1


@dataclass(slots=True, eq=False)
class Room:
    """What every call of one tool by one run goes through: the turnstile of the run, then that of
    its tenant."""

    run: Turnstile
    tenant: Turnstile

    @classmethod
    def of(cls, limits: LimitsRow, tool: str, tenant: dict[str, Turnstile]) -> Room:
        """A room of a tool; ``tenant`` holds the turnstiles of the tenant by tool."""
        shared = tenant.get(tool) or tenant.setdefault(tool, Turnstile(limits["per_tenant"]))
        return cls(Turnstile(limits["per_run"]), shared)

    def try_enter(self) -> bool:
        """Go in if that takes no waiting."""
        run, tenant = self.run, self.tenant
        if run.inside < run.limit and tenant.inside < tenant.limit:
            run.inside += 1
            tenant.inside += 1
            return True
        return False

    async def enter(self) -> None:
        """Go in, or wait for a place."""
        await self.run.enter()
        try:
            await self.tenant.enter()
        except BaseException:
            self.run.leave()
            raise

    def leave(self) -> None:
        self.tenant.leave()
        self.run.leave()
