"""A server of PostgreSQL whose commits wait for a replica that never comes, where they are asked to.

Whoever commits there has stored everything and is not told so. When the connection is cut then, the
server answers nothing: the one case in which a transaction has happened and its caller cannot know.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psycopg
from store.postgres import database, driver_url, server
from toolcharter_runtime._store.sql.opening import migrate

_TOO_LONG_S = 30
_WAITING = "FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep'"
_SEE = f"SELECT 1 {_WAITING}"
_CUT = f"SELECT pg_terminate_backend(pid) {_WAITING}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """One database by two URLs: at ``url`` commits are told at once, at ``patient`` they wait."""

    url: str
    patient: str

    def until_one_commits(self) -> None:
        """Come back once a commit waits."""
        self._ask_until_found(_SEE)

    def cut_one(self) -> None:
        """Wait for a commit that waits, and end its connection."""
        self._ask_until_found(_CUT)

    def _ask_until_found(self, question: str) -> None:
        until = time.monotonic() + _TOO_LONG_S
        with psycopg.connect(driver_url(self.url), autocommit=True) as operator:
            while not operator.execute(question).fetchall():
                assert time.monotonic() < until, "nobody has committed"
                time.sleep(0.02)


@contextmanager
def waiting_database() -> Iterator[Waiting]:
    """A database with tables, on a server of its own."""
    with server(settings=("synchronous_standby_names=nobody",)) as own, database(own) as url:
        migrate(url)
        yield Waiting(url=url, patient=f"{url}&options=-csynchronous_commit%3Don")
