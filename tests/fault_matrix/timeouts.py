"""The timeouts of the runtime, which end when a test says so instead of after seconds."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from toolcharter_runtime import _within


class Timeouts:
    """Every wait of the runtime for host code."""

    def __init__(self) -> None:
        self._scopes: list[asyncio.Timeout] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    def timeout(self, seconds: float) -> asyncio.Timeout:
        """What the runtime calls instead of ``asyncio.timeout``."""
        scope = asyncio.timeout(seconds)
        self._scopes.append(scope)
        return scope

    def end(self) -> None:
        """The time of whoever waits now is up."""
        now = asyncio.get_running_loop().time()
        for scope in self._scopes:
            # One that is over already has nobody in it.
            with contextlib.suppress(RuntimeError):
                scope.reschedule(now)
        self._scopes.clear()


@contextmanager
def ended_by_hand() -> Iterator[Timeouts]:
    timeouts = Timeouts()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_within, "asyncio", timeouts)
        yield timeouts
