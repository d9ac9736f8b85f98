"""Seals: a keyed MAC over all columns of a row, so that who can write to the database alone can
change, add or exchange nothing that counts.

A seal is ``<key id>:<HMAC-SHA-256 in hex>`` over a domain, the kind of the row and its columns. Keys
come from the host, each with an id, so that a new one can be introduced while rows under an old one
are still about. They never lie beside the database. Every store seals what it writes and checks what
it reads, so the protocol sees only rows whose seal was right.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from operator import attrgetter
from typing import Any, TypeVar

import orjson

from toolcharter_runtime._names import A_NAME, is_name
from toolcharter_runtime._store.records import DecisionRow, OperationRow, ProposalRow

SealedT = TypeVar("SealedT", ProposalRow, DecisionRow, OperationRow)

_DOMAIN = "toolcharter/seal/1"
_LEAST_BYTES = 32


class BrokenSealError(Exception):
    """A row of the store is not as the runtime wrote it. ``kind`` and ``id`` say which."""

    def __init__(self, kind: str, key: str) -> None:
        super().__init__(kind, key)
        self.kind = kind
        self.key = key

    def __str__(self) -> str:
        return f"the {self.kind} {self.key} in the store was not written by this runtime"


class Seals:
    """Makes and checks seals. ``keys`` maps ids to secrets of at least 32 bytes; new seals are made
    with the key ``current``."""

    def __init__(self, keys: Mapping[str, bytes], *, current: str) -> None:
        if current not in keys:
            raise ValueError(f"there is no key {current!r} to seal with")
        for name, secret in keys.items():
            if not is_name(name) or ":" in name:
                raise ValueError(f"the id of a key is a {A_NAME}, and no colon")
            if not isinstance(secret, bytes) or len(secret) < _LEAST_BYTES:
                raise ValueError(f"the key {name!r} must be at least {_LEAST_BYTES} bytes")
        self._keys = dict(keys)
        self._current = current

    def seal(self, row: SealedT) -> SealedT:
        """The row under a fresh seal."""
        return replace(row, seal=self.seal_of(row))

    def seal_of(self, row: ProposalRow | DecisionRow | OperationRow) -> str:
        """A fresh seal of the row."""
        return f"{self._current}:{self._mac(self._current, row)}"

    def check(self, row: SealedT) -> SealedT:
        """The row, if its seal is right; BrokenSealError if not."""
        name, _, mac = row.seal.rpartition(":")
        if name not in self._keys or not hmac.compare_digest(mac, self._mac(name, row)):
            raise BrokenSealError(_KINDS[type(row)], _key_of(row))
        return row

    def _mac(self, name: str, row: ProposalRow | DecisionRow | OperationRow) -> str:
        kind = type(row)
        columns = (_DOMAIN, name, _KINDS[kind], *_COLUMNS[kind](row))
        sealed = orjson.dumps(columns, default=_spelled)
        return hmac.digest(self._keys[name], sealed, "sha256").hex()


_KINDS: Mapping[type, str] = {
    ProposalRow: "proposal",
    DecisionRow: "decision",
    OperationRow: "operation",
}
_COLUMNS: Mapping[type, Callable[[Any], tuple[Any, ...]]] = {
    kind: attrgetter(*(field.name for field in fields(kind) if field.name != "seal"))
    for kind in _KINDS
}


def _spelled(value: object) -> list[str]:
    """Bytes for JSON: in a list, so that they are never the same as a text that spells them."""
    if not isinstance(value, bytes):
        raise TypeError
    return [value.hex()]


def _key_of(row: ProposalRow | DecisionRow | OperationRow) -> str:
    return f"{row.proposal_id} no. {row.number}" if isinstance(row, DecisionRow) else row.id
