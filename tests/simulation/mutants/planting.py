"""How a bug is planted: a function of the runtime is replaced for as long as a context lasts."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any
from unittest import mock

from toolcharter_runtime import _commits, _direct_writes
from toolcharter_runtime._ledger import claim as claims
from toolcharter_runtime._ledger import settle as settling
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._told import error_bytes

MUTANTS: dict[str, Callable[[], AbstractContextManager[None]]] = {}

Patch = tuple[Any, str, Any]


def mutant(make: Callable[[], list[Patch]]) -> Callable[[], list[Patch]]:
    """Register a planted bug; ``make`` gives what is put in place of what."""

    @contextlib.contextmanager
    def planted() -> Iterator[None]:
        with contextlib.ExitStack() as stack:
            for place, name, instead in make():
                stack.enter_context(mock.patch.object(place, name, instead))
            yield

    MUTANTS[make.__name__] = planted
    return make


def failure(code: str = "RATE_LIMITED", fate: Any = "closed") -> settling.NothingHappened:
    """Proof of no effect, where there is none."""
    return settling.NothingHappened(error_bytes(Refusal(code)), fate)


def standings(instead: Any) -> list[Patch]:
    """Another answer to what an operation that exists means, wherever it is asked."""
    return [(each, "standing", instead) for each in (claims, _commits, _direct_writes)]
