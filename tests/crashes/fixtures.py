"""Fixtures of what is killed: a nursery, and one world for each kind of store, for all tests of a worker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from crashes.nursery import Nursery, nursery
from crashes.world import World
from reference_service.controller import ReferenceService
from reference_service.fixtures import reference_process
from store import postgres
from store.conftest import postgres_server, quick_folder
from toolcharter_runtime._store.sql.opening import migrate

for _module in ("begun", "ended", "judge", "scene"):
    pytest.register_assert_rewrite(f"crashes.{_module}")

__all__ = ["postgres_server", "quick_folder", "reference_process"]


@pytest.fixture(scope="session")
def forks() -> Iterator[Nursery]:
    """The program that forks processes of a host."""
    with nursery() as program:
        yield program


@pytest.fixture(scope="session")
def sqlite_world(
    quick_folder: Path, reference_process: ReferenceService, forks: Nursery
) -> Iterator[World]:
    """A world over a file of SQLite."""
    url = f"sqlite:///{quick_folder / 'world.db'}"
    migrate(url)
    world = World(url=url, service=reference_process, nursery=forks)
    yield world
    world.close()


@pytest.fixture(scope="session")
def postgres_world(
    postgres_server: str, reference_process: ReferenceService, forks: Nursery
) -> Iterator[World]:
    """A world over a database of PostgreSQL."""
    with postgres.database(postgres_server) as url:
        migrate(url)
        world = World(url=url, service=reference_process, nursery=forks)
        yield world
        world.close()
