"""What previews, writes and their followers need beyond a call's own walk: the ledger, and time.

One of these exists per dispatcher that has a store. It decides nothing; it carries.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from toolcharter_runtime._codes import Code
from toolcharter_runtime._ledger.keys import IdKind, new_id
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._store.transaction import Reading, StoreUnavailableError, Transaction

if TYPE_CHECKING:
    from toolcharter_runtime._store.transaction import Store
    from toolcharter_runtime._tools import Tool
    from toolcharter_runtime.clock import Clock

T = TypeVar("T")


def _token() -> str:
    return secrets.token_hex(16)


@dataclass(slots=True, kw_only=True)
class WritePath:
    """``tool`` finds the tool of a wire name. ``owner`` names this process in leases. ``tasks``
    are writes that go on whether or not anybody still waits for them."""

    store: Store
    clock: Clock
    snapshot: str
    tool: Callable[[str], Tool]
    owner: str = field(default_factory=_token)
    new_id: Callable[[IdKind], str] = new_id
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    async def read(self, tenant: str, work: Callable[[Reading], T]) -> T:
        try:
            return await self.store.read(tenant, work)
        except StoreUnavailableError:
            raise Refusal(Code.STORE_UNAVAILABLE) from None

    async def transact(self, tenant: str, work: Callable[[Transaction], T]) -> T:
        try:
            return await self.store.transact(tenant, work)
        except StoreUnavailableError:
            raise Refusal(Code.STORE_UNAVAILABLE) from None

    async def to_the_end(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of ``work``, which goes on when the caller is cancelled."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return await asyncio.shield(task)

    async def drain(self) -> None:
        """Wait for every write that still goes on."""
        while self.tasks:
            await asyncio.wait(set(self.tasks))
