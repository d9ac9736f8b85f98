"""Prepared statements of PostgreSQL, spoken to libpq without the driver's cursor in between.

Walks in: a statement and its values. Walks out: rows. A cursor costs as much as the server's answer
to a look-up by key; here a statement is prepared once for a connection, and values travel in binary,
where nothing is escaped and a text that the server cannot hold is refused instead of cut short.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from struct import Struct
from typing import Any

import psycopg
from psycopg.pq import ExecStatus, Format
from psycopg.pq.abc import PGconn, PGresult

from toolcharter_runtime._store.sql.statements import Statement

_ARRAY = Struct(">iiiii")
_LENGTH = Struct(">i")
_TEXT_OID = 25


def _integer(value: bytes) -> int:
    return int.from_bytes(value, "big", signed=True)


_READERS: Mapping[int, Callable[[bytes], Any]] = {
    17: bytes,
    20: _integer,
    23: _integer,
    _TEXT_OID: bytes.decode,
    1043: bytes.decode,
}
"""By the number of a type: bytea, bigint, integer, text, varchar."""

Readers = Sequence[Callable[[bytes], Any]]


class Wire:
    """One connection, and the statements that it knows."""

    def __init__(self, server: PGconn) -> None:
        self._server = server
        self._known: dict[str, bytes] = {}
        self._readers: dict[bytes, Readers] = {}

    def run(self, statement: Statement, values: tuple[object, ...]) -> None:
        """A statement that gives no rows. Errors are psycopg's."""
        self._execute(self._name(statement), values)

    def ask(self, statement: Statement, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        """The rows of a statement. Errors are psycopg's."""
        name = self._name(statement)
        result = self._execute(name, values)
        if not result.ntuples:
            return []
        readers = self._readers.get(name)
        if readers is None:
            readers = [_READERS[result.ftype(column)] for column in range(result.nfields)]
            self._readers[name] = readers
        return [_row(result, number, readers) for number in range(result.ntuples)]

    def command(self, text: bytes) -> bytes | None:
        """One or more commands without values. The text that the last of them answers, if any."""
        result = _checked(self._server.exec_(text), ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK)
        return result.get_value(0, 0) if result.ntuples else None

    def _name(self, statement: Statement) -> bytes:
        name = self._known.get(statement.text)
        if name is None:
            name = b"toolcharter_%d" % len(self._known)
            _checked(self._server.prepare(name, statement.text.encode()), ExecStatus.COMMAND_OK)
            self._known[statement.text] = name
        return name

    def _execute(self, name: bytes, values: tuple[object, ...]) -> PGresult:
        # The driver's annotations forget that None is null.
        sent: list[Any] = [None if value is None else _sent(value) for value in values]
        formats = [Format.BINARY] * len(sent)
        result = self._server.exec_prepared(name, sent, formats, Format.BINARY)
        return _checked(result, ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK)


def _checked(result: PGresult, *wanted: ExecStatus) -> PGresult:
    if result.status not in wanted:
        raise psycopg.errors.error_from_result(result)
    return result


def _row(result: PGresult, number: int, readers: Readers) -> tuple[Any, ...]:
    row = []
    for column, read in enumerate(readers):
        value = result.get_value(number, column)
        row.append(None if value is None else read(value))
    return tuple(row)


def _integer_bytes(value: int) -> bytes:
    return value.to_bytes(8, "big", signed=True)


def _array(texts: list[str]) -> bytes:
    """An array of one dimension, counted from 1, without nulls."""
    parts = [_ARRAY.pack(1, 0, _TEXT_OID, len(texts), 1)]
    for text in texts:
        data = text.encode()
        parts += (_LENGTH.pack(len(data)), data)
    return b"".join(parts)


_WRITERS: Mapping[type, Callable[[Any], bytes]] = {
    bytes: bytes,
    int: _integer_bytes,
    str: str.encode,
    list: _array,
}


def _sent(value: object) -> bytes:
    kind = type(value)
    if kind in _WRITERS:
        return _WRITERS[kind](value)
    for known, write in _WRITERS.items():
        if isinstance(value, known):
            return write(value)
    raise TypeError(f"no column holds a value of the type {kind.__name__}")
