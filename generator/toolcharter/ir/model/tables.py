"""Rows of the tables that contracts share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from toolcharter.diagnostics import Span
from toolcharter.ir.model.names import Located, ToolRef
from toolcharter.ir.model.shape import JsonSchema
from toolcharter.ir.model.upstream import AnswerRow


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorCode:
    """A row of ``errors.yaml``: one code, one meaning. ``tool`` is what to call next."""

    code: str
    message: str
    retryable: bool
    say: str
    tool: Located[ToolRef] | None
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Precondition:
    """A row of ``preconditions.yaml``: a question with one error."""

    name: str
    asks: str
    error: Located[str]
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A row of ``kinds.yaml``: a kind of record. ``parts`` are what effects may touch of it."""

    name: str
    describe: str
    parts: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """A space of ``kinds.yaml``, private to a requester. ``holds`` lists the kinds in it."""

    name: str
    holds: tuple[Located[str], ...]
    kept_ms: int | None
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Exclusion:
    """A capability that no tool of the catalog may have, and how it is recognised."""

    name: str
    says: str
    reason: str
    touches: tuple[str, ...]
    consequences: tuple[str, ...]
    endpoints: tuple[str, ...]
    words: tuple[tuple[str, ...], ...]
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class IdType:
    """The identifier type of one kind."""

    name: str
    kind: str
    span: Span
    resolved_by: Located[ToolRef] | None
    checked_by: Located[str] | None
    known_to: str | None
    written_as: Located[str] | None
    schema: JsonSchema


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """An outside service: what calls share, and its whole file as plain JSON in ``settings``.

    ``credential_header`` carries the credential that the host supplies.
    """

    name: str
    span: Span
    settings: Mapping[str, Any]
    headers: tuple[Located[str], ...] = ()
    credential_header: Located[str] | None = None
    answers: tuple[AnswerRow, ...] = ()
