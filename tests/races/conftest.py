"""The worlds of the crash tests, for tests of many processes at once."""

from __future__ import annotations

from crashes.fixtures import (
    forks,
    postgres_server,
    postgres_world,
    quick_folder,
    reference_process,
    sqlite_world,
)

__all__ = [
    "forks",
    "postgres_server",
    "postgres_world",
    "quick_folder",
    "reference_process",
    "sqlite_world",
]
