"""What all contracts of a catalog share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolcharter.diagnostics import Span
from toolcharter.ir.model.facets import Suppression
from toolcharter.ir.model.forms import EffectClass
from toolcharter.ir.model.names import Located
from toolcharter.ir.model.policy import Consequence, Level
from toolcharter.ir.model.tables import (
    ErrorCode,
    Exclusion,
    IdType,
    Kind,
    Precondition,
    Service,
    Space,
)
from toolcharter.source.document import Document

if TYPE_CHECKING:
    from toolcharter.ir.types import TypeTable


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectLimits:
    """How many calls of an effect class may run at a time."""

    per_run: int
    per_tenant: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """``toolcharter.yaml``."""

    span: Span
    catalog: str
    package: str
    environments: tuple[str, ...]
    exports: tuple[str, ...]
    request_bytes: int
    backoff_first_ms: int
    backoff_most_ms: int
    concurrency: Mapping[EffectClass, EffectLimits]
    retention_proposals_ms: int
    retention_results_ms: int
    retention_traces_ms: int
    ceiling_timeout_ms: int
    ceiling_result_bytes: int
    ceiling_attempts: int
    ceiling_page_items: int
    thresholds: Mapping[str, int]
    suppressions: tuple[Suppression, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """What all contracts of a catalog share."""

    settings: Settings
    types: TypeTable
    schemas: Mapping[str, Document]
    id_types: Mapping[str, IdType]
    errors: Mapping[str, ErrorCode]
    preconditions: Mapping[str, Precondition]
    kinds: Mapping[str, Kind]
    spaces: Mapping[str, Space]
    exclusions: Mapping[str, Exclusion]
    permissions: Mapping[str, Located[str]]
    levels: tuple[Level, ...]
    consequences: Mapping[str, Consequence]
    services: Mapping[str, Service]
