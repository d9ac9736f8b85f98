"""An open store for a test, and the work that a test has it do."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from store.rows import SEALS, new_tenant
from toolcharter_runtime._store.memory import MemoryStore
from toolcharter_runtime._store.sql.opening import open_store
from toolcharter_runtime._store.sql.store import SqlStore
from toolcharter_runtime._store.transaction import Reading, Store, Transaction

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Opened:
    """A store and a tenant that nobody else uses. Each call is an event loop of its own."""

    store: Store
    tenant: str

    @property
    def sql(self) -> SqlStore:
        """The store as what it is in a database."""
        assert isinstance(self.store, SqlStore)
        return self.store

    def read(self, work: Callable[[Reading], T], tenant: str | None = None) -> T:
        return asyncio.run(self.store.read(tenant or self.tenant, work))

    def transact(self, work: Callable[[Transaction], T], tenant: str | None = None) -> T:
        return asyncio.run(self.store.transact(tenant or self.tenant, work))


def in_memory() -> Opened:
    return Opened(MemoryStore(SEALS, lambda: time.time_ns() // 1_000_000), new_tenant())


@contextlib.contextmanager
def opened(url: str, *, patience_ms: int = 5_000) -> Iterator[Opened]:
    """The store at ``url``, closed in the end."""
    store: SqlStore = open_store(url, SEALS, patience_ms=patience_ms)
    try:
        yield Opened(store, new_tenant())
    finally:
        asyncio.run(store.close())
