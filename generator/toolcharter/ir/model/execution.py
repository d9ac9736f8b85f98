"""How an operation is carried out, within what limits, and what when it fails."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from toolcharter.diagnostics import Span
from toolcharter.ir.model.names import Located
from toolcharter.ir.model.upstream import Upstream


@dataclass(frozen=True, slots=True, kw_only=True)
class Retry:
    """``attempts`` counts the first try too; it is 1 for the class ``never``."""

    retry_class: str
    attempts: int
    first_ms: int
    most_ms: int
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """``errors`` are the declared codes; the implied ones stand with the preconditions."""

    span: Span
    errors: tuple[Located[str], ...]
    retry: Retry
    preview_retry: Retry | None = None
    cancellation: str | None = None
    after_conflict: str | None = None
    after_transient: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Effective values, after the defaults of the settings."""

    span: Span
    timeout_ms: int
    request_bytes: int
    result_bytes: int
    per_run: int
    per_tenant: int
    serialize_by: str | None = None
    because: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapter:
    """How the operation is carried out. ``upstream`` is what an http or mcp adapter does, as
    linked; ``settings`` holds every key of it as it was written, which is what digests cover."""

    kind: str = "python"
    transaction: str = "own"
    settings: Mapping[str, Any] = field(default_factory=dict)
    upstream: Upstream | None = None
    span: Span | None = None
