"""Where in a call a test strikes, and how a call is made to wait there.

    place       the call is there when
    PARSED      its arguments have been read and checked
    READING     the service holds its read
    ASKING      its adapter is about to ask the service; ASKED: the service has answered
    CHECKED     the answer is about to be held against its schema
    SENT        the service holds its write and has done nothing; APPLIED: and has done it
    LOOKED      the store has found what the call goes by
    PROPOSAL, DECISION, CLAIM, END
                the transaction that writes this is about to begin (before), has written and not
                committed (inside), or has committed (after)
    REPLY       the host has the answer, and the agent has not

A strike is a function without arguments; one that gives an awaitable is waited for, where the place
is one at which a call can wait.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

Strike: TypeAlias = Callable[[], Awaitable[None] | None]

_PATIENCE_S = 20


@dataclass(frozen=True, slots=True)
class Place:
    """A step of the walk, and the moment of it."""

    step: str
    when: Literal["before", "inside", "after"] = "after"

    @property
    def is_in_service(self) -> bool:
        """Whether it is the service that makes the call wait."""
        return self.step in ("read", "write")


PARSED = Place("parse")
READING = Place("read", "before")
ASKING, ASKED = Place("ask", "before"), Place("ask", "after")
CHECKED = Place("check", "before")
SENT, APPLIED = Place("write", "before"), Place("write", "after")
LOOKED = Place("look", "inside")
REPLY = Place("reply", "before")


def before(step: str) -> Place:
    """Before the transaction that writes a ``proposal``, ``decision``, ``claim`` or ``end``."""
    return Place(step, "before")


def inside(step: str) -> Place:
    """When that transaction has written it and has not committed."""
    return Place(step, "inside")


def after(step: str) -> Place:
    """When that transaction has committed."""
    return Place(step, "after")


class Strikes:
    """What is armed in one process. Each strike strikes once."""

    def __init__(self) -> None:
        self._armed: dict[Place, Strike] = {}

    def arm(self, place: Place, strike: Strike) -> None:
        self._armed[place] = strike

    def is_armed(self, place: Place) -> bool:
        return place in self._armed

    def meet(self, place: Place) -> None:
        """The walk is at a place at which it cannot wait, or blocks a thread of its own."""
        strike = self._armed.pop(place, None)
        if strike is not None:
            strike()

    async def wait(self, place: Place) -> None:
        """The walk is at a place at which it can wait."""
        strike = self._armed.pop(place, None)
        pending = None if strike is None else strike()
        if pending is not None:
            await pending


class Pause:
    """Makes a call wait until the test lets it go on."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._over = asyncio.Event()
        self._over_in_thread = threading.Event()

    async def wait(self) -> None:
        self.reached.set()
        await self._over.wait()

    def block(self) -> None:
        """The same in a thread of the store."""
        self._loop.call_soon_threadsafe(self.reached.set)
        self._over_in_thread.wait(_PATIENCE_S)

    def end(self) -> None:
        self._over.set()
        self._over_in_thread.set()

    def at(self, place: Place) -> Strike:
        """What is armed at a place."""
        return self.block if place.when == "inside" else self.wait
