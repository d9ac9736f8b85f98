"""The facets of a contract that every effect may have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from toolcharter.diagnostics import Span
from toolcharter.ir.model.names import Located, ToolRef
from toolcharter.ir.model.shape import Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """Whether agents may still be given this version, and what to use instead.

    ``state`` is active, deprecated, draining or withdrawn.
    """

    state: str = "active"
    stability: str = "stable"
    since: str | None = None
    sunset: str | None = None
    live_window_ms: int | None = None
    use: Located[ToolRef] | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedPrecondition:
    """A precondition of this contract. ``at`` holds the input paths of the identifiers that imply
    it (``*`` stands for every item of a list); empty means that the contract names it itself and
    it always runs."""

    name: str
    span: Span
    at: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Visibility:
    """The precondition that asks whether the requester may see a record, and why it suffices."""

    check: Located[str]
    because: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A read that answers ``items`` in pages, in the order of those fields of an item."""

    span: Span
    items: str
    size: int
    max_size: int
    order: tuple[Located[str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a preview works out: the fields before and after, and what follows from the change."""

    before_after: Shape
    consequences: Shape | None


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What one view reveals of a tool version's declared fields.

    ``shows`` is the expanded, sorted allow-list of dotted paths; ``masks`` maps paths to masks.
    """

    name: str
    span: Span
    shows: tuple[str, ...]
    masks: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A fact for the policy: a path of input or plan, or the sentence why it is unknown."""

    name: str
    span: Span
    path: str | None = None
    unknown: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """A long operation: how to ask about it, how to stop it, how long it may take."""

    poll: Located[ToolRef]
    cancel: Located[ToolRef] | None
    longest_ms: int
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Idempotency:
    """What the service knows of keys, and the tool that says what became of a call."""

    service_keys: bool
    keys_kept_ms: int | None
    status: Located[ToolRef] | None
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What the authors answered to a rule that only suspects, and why."""

    at: Located[str]
    answer: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Suppression:
    """A diagnostic that the authors accept, for a while, and who answers for it."""

    rule: Located[str]
    at: Located[str]
    reason: str
    owner: str
    expires: str
