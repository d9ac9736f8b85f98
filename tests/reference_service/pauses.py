"""Requests that wait: slow ones for their answer, late ones for their delivery.

Both end when the control door says so, or after the seconds that their fault names.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Waiting: TypeAlias = Literal["held", "late"]


@dataclass(slots=True, kw_only=True, eq=False)
class Pause:
    """One request that waits. ``ends`` is set when it need not any more."""

    kind: str
    key: str | None
    ends: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(slots=True, kw_only=True, eq=False)
class Delivery(Pause):
    """A write whose sender is gone and which has not been carried out yet."""

    carry_out: Callable[[], None]


class Pauses:
    """Everything that waits now."""

    def __init__(self) -> None:
        self.held: list[Pause] = []
        self.late: list[Delivery] = []
        self._changed = asyncio.Condition()
        self._tasks: set[asyncio.Task[None]] = set()

    async def hold(self, pause: Pause, seconds: float | None) -> None:
        """Wait until the pause is released, or for so many seconds."""
        self.held.append(pause)
        await self._tell()
        try:
            await asyncio.wait_for(pause.ends.wait(), seconds)
        except TimeoutError:
            pass
        finally:
            if pause in self.held:
                self.held.remove(pause)
            await self._tell()

    async def postpone(self, delivery: Delivery, seconds: float | None) -> None:
        """Keep a write for later, and go on at once."""
        self.late.append(delivery)
        if seconds is not None:
            task = asyncio.create_task(self._deliver_after(delivery, seconds))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        await self._tell()

    async def release(self, key: str | None) -> int:
        """Let held requests go on, all or those of one key; how many there were."""
        released = [pause for pause in self.held if key in (None, pause.key)]
        for pause in released:
            self.held.remove(pause)
            pause.ends.set()
        await self._tell()
        return len(released)

    async def deliver(self, key: str | None) -> int:
        """Carry out late writes, in the order in which they came; how many there were."""
        delivered = [delivery for delivery in self.late if key in (None, delivery.key)]
        for delivery in delivered:
            self.late.remove(delivery)
            delivery.carry_out()
        await self._tell()
        return len(delivered)

    async def reached(self, *, held: int, late: int) -> None:
        """Wait until at least so many requests wait."""
        async with self._changed:
            await self._changed.wait_for(lambda: len(self.held) >= held and len(self.late) >= late)

    async def clear(self) -> None:
        """Forget late writes, and let held requests go on."""
        self.late.clear()
        for task in self._tasks:
            task.cancel()
        await self.release(None)

    async def _deliver_after(self, delivery: Delivery, seconds: float) -> None:
        await asyncio.sleep(seconds)
        if delivery in self.late:
            self.late.remove(delivery)
            delivery.carry_out()
            await self._tell()

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()
