"""Coroutines as tests, and the profiles of the property tests: the usual one, and ``soak``."""

from __future__ import annotations

import asyncio
import inspect

import pytest
from hypothesis import settings

settings.register_profile("soak", max_examples=2000, deadline=None)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine in an event loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True
