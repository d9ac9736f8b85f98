"""Coroutines as tests, the reference service, and a host with a ledger."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator

import pytest
from reference_service.controller import ReferenceService
from reference_service.fixtures import own_database, reference_process, reference_service

__all__ = ["own_database", "reference_process", "reference_service"]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine in an event loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture
def service(reference_service: ReferenceService) -> Iterator[ReferenceService]:
    """The service; what a test armed is disarmed by the next reset."""
    yield reference_service
