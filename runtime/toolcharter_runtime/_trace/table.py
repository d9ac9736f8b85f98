"""Which stand-in a value has: the same one wherever it stands, and no other value's.

Walks in: a scope, a value, and candidates. Walks out: the value's stand-in. A scope has a key of its
own, which follows from one that is drawn when the trace begins and kept nowhere; the table keeps
digests under that key, never a value. It holds a bounded number of them, those asked for last: a value
that was forgotten is given a stand-in anew, most often the same one.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from toolcharter_runtime._trace.draws import Draws

S = TypeVar("S")

MOST_REMEMBERED = 50_000


class Table:
    """The stand-ins of one trace."""

    def __init__(self, most: int = MOST_REMEMBERED) -> None:
        self._key = secrets.token_bytes(32)
        self._most = most
        self._given: OrderedDict[bytes, list[tuple[bytes, object]]] = OrderedDict()
        self._owners: dict[tuple[bytes, object], bytes] = {}
        self._counts: Counter[str] = Counter()

    def scope(self, *parts: str) -> Scope:
        """What belongs together, such as a run: equal values are equal inside, and not beyond."""
        return Scope(self, hmac.digest(self._key, _joined(parts), "sha256"))

    def named(self, kind: str, *parts: str) -> str:
        """``person_1``, ``person_2`` and so on, for whoever is named by the parts."""

        def fresh(_: Draws) -> Iterator[str]:
            yield self.numbered(kind)

        name = self.scope("names", kind).stand_in(_joined(parts), fresh, lambda _: True)
        return str(name)

    def numbered(self, kind: str) -> str:
        """The next name of a kind."""
        self._counts[kind] += 1
        return f"{kind}_{self._counts[kind]}"

    def of(self, digest: bytes) -> list[tuple[bytes, object]]:
        """What a value was given so far, with the scopes; its places may ask for several."""
        found = self._given.setdefault(digest, [])
        self._given.move_to_end(digest)
        while len(self._given) > self._most:
            for owned in self._given.popitem(last=False)[1]:
                self._owners.pop(owned, None)
        return found

    def take(self, digest: bytes, owned: tuple[bytes, object]) -> bool:
        """Give a stand-in of a scope to a value, unless another one has it."""
        if self._owners.setdefault(owned, digest) != digest:
            return False
        self._given[digest].append(owned)
        return True


class Scope:
    """The part of a table in which equal values have equal stand-ins."""

    __slots__ = ("_key", "_table")

    def __init__(self, table: Table, key: bytes) -> None:
        self._table = table
        self._key = key

    def stand_in(
        self,
        value: bytes,
        candidates: Callable[[Draws], Iterable[S]],
        fits: Callable[[S], bool],
    ) -> S | None:
        """The stand-in of ``value``: one it has and that ``fits`` here, else the first candidate
        that is nobody's. Where every one is somebody's, values share the last."""
        digest = hashlib.blake2b(value, key=self._key, digest_size=16).digest()
        for _, given in self._table.of(digest):
            if fits(given):  # type: ignore[arg-type]
                return given  # type: ignore[return-value]
        found = None
        for found in candidates(Draws(self._key, value)):
            if self._table.take(digest, (self._key, found)):
                break
        return found


def _joined(parts: Iterable[str]) -> bytes:
    """The parts as one, no two lists of parts alike."""
    return "".join(f"{len(each)} {each}\n" for each in parts).encode("utf-8", "surrogatepass")
