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
    url = request.getfixturevalue("own_url" if request.param == "sqlite" else "postgres_url")
    store = open_store(url, SEALS)
    yield Scene(service, own_database, store)
    asyncio.run(store.close())
