"""The reference service, and a store of each kind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from reference_service.controller import ReferenceService
from reference_service.fixtures import own_database, reference_process, reference_service
from store.kinds import (
    postgres_server,
    postgres_url,
    quick_folder,
    skew,
    sqlite_file,
    sqlite_url,
    store,
)

__all__ = [
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
]


@pytest.fixture
def service(reference_service: ReferenceService) -> Iterator[ReferenceService]:
    """The service; what a test armed is disarmed by the next reset."""
    yield reference_service
