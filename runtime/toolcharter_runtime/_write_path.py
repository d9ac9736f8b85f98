"""What previews, writes and their followers need beyond a call's own walk: the ledger, and time.

One of these exists per dispatcher that has a store. It decides nothing; it carries.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from toolcharter_runtime._codes import Code
from toolcharter_runtime._ledger.keys import IdKind, new_id
from toolcharter_runtime._recording import UNRECORDED, Recording
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._store.transaction import (
    CommitUnknownError,
    Reading,
    StoreUnavailableError,
    Transaction,
)

if TYPE_CHECKING:
    from toolcharter_runtime._proposal.document import Document
    from toolcharter_runtime._store.records import OperationRow
    from toolcharter_runtime._store.transaction import Store
    from toolcharter_runtime._tools import Tool
    from toolcharter_runtime._trace.journal import Kind
    from toolcharter_runtime.clock import Clock

T = TypeVar("T")

OperationRecording: TypeAlias = Callable[["Kind", "OperationRow", "Document"], Recording]
"""What records that an operation of the ledger is taken up again, and why."""


def _token() -> str:
    return secrets.token_hex(16)


@dataclass(slots=True, kw_only=True)
class WritePath:
    """``tool`` finds the tool of a wire name. ``recording`` is what a trace is told where no call
    is carried out. ``owner`` names this process in leases. ``tasks``
    are what goes on whether or not anybody still waits for it. ``leaving`` are calls by tenant that
    are over and have still their places at the gates."""

    store: Store
    clock: Clock
    snapshot: str
    tool: Callable[[str], Tool]
    recording: OperationRecording = lambda kind, row, document: UNRECORDED
    owner: str = field(default_factory=_token)
    new_id: Callable[[IdKind], str] = new_id
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    leaving: dict[str, list[str]] = field(default_factory=dict)
    swept_at: float | None = None

    async def read(self, tenant: str, work: Callable[[Reading], T]) -> T:
        try:
            return await self.store.read(tenant, work)
        except StoreUnavailableError:
            raise Refusal(Code.STORE_UNAVAILABLE) from None

    async def transact(self, tenant: str, work: Callable[[Transaction], T]) -> T:
        try:
            return await self.store.transact(tenant, work)
        except StoreUnavailableError as error:
            may_be_stored = isinstance(error, CommitUnknownError)
            raise Refusal(Code.STORE_UNAVAILABLE, may_be_stored=may_be_stored) from None

    async def to_the_end(
        self, work: Coroutine[Any, Any, T], recording: Recording = UNRECORDED
    ) -> T:
        """The result of ``work``, which goes on when the caller is cancelled."""
        task = self._begun(work)
        recording.goes_on(task)
        return await asyncio.shield(task)

    def leave(self, tenant: str, holder: str) -> None:
        """Give the places of a call back, together with those of others that end meanwhile."""
        holders = self.leaving.setdefault(tenant, [])
        holders.append(holder)
        if len(holders) == 1:
            self._begun(self._drop_places(tenant, holders))

    async def drain(self) -> None:
        """Wait for every write that still goes on."""
        while self.tasks:
            await asyncio.wait(set(self.tasks))

    async def _drop_places(self, tenant: str, holders: list[str]) -> None:
        try:
            while holders:
                over = tuple(holders)

                def drop(tx: Transaction, over: tuple[str, ...] = over) -> None:
                    for holder in over:
                        tx.drop_slots(holder)

                # Where the store cannot be reached, the places come free when their leases end.
                with contextlib.suppress(StoreUnavailableError):
                    await self.store.transact(tenant, drop)
                del holders[: len(over)]
        finally:
            # Whatever ended this, the next call that leaves begins anew.
            del self.leaving[tenant]

    def _begun(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task
