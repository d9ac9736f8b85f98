"""Everything that a process of a host would otherwise do at its start: modules, tools, statements.

Nothing is opened here: neither a database nor a connection survives a fork.
"""

from __future__ import annotations

import asyncio
import importlib
from types import ModuleType

import crashes.child  # noqa: F401 - imports what every child needs
from reference_service.adapters import Upstream, adapters_of
from reference_service.controller import NO_TLS
from sqlalchemy import create_engine
from toolcharter_runtime._store.memory import MemoryStore
from toolcharter_runtime._store.sql import postgresql, sqlite
from toolcharter_runtime._store.sql.opening import database_of
from write_path.host import SEALS, Host


def warm() -> None:
    """Have it done before the first fork."""
    _keep_statements(sqlite, "sqlite:////nowhere")
    _keep_statements(postgresql, "postgresql+psycopg:///nowhere")
    asyncio.run(_make_every_tool())


def _keep_statements(module: ModuleType, url: str) -> None:
    """Statements are compiled once for all children; that needs no connection."""
    kept = database_of(url, connections=1, patience_ms=0).statements
    vars(module)["statements"] = lambda _: kept


async def _make_every_tool() -> None:
    own = create_engine("sqlite://")
    async with Upstream("http://127.0.0.1:9", verify=NO_TLS) as upstream:
        tools = Host(adapters_of(upstream, own), MemoryStore(SEALS, lambda: 0)).dispatcher._tools
        for name in tools._catalog["tools"]:
            importlib.import_module(f"acme_tools.tools.{name}")
            tools.tool(name)
