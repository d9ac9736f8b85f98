"""The reference service as fixtures: one process for a worker, one clean world for a test.

A ``conftest.py`` that imports ``reference_process``, ``reference_service`` and ``own_database`` has
them. Importing this module also puts the generated package of the worked catalog on the path.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from reference_service.controller import ReferenceService

if TYPE_CHECKING:
    from sqlalchemy import Engine

TESTS = Path(__file__).parent.parent

sys.path.insert(0, str(TESTS.parent / "generated"))


@contextmanager
def running_service(database: Path, *, host: str = "127.0.0.1") -> Iterator[ReferenceService]:
    """The service in a process of its own, which listens on ``host``, until the block ends."""
    where = ["--host", host, "--port", "0", "--database", str(database)]
    process = subprocess.Popen(
        [sys.executable, "-m", "reference_service", *where],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        service = ReferenceService(json.loads(process.stdout.readline())["url"])
        yield service
        service.close()
    finally:
        process.stdin.close()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


@pytest.fixture(scope="session")
def reference_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReferenceService]:
    """The process; use ``reference_service`` instead."""
    with running_service(tmp_path_factory.mktemp("reference") / "service.db") as service:
        yield service


@pytest.fixture
def reference_service(reference_process: ReferenceService) -> ReferenceService:
    """The service as at the start: first records, no faults, an empty account."""
    reference_process.reset()
    return reference_process


@pytest.fixture
def own_database(tmp_path: Path) -> Iterator[Engine]:
    """The host's own database on SQLite, with the first records of the service in its tables."""
    from sqlalchemy import create_engine

    from reference_service.adapters.own_tables import create_own_tables
    from reference_service.seed import records

    engine = create_engine(f"sqlite:///{tmp_path / 'own.db'}")
    with engine.begin() as connection:
        create_own_tables(connection, records())
    yield engine
    engine.dispose()
