"""Where the time of a commit goes: what is waited for in the store, and the rest.

Walks in: a block in which stores work. Walks out: seconds by stage. Watching costs a little itself.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from toolcharter_runtime._store.sql import workers
from toolcharter_runtime._store.sql.postgresql import PostgresSession
from toolcharter_runtime._store.sql.sqlite import SqliteSession


@dataclass(slots=True)
class Stages:
    """``threads_s`` is spent in threads of stores altogether, ``statements_s`` and ``commits_s`` in
    the database."""

    threads_s: float = 0.0
    statements_s: float = 0.0
    commits_s: float = 0.0

    def shares(self, whole_s: float) -> list[tuple[str, float]]:
        """Each stage of something that took ``whole_s``, and its seconds."""
        return [
            ("COMMIT, the disk included", self.commits_s),
            ("the other statements", self.statements_s),
            ("the protocol, in the store's threads", self._protocol_s),
            ("the walk of the call, and handing over to threads", whole_s - self.threads_s),
        ]

    @property
    def _protocol_s(self) -> float:
        return self.threads_s - self.statements_s - self.commits_s


@contextlib.contextmanager
def watched_stages() -> Iterator[Stages]:
    """The stages of everything that the stores of this process do."""
    found = Stages()
    places: list[tuple[Any, str, str]] = [
        (kind, name, "commits_s" if name == "commit" else "statements_s")
        for kind in (SqliteSession, PostgresSession)
        for name in ("begin", "ask", "run", "commit")
    ]
    places.append((workers, "_carry_out", "threads_s"))
    plain = [(place, name, getattr(place, name)) for place, name, _ in places]
    for (place, name, stage), (_, _, usual) in zip(places, plain, strict=True):
        setattr(place, name, _timed(found, stage, usual))
    try:
        yield found
    finally:
        for place, name, usual in plain:
            setattr(place, name, usual)


def _timed(found: Stages, stage: str, usual: Callable[..., Any]) -> Callable[..., Any]:
    def timed(*given: Any, **named: Any) -> Any:
        started = time.perf_counter()
        try:
            return usual(*given, **named)
        finally:
            setattr(found, stage, getattr(found, stage) + time.perf_counter() - started)

    return timed
