"""A walk over every sequence of calls, each call made for real in every state that is reached.

Walks in: an alphabet of calls, a way to make one, a judge. Walks out: how many sequences there are up
to a length, and in how many states how many calls were made.

The argument why that covers every sequence: what a call can do depends on the call and on the state
that it meets, which is every row of the service, of the host's own tables and of the ledger. The walk
begins in one state. In each state that any sequence shorter than the length ends in, it makes each
call of the alphabet once, compares all rows with those before, and puts them back. Where they are
the same, the call has led back into the same state, so everything that may follow it is what may
follow the state, and that is tried there once; where they differ, it has led into a state of its own,
which is walked on from. So for every sequence, each of its calls has been made in the very state in
which that sequence makes it, and the world after it was judged. How many sequences lead through a
state is counted along; their sum has to be that of all sequences.

Left out of the state are the counters of calls, which matter only to a limit that no sequence of this
length comes to, and rows that exist to be locked. What the process remembers besides is checked in
another way: every state is also reached by its calls alone, in a host that has just begun.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from authority.books import Account, Books
from write_path.host import Envelope

Arguments: TypeAlias = Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """One call that an agent may make. ``tool`` is the name it calls; ``arguments`` are fixed, or
    found in the present state; ``codes`` are what it may be answered. The host names each call, so
    that a repeat is another call, unless ``is_named`` says that it does not."""

    name: str
    tool: str
    arguments: Arguments | Callable[[Account], Arguments]
    codes: Collection[str] = ("OK",)
    is_named: bool = True

    def arguments_in(self, account: Account) -> Arguments:
        return self.arguments(account) if callable(self.arguments) else self.arguments


class Judge(Protocol):
    """Says what of a world must not be."""

    def check(self, start: Account, now: Account) -> None: ...


MakeCall: TypeAlias = Callable[[Letter, Arguments, str | None], Awaitable[Envelope]]


@dataclass(slots=True, kw_only=True)
class Walk:
    """``sequences`` counts those that were covered, by their length; ``calls`` those that were
    made; ``paths`` the calls that led into each state; ``said`` every code that was answered."""

    states: list[Account]
    paths: list[tuple[Letter, ...]]
    sequences: list[int] = field(default_factory=list)
    calls: int = 0
    said: Counter[str] = field(default_factory=Counter)


class Walker:
    """Walks from the world as it is now. ``call`` makes a call in a run of the role."""

    def __init__(self, books: Books, call: MakeCall, judge: Judge) -> None:
        self._books = books
        self._call = call
        self._judge = judge
        self._steps: dict[tuple[int, str], int] = {}
        start = books.read()
        self._present = start
        self.walk = Walk(states=[start], paths=[()])

    async def over(self, alphabet: Sequence[Letter], *, longest: int) -> Walk:
        """Every sequence of 1 to ``longest`` calls."""
        ways = {0: 1}
        for _ in range(longest):
            onward: Counter[int] = Counter()
            for state, count in ways.items():
                for letter in alphabet:
                    onward[await self._step(state, letter)] += count
            ways = onward
            self.walk.sequences.append(sum(ways.values()))
        return self.walk

    async def _step(self, state: int, letter: Letter) -> int:
        """The state that a call leads to from a state; it is made once, and judged."""
        known = self._steps.get((state, letter.name))
        if known is not None:
            return known
        walk, before = self.walk, self.walk.states[state]
        if before != self._present:
            self._books.put_back(before)
        arguments = letter.arguments_in(before)
        request_id = f"call-{walk.calls}" if letter.is_named else None
        envelope = await self._call(letter, arguments, request_id)
        walk.calls += 1
        way = " > ".join(each.name for each in (*walk.paths[state], letter))
        code = code_of(envelope)
        walk.said[code] += 1
        assert code in letter.codes, (way, envelope)
        after = self._books.read()
        try:
            self._judge.check(walk.states[0], after)
        except AssertionError as error:
            raise AssertionError(f"{way}: {error}") from error
        if after.standing == before.standing:
            found = state
        else:
            walk.states.append(after)
            walk.paths.append((*walk.paths[state], letter))
            found = len(walk.states) - 1
        self._present = after
        self._steps[state, letter.name] = found
        return found


def code_of(envelope: Mapping[str, Any]) -> str:
    return "OK" if envelope["ok"] else str(envelope["error"]["code"])
