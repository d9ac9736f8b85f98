"""A service, and a host whose ledger lies beside its own tables, so that every write of the catalog
can be carried out; people who decide, at a terminal and in Python."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from approvals.scene import CommandLine, Ran, Scene
from authority.hosting import Pinned
from reference_service.adapters.own_tables import create_own_tables
from reference_service.controller import ReferenceService
from reference_service.fixtures import reference_process, reference_service
from reference_service.seed import records
from sqlalchemy import Engine, create_engine
from toolcharter_runtime._store.memory import MemoryStore
from toolcharter_runtime._store.sql.opening import migrate, open_store
from toolcharter_runtime._store.sql.store import SqlStore
from toolcharter_runtime.cli.exits import run
from toolcharter_runtime.cli.group import toolcharter_runtime as group
from write_path.host import SEALS, Skew

__all__ = ["reference_process", "reference_service"]


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the machine's own settings."""
    for name in [name for name in os.environ if name.startswith("TOOLCHARTER_")]:
        monkeypatch.delenv(name)
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture
def service(reference_service: ReferenceService) -> ReferenceService:
    """The service as at the start."""
    return reference_service


@pytest.fixture(scope="session")
def first_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The host's database as every test finds it: its own tables, and those of the ledger."""
    file = tmp_path_factory.mktemp("own") / "own.db"
    migrate(f"sqlite:///{file}")
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        create_own_tables(connection, records())
    engine.dispose()
    return file


@pytest.fixture
def own_url(first_database: Path, tmp_path: Path) -> str:
    return f"sqlite:///{shutil.copy(first_database, tmp_path / 'own.db')}"


@pytest.fixture
def own_database(own_url: str) -> Iterator[Engine]:
    """The host's own database; the ledger lies in it."""
    engine = create_engine(own_url)
    yield engine
    engine.dispose()


@pytest.fixture
def sqlite(own_url: str) -> Iterator[SqlStore]:
    store = open_store(own_url, SEALS)
    yield store
    asyncio.run(store.close())


@pytest.fixture
def scene(service: ReferenceService, own_database: Engine, sqlite: SqlStore) -> Scene:
    """Every tool of the catalog works here."""
    return Scene(service, own_database, sqlite)


@pytest.fixture
def skew() -> Skew:
    """Turns the clock of the store in memory."""
    return Skew()


@pytest.fixture
def in_memory(service: ReferenceService, own_database: Engine, skew: Skew) -> Scene:
    """A ledger whose clock a test turns; tools that share its transaction do not work here."""
    return Scene(service, own_database, MemoryStore(SEALS, skew.now))


@pytest.fixture
def pinned() -> Pinned:
    """A clock that stands at noon."""
    noon = datetime.now(UTC).replace(hour=12, minute=0, second=0, microsecond=0)
    return Pinned(int(noon.timestamp() * 1000))


@pytest.fixture
def at_noon(service: ReferenceService, own_database: Engine, pinned: Pinned) -> Scene:
    """A ledger whose clock stands still."""
    return Scene(service, own_database, MemoryStore(SEALS, pinned.now))


@pytest.fixture
def terminal(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    own_url: str,
) -> CommandLine:
    """Runs commands in this process, over the ledger in SQLite and the verifier of the tests."""
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps({"test": base64.b64encode(b"k" * 32).decode()}))
    keys.chmod(0o600)
    monkeypatch.setenv("TOOLCHARTER_STORE", own_url)
    monkeypatch.setenv("TOOLCHARTER_KEYS", str(keys))
    monkeypatch.setenv("TOOLCHARTER_VERIFIER", "approvals.tokens:verifier")

    def call(*arguments: str | Path) -> Ran:
        capsys.readouterr()
        code = run(group, [str(each) for each in arguments])
        out, err = capsys.readouterr()
        return Ran(code=code, out=out, err=err)

    return CommandLine(call, tmp_path)
