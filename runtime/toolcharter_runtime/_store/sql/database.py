"""What a store asks of a database: connections, and what their failures mean.

Walks in: a URL. Walks out: sessions, each the connection of one thread. No exception of a driver
leaves a session: it becomes BusyError or ConflictError (run the work again), StoreUnavailableError
(nothing happened), or ValueError (the database cannot hold that value).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, event

from toolcharter_runtime._store.sql.statements import Statement, Statements
from toolcharter_runtime._store.transaction import ConflictError

SAVEPOINT = "toolcharter"


class BusyError(ConflictError):
    """Somebody else was in the way; the work is run again as long as there is time."""


class Session(ABC):
    """One connection, used by one thread at a time."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._is_ours = False
        self.is_spoiled = False
        """Whether somebody tried to end our transaction: what they left cannot be relied on."""
        for ending in ("commit", "rollback"):
            event.listen(connection, ending, self._refuse_ending)

    @property
    def connection(self) -> Connection:
        """The same connection for statements of others, inside the open transaction. They may set
        savepoints; committing and rolling back is the store's."""
        return self._connection

    @abstractmethod
    def begin(self, *, is_writing: bool) -> None:
        """Open a transaction: one that writes, or one that sees a single state of all rows."""

    @abstractmethod
    def ask(self, statement: Statement, values: tuple[object, ...]) -> Sequence[tuple[Any, ...]]:
        """The rows of a statement that gives rows."""

    @abstractmethod
    def run(self, statement: Statement, values: tuple[object, ...]) -> None:
        """A statement that gives none."""

    @abstractmethod
    def listed(self, names: Sequence[str]) -> object:
        """A list as one parameter."""

    @abstractmethod
    def set_savepoint(self) -> None:
        """Remember this point of the open transaction."""

    @abstractmethod
    def go_back(self) -> None:
        """Undo what came after the savepoint, savepoints of others included."""

    @abstractmethod
    def check_open(self) -> None:
        """Raise StoreUnavailableError where the transaction has failed or has been ended already:
        committing it would go through and store nothing. RestoredError where the rows that it was
        about are seen to be older than they once were."""

    @abstractmethod
    def check_origin(self) -> None:
        """RestoredError where the rows may be older than they once were. Outside a transaction."""

    @abstractmethod
    def note_origin(self) -> None:
        """Where the rows are at home is here, unless that is known already. In a transaction."""

    @abstractmethod
    def move_origin(self, *, trusts_standbys: bool) -> None:
        """Where the rows are at home is here from now on. With ``trusts_standbys`` a server that
        takes over from another one is no other place. Outside a transaction."""

    @abstractmethod
    def commit(self) -> None:
        """Store everything for good."""

    @abstractmethod
    def rollback(self) -> None:
        """Undo everything."""

    def forget(self) -> None:
        """Let SQLAlchemy know that the transaction is over, if it was told that there is one."""
        if self._connection.in_transaction():
            self._is_ours = True
            try:
                self._connection.rollback()
            finally:
                self._is_ours = False

    def close(self) -> None:
        """Close the connection, whatever state it is in."""
        self._is_ours = True
        if not self._connection.closed:
            self._connection.invalidate()
            self._connection.close()

    def _refuse_ending(self, _: Connection) -> None:
        if not self._is_ours:
            self.is_spoiled = True
            raise RuntimeError("this transaction is the store's to commit and to roll back")


class Database(ABC):
    """One database. ``writers`` and ``readers`` are numbers of threads; without readers, the
    writers read as well."""

    statements: Statements
    writers: int
    readers: int
    is_made_when_new: bool
    """Whether a database without tables is given them when it is opened."""

    @abstractmethod
    def connect(self) -> Session:
        """A new session, or StoreUnavailableError."""

    @abstractmethod
    def fault(self, error: BaseException | None) -> Exception:
        """What a failure of the driver means. Its text is left out: it may quote a row."""

    @abstractmethod
    def close(self) -> None:
        """Nothing will be asked for any more."""
