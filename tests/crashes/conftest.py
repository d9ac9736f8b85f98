"""A clean world for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from crashes.fixtures import (
    forks,
    postgres_server,
    postgres_world,
    quick_folder,
    reference_process,
    sqlite_world,
)
from crashes.world import World

__all__ = [
    "forks",
    "postgres_server",
    "postgres_world",
    "quick_folder",
    "reference_process",
    "sqlite_world",
]


@pytest.fixture(params=["sqlite", "postgres"])
def world(request: pytest.FixtureRequest) -> Iterator[World]:
    """A clean world of each kind."""
    found: World = request.getfixturevalue(f"{request.param}_world")
    found.reset()
    yield found
    found.clear_children()
