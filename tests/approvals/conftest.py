"""Stores of two kinds, hosts over them, and the command line as a caller sees it."""

from __future__ import annotations

import asyncio
import base64
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from approvals.scene import CommandLine, Ran, Scene
from reference_service.controller import ReferenceService
from reference_service.fixtures import own_database, reference_process, reference_service
from sqlalchemy import Engine
from store.conftest import postgres_server, postgres_url
from toolcharter_runtime._store.memory import MemoryStore
from toolcharter_runtime._store.sql.opening import migrate, open_store
from toolcharter_runtime._store.transaction import Store
from toolcharter_runtime.cli.exits import run
from toolcharter_runtime.cli.group import toolcharter_runtime as group
from write_path.host import SEALS, Skew

__all__ = [
    "own_database",
    "postgres_server",
    "postgres_url",
    "reference_process",
    "reference_service",
]


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the machine's own settings."""
    for name in [name for name in os.environ if name.startswith("TOOLCHARTER_")]:
        monkeypatch.delenv(name)
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    migrate(url)
    return url


@pytest.fixture
def skew() -> Skew:
    """Turns the clock of a store in memory."""
    return Skew()


@pytest.fixture
def memory(skew: Skew) -> MemoryStore:
    return MemoryStore(SEALS, skew.now)


@pytest.fixture
def sqlite(sqlite_url: str) -> Iterator[Store]:
    store = open_store(sqlite_url, SEALS)
    yield store
    asyncio.run(store.close())


@pytest.fixture
def postgresql(postgres_url: str) -> Iterator[Store]:
    store = open_store(postgres_url, SEALS)
    yield store
    asyncio.run(store.close())


@pytest.fixture(params=("memory", "sqlite", "postgresql"))
def store(request: pytest.FixtureRequest) -> Store:
    """A store of each kind."""
    found: Store = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def scene(reference_service: ReferenceService, own_database: Engine, store: Store) -> Scene:
    """The reference service, and a host over a store of each kind."""
    return Scene(reference_service, own_database, store)


@pytest.fixture
def on_sqlite(reference_service: ReferenceService, own_database: Engine, sqlite: Store) -> Scene:
    """The same over the file that the command line looks into."""
    return Scene(reference_service, own_database, sqlite)


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    file = tmp_path / "keys.json"
    file.write_text(json.dumps({"test": base64.b64encode(b"k" * 32).decode()}))
    file.chmod(0o600)
    return file


@pytest.fixture
def cli(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    sqlite_url: str,
    keys: Path,
) -> CommandLine:
    """Runs commands in this process, over the store in SQLite and the verifier of the tests."""
    monkeypatch.setenv("TOOLCHARTER_STORE", sqlite_url)
    monkeypatch.setenv("TOOLCHARTER_KEYS", str(keys))
    monkeypatch.setenv("TOOLCHARTER_VERIFIER", "approvals.tokens:verifier")

    def call(*arguments: str | Path) -> Ran:
        capsys.readouterr()
        code = run(group, [str(each) for each in arguments])
        out, err = capsys.readouterr()
        return Ran(code=code, out=out, err=err)

    return CommandLine(call, tmp_path)
