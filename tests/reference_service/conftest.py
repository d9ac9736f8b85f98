"""Coroutines as tests, and the service."""

from __future__ import annotations

import asyncio
import inspect

import pytest

from reference_service.controller import ReferenceService
from reference_service.fixtures import own_database, reference_process, reference_service
from reference_service.sending import Sender

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
def ines(reference_service: ReferenceService) -> Sender:
    """A person who may see every customer of the tenant acme."""
    return Sender(reference_service.url)
