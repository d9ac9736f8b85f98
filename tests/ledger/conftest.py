"""A ledger in a store of each kind, whose clock stands where a test sets it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from ledger.ledger_of import Ledger, Now
from store.kinds import (
    KINDS,
    opened,
    postgres_server,
    postgres_url,
    quick_folder,
    sqlite_file,
    sqlite_url,
    url_of,
)
from toolcharter_runtime._store.memory import MemoryStore
from toolcharter_runtime._store.sql.transaction import SqlTransaction
from write_path.host import SEALS

__all__ = ["postgres_server", "postgres_url", "quick_folder", "sqlite_file", "sqlite_url"]


@pytest.fixture(params=KINDS)
def ledger(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ledger]:
    """A ledger of each kind."""
    clock = Now()
    if request.param == "memory":
        yield Ledger(MemoryStore(SEALS, lambda: clock.ms), clock)
        return
    monkeypatch.setattr(SqlTransaction, "now", lambda _: clock.ms)
    for store in opened(url_of(request.param, request)):
        yield Ledger(store, clock)
