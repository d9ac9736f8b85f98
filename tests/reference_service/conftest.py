"""The service, and a person who asks it."""

from __future__ import annotations

import pytest

from reference_service.controller import ReferenceService
from reference_service.fixtures import own_database, reference_process, reference_service
from reference_service.sending import Sender

__all__ = ["own_database", "reference_process", "reference_service"]


@pytest.fixture
def ines(reference_service: ReferenceService) -> Sender:
    """A person who may see every customer of the tenant acme."""
    return Sender(reference_service.url)
