"""A service, and a ledger of each kind that several hosts share."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from approvals.scene import Scene
from authority.conftest import (
    first_database,
    own_database,
    own_url,
    reference_process,
    reference_service,
    service,
)
from reference_service.controller import ReferenceService
from sqlalchemy import Engine
from store.conftest import postgres_server, postgres_url
from toolcharter_runtime._store.memory import MemoryStore
from toolcharter_runtime._store.sql.opening import open_store
from toolcharter_runtime._store.sql.transaction import SqlTransaction
from write_path.host import SEALS, Skew

__all__ = [
    "first_database",
    "own_database",
    "own_url",
    "postgres_server",
    "postgres_url",
    "reference_process",
    "reference_service",
    "service",
]


@pytest.fixture
def skew() -> Skew:
    """Turns the clock of the store in memory."""
    return Skew()


@pytest.fixture
def in_memory(service: ReferenceService, own_database: Engine, skew: Skew) -> Scene:
    return Scene(service, own_database, MemoryStore(SEALS, skew.now))


@pytest.fixture(params=("memory", "sqlite", "postgresql"))
def scene(
    request: pytest.FixtureRequest, service: ReferenceService, own_database: Engine, skew: Skew
) -> Iterator[Scene]:
    """A ledger of each kind."""
    if request.param == "memory":
        yield Scene(service, own_database, MemoryStore(SEALS, skew.now))
        return
    store = open_store(_url(request, request.param), SEALS)
    yield Scene(service, own_database, store)
    asyncio.run(store.close())


@pytest.fixture
def url_of_scene(request: pytest.FixtureRequest, scene: Scene) -> str:
    """Where another process finds the ledger of the scene, if it is in a database."""
    return _url(request, request.node.callspec.params["scene"])


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Skew:
    """Turns the clock of a database, as this process sees it."""
    turned, real = Skew(), SqlTransaction.now
    monkeypatch.setattr(SqlTransaction, "now", lambda tx: real(tx) + turned.ms)
    return turned


def _url(request: pytest.FixtureRequest, kind: str) -> str:
    found: str = request.getfixturevalue("own_url" if kind == "sqlite" else "postgres_url")
    return found
