"""What a test has a process of a host do, as values that go over a socket as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

Deed: TypeAlias = Literal["call", "approve", "recover", "cancel_run", "resolve"]

RUN = "run-1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a process is born. Its store's clock is ``ahead_ms`` ahead of the machine's. ``limits``
    are put in the place of those of the catalog: ``calls_per_run`` of its roles, ``previews``, how
    many of them a tenant has at once, ``per_day`` of the policies that have it."""

    store: str
    service: str
    ahead_ms: int = 0
    patience_ms: int = 5_000
    limits: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One deed. ``given`` are its arguments; ``starts_at`` is an instant of the machine's monotonic
    clock that is waited for, in seconds."""

    do: Deed
    given: Mapping[str, Any] = field(default_factory=dict)
    starts_at: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """The place at which a process stands still, when it comes there for the ``nth`` time."""

    place: str
    nth: int = 1


def call(
    tool: str,
    arguments: Mapping[str, Any],
    *,
    role: str,
    run: str = RUN,
    request: str | None = None,
) -> Order:
    """An agent's call; the same order is the same request."""
    given = {"tool": tool, "arguments": arguments, "role": role, "run": run, "request": request}
    return Order(do="call", given=given)


def in_run(order: Order, run: str) -> Order:
    """The same call in another run."""
    return replace(order, given={**order.given, "run": run})


def approve(proposal_id: str, *, by: Sequence[str] = ("lea",)) -> Order:
    """These persons look at a proposal and approve what they saw, one after the other."""
    return Order(do="approve", given={"proposal_id": proposal_id, "by": list(by)})


RECOVER = Order(do="recover")


def cancel_run(*, role: str, run: str = RUN) -> Order:
    """The host cancels a run."""
    return Order(do="cancel_run", given={"role": role, "run": run})


def resolve(operation_id: str) -> Order:
    """An operator says that an unknown outcome was a success."""
    return Order(do="resolve", given={"operation_id": operation_id})
