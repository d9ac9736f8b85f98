"""Traces in memory, and hosts that write them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import acme_tools
import orjson
from reference_service.adapters import Upstream, adapters_of
from reference_service.controller import NO_TLS, ReferenceService
from sqlalchemy import Engine
from toolcharter_runtime import Dispatcher
from toolcharter_runtime._store.memory import MemoryStore
from toolcharter_runtime._store.transaction import Store
from toolcharter_runtime.clock import Clock
from toolcharter_runtime.outcomes import Sink
from toolcharter_runtime.traces import Recorder
from write_path.host import SEALS, Host, Skew

Event = dict[str, Any]


class Lines:
    """A sink that keeps the lines of a trace."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.is_closed = False

    def write(self, line: bytes) -> None:
        self.lines.append(line)

    def close(self) -> None:
        self.is_closed = True

    @property
    def text(self) -> bytes:
        return b"".join(self.lines)

    def events(self, *kinds: str) -> list[Event]:
        """The events of these kinds, or all."""
        found = [orjson.loads(line)["event"] for line in self.lines]
        return [each for each in found if not kinds or each["event"] in kinds]

    @property
    def calls(self) -> list[Event]:
        return self.events("call")

    @property
    def call(self) -> Event:
        """The only call so far."""
        (found,) = self.calls
        return found


class Traced(Host):
    """A host of the worked catalog whose calls are recorded in ``lines``."""

    def __init__(
        self,
        adapters: Mapping[str, object],
        store: Store,
        *,
        sink: Sink | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.store = store
        self.lines = Lines()
        self.recorder = Recorder(self.lines)
        self.dispatcher = Dispatcher(
            acme_tools.CATALOG, adapters, store=store, sink=sink, clock=clock, trace=self.recorder
        )


@asynccontextmanager
async def traced_host(
    service: ReferenceService, own: Engine, store: Any = None
) -> AsyncIterator[Traced]:
    """A recorded host over the service, with a ledger in memory unless another is given. At its end
    nothing may have gone wrong with the trace."""
    made = store or MemoryStore(SEALS, Skew().now)
    async with Upstream(service.url, verify=NO_TLS) as upstream:
        host = Traced(adapters_of(upstream, own), made)
        yield host
        await host.dispatcher.drain()
    host.recorder.close()
    assert host.recorder.faults == 0
