"""The reference service."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from reference_service.controller import ReferenceService
from reference_service.fixtures import own_database, reference_process, reference_service

__all__ = ["own_database", "reference_process", "reference_service"]


@pytest.fixture
def service(reference_service: ReferenceService) -> Iterator[ReferenceService]:
    """The service; what a test armed is disarmed by the next reset."""
    yield reference_service
