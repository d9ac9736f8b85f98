"""A host's module, as ``outcomes resolve --query --host`` loads it."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import create_engine
from toolcharter_runtime import Dispatcher
from toolcharter_runtime._store.sql.opening import open_store
from write_path.host import SEALS, Host

SERVICE, OWN = "TEST_SERVICE_URL", "TEST_OWN_URL"


@asynccontextmanager
async def dispatcher() -> AsyncIterator[Dispatcher]:
    """What this process serves, over the store that the environment names."""
    from reference_service.adapters import Upstream, adapters_of
    from reference_service.controller import NO_TLS

    own = create_engine(os.environ[OWN])
    store = open_store(os.environ["TOOLCHARTER_STORE"], SEALS)
    async with Upstream(os.environ[SERVICE], verify=NO_TLS) as upstream:
        yield Host(adapters_of(upstream, own), store).dispatcher
    await store.close()
    own.dispose()


def failing() -> Dispatcher:
    """A host whose configuration is wrong, and would be printed."""
    raise ValueError("postgresql://me:hunter2@example.com")


def nothing() -> None:
    """A function that gives no dispatcher."""
