"""The approval policy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from toolcharter.diagnostics import Span
from toolcharter.ir.model.names import Located


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """An approval level; ``none`` has no approvers."""

    name: str
    span: Span
    approvers: int = 0
    roles: tuple[str, ...] = ()
    expires_ms: int | None = None
    single_use: bool = True
    pending: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyRule:
    """One ``raise`` (with ``to``) or ``refuse`` of a consequence.

    ``above`` maps currencies to minor units for the fact ``amount`` and has the one key "" for a
    count; ``is_one_of`` lists environments; ``doubled`` holds amounts of a currency that stood
    already.
    """

    fact: str
    span: Span
    above: Mapping[str, int] = field(default_factory=dict)
    is_one_of: tuple[str, ...] = ()
    to: Located[str] | None = None
    doubled: tuple[Located[str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequence:
    """A row of the policy: the level of a consequence, its limits, and what raises it."""

    name: str
    level: Located[str]
    span: Span
    per_run: int | None = None
    pending_per_run: int | None = None
    per_day: int | None = None
    raises: tuple[PolicyRule, ...] = ()
    refuses: tuple[PolicyRule, ...] = ()
