"""What a write does to the business, and to what."""

from __future__ import annotations

from dataclasses import dataclass

from toolcharter.diagnostics import Span
from toolcharter.ir.model.names import Located, ToolRef


@dataclass(frozen=True, slots=True, kw_only=True)
class Reversibility:
    """``kind`` is reversible (with ``how``), compensable (``by``) or irreversible (``because``)."""

    kind: str
    span: Span
    how: str | None = None
    by: Located[ToolRef] | None = None
    because: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteEffect:
    """What a write or a change does to the business."""

    span: Span
    summary: Located[str]
    touches: tuple[Located[str], ...]
    external: Located[bool]
    consequence: Located[str]
    reversibility: Reversibility
    creates: Located[str] | None = None
    next_states: tuple[Located[str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Follows:
    """``role`` is status, poll or cancel."""

    role: str
    of: tuple[Located[ToolRef], ...]
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The record a write acts on.

    ``kind`` comes from the type of the id in ``field`` (or is ``new``). ``version_checked_by`` is
    None for a direct write; ``space`` is None for a change.
    """

    span: Span
    kind: str
    field: Located[str] | None = None
    is_new: bool = False
    space: Located[str] | None = None
    version_checked_by: str | None = None
    because: str | None = None
    takes_expected_version: bool = False
