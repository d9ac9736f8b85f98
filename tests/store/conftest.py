"""Stores of every kind, each opened anew for a test; the server of PostgreSQL once a session."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from store import postgres
from store.opened import Opened, in_memory, opened
from toolcharter_runtime._store.sql.opening import migrate

_SQL = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a server; without one the test is skipped, and fails in CI."""
    try:
        with postgres.one_server() as url:
            yield url
    except postgres.NoPostgresError as error:
        if os.environ.get("CI") == "true":
            pytest.fail(f"PostgreSQL is not to be had: {error}")
        pytest.skip("PostgreSQL is not to be had (TOOLCHARTER_TEST_DATABASE_URL)")


@pytest.fixture(scope="session")
def shared_postgres(postgres_server: str) -> Iterator[str]:
    """A database with tables, in which every test has a tenant of its own."""
    with postgres.database_with_tables() as url:
        yield url


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """A database with tables that one test has for itself."""
    with postgres.database_with_tables() as url:
        yield url


@pytest.fixture(scope="session")
def quick_folder() -> Iterator[Path]:
    """A folder in memory where there is one: nothing in a test outlives the machine."""
    memory = Path("/dev/shm")  # noqa: S108 - a folder with a name of its own is made in it
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def sqlite_file(quick_folder: Path) -> Path:
    """A file with tables and no rows, to be copied."""
    file = quick_folder / "tables.db"
    migrate(f"sqlite:///{file}")
    return file


@pytest.fixture
def sqlite_url(sqlite_file: Path) -> str:
    """A file with tables that one test has for itself."""
    folder = tempfile.mkdtemp(dir=sqlite_file.parent)
    return f"sqlite:///{shutil.copy(sqlite_file, Path(folder) / 'store.db')}"


@pytest.fixture(params=_SQL)
def url(request: pytest.FixtureRequest) -> str:
    """A database of each kind."""
    name = "sqlite_url" if request.param == "sqlite" else "shared_postgres"
    found: str = request.getfixturevalue(name)
    return found


@pytest.fixture
def sql(url: str) -> Iterator[Opened]:
    """A store in a database of each kind."""
    with opened(url) as found:
        yield found


@pytest.fixture(params=("memory", *_SQL))
def any_store(request: pytest.FixtureRequest) -> Iterator[Opened]:
    """A store of each kind, the one in memory included."""
    if request.param == "memory":
        yield in_memory()
        return
    name = "sqlite_url" if request.param == "sqlite" else "shared_postgres"
    with opened(request.getfixturevalue(name)) as found:
        yield found


@pytest.fixture
def lite(sqlite_url: str) -> Iterator[Opened]:
    """A store in a file of its own."""
    with opened(sqlite_url) as found:
        yield found


@pytest.fixture
def server(postgres_url: str) -> Iterator[Opened]:
    """A store in a database of PostgreSQL that the test has for itself."""
    with opened(postgres_url) as found:
        yield found
