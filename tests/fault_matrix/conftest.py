"""A scene for each cell: databases of its own, the reference service, and processes to be killed."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from fault_matrix.clocks import settable_clock
from fault_matrix.ledger import Ledger
from fault_matrix.locks import lock_of
from fault_matrix.pages import Pages
from fault_matrix.scene import Scene
from fault_matrix.timeouts import ended_by_hand
from fault_matrix.victims import Victims, victims
from reference_service.controller import ReferenceService
from reference_service.fixtures import own_database, reference_process, reference_service
from sqlalchemy import Engine, NullPool, create_engine
from store.conftest import postgres_server, postgres_url, quick_folder
from toolcharter_runtime._store.sql.opening import migrate

for _module in ("expect_calls", "expect_long_work", "expect_people", "expect_writes", "usual"):
    pytest.register_assert_rewrite(f"fault_matrix.{_module}")

__all__ = [
    "own_database",
    "postgres_server",
    "postgres_url",
    "quick_folder",
    "reference_process",
    "reference_service",
]


@pytest.fixture(scope="session")
def mortals() -> Iterator[Victims]:
    """The program that forks what is to be killed."""
    with victims() as program:
        yield program


@pytest.fixture(scope="session")
def empty_ledger(quick_folder: Path) -> Path:
    """A file with tables and no rows, to be copied."""
    file = quick_folder / "empty_ledger.db"
    migrate(f"sqlite:///{file}")
    return file


@pytest.fixture
def sqlite_ledger(empty_ledger: Path, quick_folder: Path, tmp_path: Path) -> Iterator[str]:
    """A file of SQLite for one test."""
    folder = quick_folder / tmp_path.name
    folder.mkdir()
    yield f"sqlite:///{shutil.copy(empty_ledger, folder / 'ledger.db')}"
    shutil.rmtree(folder)


@pytest.fixture
def postgres_ledger(postgres_url: str) -> str:
    """A database of PostgreSQL for one test."""
    return postgres_url


@pytest.fixture
def scene(
    request: pytest.FixtureRequest,
    reference_service: ReferenceService,
    own_database: Engine,
    mortals: Victims,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> Iterator[Scene]:
    """Everything that a cell plays with, over the kind of store that its test names."""
    url: str = request.getfixturevalue(f"{request.param}_ledger")
    engine = create_engine(url, poolclass=NullPool)
    with settable_clock() as clock, ended_by_hand() as timeouts:
        ledger = Ledger(url, engine)
        yield Scene(
            service=reference_service,
            store_url=url,
            own=own_database,
            clock=clock,
            lock=lock_of(url),
            ledger=ledger,
            timeouts=timeouts,
            victims=mortals,
            pages=Pages(url, tmp_path),
            log=caplog,
        )
        asyncio.run(ledger.close())
    engine.dispose()
