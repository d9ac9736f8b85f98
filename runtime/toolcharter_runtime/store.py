"""Where a host keeps proposals, approvals and the ledger.

    store = open_store("sqlite:///ledger.db", Seals({"2026-11": secret}, current="2026-11"))
    dispatcher = Dispatcher(acme_tools.CATALOG, adapters, store=store)

``open_store`` takes the URL of SQLite or PostgreSQL and needs the extra ``store`` (and
``postgres``). ``MemoryStore`` forgets everything when the process ends: for tests and trials.
``Seals`` hold the keys that rows are sealed with; they come from the host's configuration and never
lie beside the database.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolcharter_runtime._store.memory import MemoryStore
from toolcharter_runtime._store.seals import BrokenSealError, Seals
from toolcharter_runtime._store.transaction import Store, StoreUnavailableError

if TYPE_CHECKING:
    from toolcharter_runtime._store.sql.opening import migrate, open_store

__all__ = [
    "BrokenSealError",
    "MemoryStore",
    "Seals",
    "Store",
    "StoreUnavailableError",
    "migrate",
    "open_store",
]


def __getattr__(name: str) -> Any:
    """Load the database's half when it is first asked for."""
    if name in ("open_store", "migrate"):
        from toolcharter_runtime._store.sql import opening

        return getattr(opening, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
