"""What passes between the runtime and the host: who asks, the call, and the answer as it came.

Walks in: nothing. Walks out: frozen values that adapters receive, and the error they may raise.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from toolcharter_runtime._names import A_NAME, is_name

if TYPE_CHECKING:
    from datetime import datetime

JSON: TypeAlias = "dict[str, JSON] | list[JSON] | str | int | float | bool | None"
"""A parsed JSON value."""

ArgumentsT = TypeVar("ArgumentsT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Requester:
    """The person or system whose request a run carries out, as the host has verified them.

    A permission name that the catalog does not know grants nothing.
    """

    identity: str
    tenant: str
    permissions: frozenset[str]

    def __post_init__(self) -> None:
        if not isinstance(self.permissions, frozenset):
            raise TypeError("permissions must be a frozenset of names")
        for name in self.permissions:
            if not isinstance(name, str) or not name:
                raise TypeError("permissions must be non-empty strings")
        if not (is_name(self.identity) and is_name(self.tenant)):
            raise TypeError(f"identity and tenant must each be a {A_NAME}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The record that a write acts on; ``version`` is the one its approval was given for."""

    kind: str
    id: JSON
    version: str | None


@dataclass(slots=True)
class Cancellation:
    """Whether somebody asked for a stop; shared by all calls of a run."""

    requested: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What an adapter may know about the call that it serves.

    Pass ``requester`` on to the service, so that it decides with that person's rights. After
    ``deadline`` nobody waits for the answer any more. ``idempotency_key`` and ``target`` are None
    for a read.
    """

    tool: str
    requester: Requester
    run_id: str
    deadline: datetime
    idempotency_key: str | None = None
    target: Target | None = None
    cancellation: Cancellation = field(default_factory=Cancellation, repr=False)

    @property
    def tenant(self) -> str:
        """The tenant of the requester."""
        return self.requester.tenant

    @property
    def cancelled(self) -> bool:
        """True once somebody asked for a stop; an adapter that can stop safely should."""
        return self.cancellation.requested


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation(Generic[ArgumentsT]):
    """A write that was started: what a follower asks about. ``tool`` is its wire name, and
    ``reference`` what the service called it, where the service said so."""

    id: str
    idempotency_key: str
    tool: str
    arguments: ArgumentsT
    target: Target | None = None
    reference: str | None = None


@dataclass(frozen=True, slots=True)
class Raw:
    """An answer as JSON text or as a parsed value, instead of a model; it is validated as JSON."""

    value: bytes | JSON


_LAST_YEAR = 9998
"""No later instant can be told in every time zone."""


class ToolError(Exception):
    """A failure that the contract knows, raised by an adapter.

    ``code`` is one of the tool's errors, VERSION_CONFLICT (writes), RATE_LIMITED, UPSTREAM_TIMEOUT
    or UPSTREAM_UNAVAILABLE; of a page also INVALID_ARGUMENT, for a cursor that does not fit the
    arguments. Any other code is answered as INTERNAL. ``retry_at`` carries an offset.
    """

    def __init__(self, code: str, retry_at: datetime | None = None) -> None:
        if retry_at is not None and retry_at.tzinfo is None:
            raise ValueError("retry_at needs an offset")
        if retry_at is not None and retry_at.year > _LAST_YEAR:
            raise ValueError("retry_at is further away than any run")
        super().__init__(code)
        self.code = str(code)
        self._retry_at = retry_at

    @property
    def retry_at(self) -> datetime | None:
        """When the service will take the call, where it says so; with an offset."""
        return self._retry_at
