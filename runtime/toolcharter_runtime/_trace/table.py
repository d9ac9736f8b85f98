"""Which stand-in a value has: the same one wherever it stands, and no other value's.

Walks in: a scope, a value, and candidates. Walks out: the value's stand-in. A scope has a key of its
own, which follows from one that is drawn when the trace begins and kept nowhere. So do the picks of
which candidates are made: whoever lacks the key cannot tell them from chance. The table keeps digests
and stand-ins, never a value, and those that were asked for last: a value that was forgotten is given a
stand-in anew, most often the same one. Names such as ``person_1f2e3d`` follow from the key alone.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

S = TypeVar("S")

MOST_REMEMBERED = 50_000
"""How many stand-ins are remembered; a long one counts for several."""

_LENGTH_OF_ONE = 64
_NAME_BYTES = 6
_BLOCK = 64


class Draws:
    """Picks that follow from a key and a value: the same ones each time."""

    __slots__ = ("_block", "_key", "_left", "_seed")

    def __init__(self, key: bytes, value: bytes) -> None:
        self._key = key
        self._seed = hashlib.blake2b(value, key=key, digest_size=32).digest()
        self._block = 0
        self._left = b""

    def pick(self, choices: Sequence[S]) -> S:
        """One of a few choices."""
        left = self._left or self._more()
        self._left = left[2:]
        # So many more bits than needed that no choice is favoured by anything that shows.
        return choices[(left[0] << 8 | left[1]) % len(choices)]

    def below(self, end: int) -> int:
        """A whole number from 0 up to but not including ``end``."""
        return int.from_bytes(self._more(), "big") % end

    def shuffled(self, choices: Iterable[S]) -> list[S]:
        """A few choices in any order."""
        left, found = [*choices], []
        while left:
            chosen = self.pick(range(len(left)))
            found.append(left[chosen])
            left[chosen] = left[-1]
            left.pop()
        return found

    def _more(self) -> bytes:
        numbered = self._seed + self._block.to_bytes(8, "big")
        self._block += 1
        return hashlib.blake2b(numbered, key=self._key, digest_size=_BLOCK).digest()


class Table:
    """The stand-ins of one trace."""

    def __init__(self, most: int = MOST_REMEMBERED) -> None:
        self._key = secrets.token_bytes(32)
        self._most = most
        self._size = 0
        self._given: OrderedDict[bytes, list[tuple[bytes, object]]] = OrderedDict()
        self._owners: dict[tuple[bytes, object], bytes] = {}

    def scope(self, *parts: str) -> Scope:
        """What belongs together, such as a run: equal values are equal inside, and not beyond."""
        return Scope(self, hmac.digest(self._key, _joined(parts), "sha256"))

    def named(self, kind: str, *parts: str) -> str:
        """What the trace calls whoever is named by the parts: ``person_``, say, and a few digits."""
        return self.scope("names").name(kind, *parts)

    def of(self, digest: bytes) -> Sequence[tuple[bytes, object]]:
        """What a value was given so far, with the scopes; its places may ask for several."""
        if digest in self._given:
            self._given.move_to_end(digest)
        return self._given.get(digest, ())

    def take(self, digest: bytes, owned: tuple[bytes, object]) -> bool:
        """Give a stand-in of a scope to a value, unless another one has it."""
        if owned in self._owners:
            return self._owners[owned] == digest
        self._owners[owned] = digest
        self._given.setdefault(digest, []).append(owned)
        self._size += _size(owned)
        while self._size > self._most and len(self._given) > 1:
            for each in self._given.popitem(last=False)[1]:
                del self._owners[each]
                self._size -= _size(each)
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

    def name(self, kind: str, *parts: str) -> str:
        """A name for what the parts name, which says nothing but its kind."""
        digest = hashlib.blake2b(_joined((kind, *parts)), key=self._key, digest_size=_NAME_BYTES)
        return f"{kind}_{digest.hexdigest()}"


def _size(owned: tuple[bytes, object]) -> int:
    stand_in = owned[1]
    return 1 + len(stand_in) // _LENGTH_OF_ONE if isinstance(stand_in, str) else 1


def _joined(parts: Iterable[str]) -> bytes:
    """The parts as one, no two lists of parts alike."""
    return "".join(f"{len(each)} {each}\n" for each in parts).encode("utf-8", "surrogatepass")
