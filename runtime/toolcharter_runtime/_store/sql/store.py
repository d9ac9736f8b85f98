"""The store in a database.

Walks in: work, as functions over a transaction. Each runs in a thread with a connection of its own:
a new attempt where somebody was in the way, as long as there is time; then the commit. Writers of
SQLite are one thread, so they come to their turn in the order in which they asked.

A caller that stops waiting changes nothing: work that has begun goes on to its commit or its
rollback, and only its result is lost; work that still stood in the queue is not begun. Who has to
know what became of it shields the call.

    asked -> begun -> worked -> committed      the result
               |         |          '--lost--> CommitUnknownError
               |         '--it raised------->  rolled back; the exception, unchanged
               '--busy, conflict----------->   begun again; StoreUnavailableError when time is up
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from sqlalchemy.exc import DBAPIError

from toolcharter_runtime._store.seals import Seals
from toolcharter_runtime._store.sql.again import again
from toolcharter_runtime._store.sql.database import BusyError, Database, Session
from toolcharter_runtime._store.sql.transaction import SqlTransaction
from toolcharter_runtime._store.sql.workers import ClosedError, ForkedError, Workers
from toolcharter_runtime._store.transaction import (
    CommitUnknownError,
    ConflictError,
    Reading,
    StoreUnavailableError,
    Transaction,
)

T = TypeVar("T")

_SWEPT = 1000
_FORKED = "the store was opened before this process was forked; open one in each process"


class SqlStore:
    """Keeps rows in a database, sealed. ``patience_ms`` bounds how long work is tried again."""

    def __init__(
        self, database: Database, seals: Seals, *, patience_ms: int, checks_origin: bool = True
    ) -> None:
        self._database = database
        self._checks_origin = checks_origin
        self._seals = seals
        self._patience_s = patience_ms / 1000
        self._own = threading.local()
        self._sessions: list[Session] = []
        self._writers = Workers(database.writers, "toolcharter-writer")
        self._readers = (
            Workers(database.readers, "toolcharter-reader") if database.readers else self._writers
        )

    async def read(self, tenant: str, work: Callable[[Reading], T]) -> T:
        return await self._give(self._readers, tenant, work, is_writing=False)

    async def transact(self, tenant: str, work: Callable[[Transaction], T]) -> T:
        return await self._give(self._writers, tenant, work, is_writing=True)

    async def overdue(self, most: int, *, skip: int = 0) -> Sequence[tuple[str, str]]:
        return await self._give(
            self._readers, "", lambda rows: rows.overdue(most, skip), is_writing=False
        )

    async def unknown(self, most: int) -> Sequence[tuple[str, str]]:
        """Tenants and ids of operations whose outcome nobody knows, the oldest first."""
        return await self._give(
            self._readers, "", lambda rows: rows.unknown(most), is_writing=False
        )

    async def sweep(self, *, older_than_ms: int) -> None:
        """Remove gates that nobody has locked, and slots whose lease has been over, for so long.
        Both only take up room; a gate that is locked or waited for stays or is made again."""
        while await self._give(
            self._writers, "", lambda rows: rows.sweep(older_than_ms, _SWEPT), is_writing=True
        ):
            pass

    async def close(self) -> None:
        """Wait for the work that has been taken on, then give back every connection."""
        await asyncio.to_thread(self._close)

    async def _give(
        self,
        workers: Workers,
        tenant: str,
        work: Callable[[SqlTransaction], T],
        *,
        is_writing: bool,
    ) -> T:
        until = time.monotonic() + self._patience_s

        def attempt() -> T:
            return self._attempt(tenant, work, is_writing=is_writing)

        def carry_out() -> T:
            return again(attempt, until=until)

        try:
            done = workers.give(carry_out)
        except ClosedError:
            raise StoreUnavailableError("the store is closed") from None
        except ForkedError:
            raise StoreUnavailableError(_FORKED) from None
        return await done

    def _attempt(self, tenant: str, work: Callable[[SqlTransaction], T], *, is_writing: bool) -> T:
        session = self._begun(is_writing=is_writing)
        try:
            statements, seals = self._database.statements, self._seals
            result = work(SqlTransaction(tenant, session, statements, seals, is_writing=is_writing))
            if session.is_spoiled:
                raise StoreUnavailableError("an adapter tried to end the transaction")
            session.check_open()
        except DBAPIError as error:
            # A statement of an adapter, on the connection that we lent it.
            self._undo(session)
            meant = self._database.fault(error.orig)
            if error.connection_invalidated or isinstance(meant, BusyError):
                raise meant from None
            raise
        except BaseException:
            self._undo(session)
            raise
        self._commit(session)
        return result

    def _begun(self, *, is_writing: bool) -> Session:
        """A session with an open transaction. One that went stale while nobody used it is replaced:
        nothing has happened on it yet."""
        session: Session | None = getattr(self._own, "session", None)
        if session is not None:
            try:
                session.begin(is_writing=is_writing)
                return session
            except StoreUnavailableError:
                self._drop(session)
        session = self._connect()
        try:
            session.begin(is_writing=is_writing)
        except StoreUnavailableError:
            self._drop(session)
            raise
        return session

    def _connect(self) -> Session:
        session = self._database.connect()
        try:
            if self._checks_origin:
                session.check_origin()
        except BaseException:
            session.close()
            raise
        self._own.session = session
        self._sessions.append(session)
        return session

    def _commit(self, session: Session) -> None:
        try:
            session.commit()
        except StoreUnavailableError as error:
            # Even an answer proves little here: what was written may come back after a crash.
            self._drop(session)
            raise CommitUnknownError(str(error)) from None
        except (ConflictError, ValueError):
            self._undo(session)
            raise
        session.forget()

    def _undo(self, session: Session) -> None:
        if session.is_spoiled:
            self._drop(session)
            return
        try:
            session.rollback()
            session.forget()
        except (StoreUnavailableError, ConflictError, ValueError):
            self._drop(session)

    def _drop(self, session: Session) -> None:
        self._own.session = None
        self._sessions.remove(session)
        session.close()

    def _close(self) -> None:
        if not self._writers.are_ours:
            # What would be given back is another process's.
            return
        self._writers.close()
        if self._readers is not self._writers:
            self._readers.close()
        for session in self._sessions:
            session.close()
        self._sessions.clear()
        self._database.close()
