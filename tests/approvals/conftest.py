"""A host over a store of each kind, and the command line as a caller sees it, over each database."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path

import pytest
from approvals.scene import CommandLine, Ran, Scene
from reference_service.controller import ReferenceService
from reference_service.fixtures import own_database, reference_process, reference_service
from sqlalchemy import Engine
from store.kinds import (
    in_database,
    postgres_server,
    postgres_url,
    quick_folder,
    skew,
    sqlite_file,
    sqlite_url,
    store,
    store_url,
)
from toolcharter_runtime._store.transaction import Store
from toolcharter_runtime.cli.exits import run
from toolcharter_runtime.cli.group import toolcharter_runtime as group

__all__ = [
    "in_database",
    "own_database",
    "postgres_server",
    "postgres_url",
    "quick_folder",
    "reference_process",
    "reference_service",
    "skew",
    "sqlite_file",
    "sqlite_url",
    "store",
    "store_url",
]


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the machine's own settings."""
    for name in [name for name in os.environ if name.startswith("TOOLCHARTER_")]:
        monkeypatch.delenv(name)
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture
def scene(reference_service: ReferenceService, own_database: Engine, store: Store) -> Scene:
    """The reference service, and a host over a store of each kind."""
    return Scene(reference_service, own_database, store)


@pytest.fixture
def deployed(
    reference_service: ReferenceService, own_database: Engine, in_database: Store
) -> Scene:
    """The same over the database that the command line looks into."""
    return Scene(reference_service, own_database, in_database)


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
    store_url: str,
    keys: Path,
) -> CommandLine:
    """Runs commands in this process, over a database of each kind and the verifier of the tests."""
    monkeypatch.setenv("TOOLCHARTER_STORE", store_url)
    monkeypatch.setenv("TOOLCHARTER_KEYS", str(keys))
    monkeypatch.setenv("TOOLCHARTER_VERIFIER", "approvals.tokens:verifier")

    def call(*arguments: str | Path) -> Ran:
        capsys.readouterr()
        code = run(group, [str(each) for each in arguments])
        out, err = capsys.readouterr()
        return Ran(code=code, out=out, err=err)

    return CommandLine(call, tmp_path)
