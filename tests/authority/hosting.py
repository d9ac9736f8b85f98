"""Hosts that differ from the usual one in a row of the catalog, an adapter, a clock or a sink.

Walks in: a scene and what is to be different. Walks out: a host, or a catalog.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

import acme_tools
from approvals.scene import Scene
from reference_service.adapters import Upstream, adapters_of
from reference_service.controller import NO_TLS
from toolcharter_runtime import Dispatcher
from toolcharter_runtime.clock import Clock, SystemClock
from toolcharter_runtime.formats import v1
from toolcharter_runtime.outcomes import Outcome, Sink
from write_path.host import Host, Skew

Made = Callable[[Upstream], object]


@asynccontextmanager
async def serving(
    scene: Scene,
    *,
    catalog: v1.CatalogRow | None = None,
    adapters: Mapping[str, Made] | None = None,
    sink: Sink | None = None,
    clock: Clock | None = None,
) -> AsyncIterator[Host]:
    """A host over the scene's service and store. ``adapters`` stand in place of the usual ones."""
    async with Upstream(scene.service.url, verify=NO_TLS) as upstream:
        every: dict[str, Any] = {**adapters_of(upstream, scene.own)}
        for tool, make in (adapters or {}).items():
            every[tool] = lambda made=make: made(upstream)
        host = Host(every, scene.store)
        host.dispatcher = Dispatcher(
            acme_tools.CATALOG if catalog is None else catalog,
            every,
            store=scene.store,
            sink=sink,
            clock=clock,
        )
        yield host


def catalog_with(
    *,
    tools: Mapping[str, Mapping[str, Any]] | None = None,
    roles: Mapping[str, Mapping[str, Any]] | None = None,
) -> v1.CatalogRow:
    """The worked catalog with other values in some rows, at any depth."""
    return cast(
        "v1.CatalogRow",
        _merged(acme_tools.CATALOG, {"tools": tools or {}, "roles": roles or {}}),
    )


def _merged(old: Any, new: Any) -> Any:
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return new
    return {**old, **{name: _merged(old.get(name), value) for name, value in new.items()}}


class Turning(SystemClock):
    """A clock of host and store that goes on by what somebody waits, at once."""

    def __init__(self, skew: Skew) -> None:
        self._skew = skew
        self.waited: list[float] = []

    def now(self) -> datetime:
        return super().now() + timedelta(milliseconds=self._skew.ms)

    async def sleep(self, seconds: float) -> None:
        self.waited.append(seconds)
        self._skew.ms += round(seconds * 1000)


@dataclass
class Pinned:
    """A store's clock that stands still, until a test says otherwise."""

    ms: int

    def now(self) -> int:
        return self.ms


class Recorder:
    """Keeps every outcome."""

    wants_argument_hash = True

    def __init__(self) -> None:
        self.outcomes: list[Outcome] = []

    def record(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)
