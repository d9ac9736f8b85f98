"""One linked contract and the tool versions it makes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolcharter.ir.model.effect import Follows, Target, WriteEffect
from toolcharter.ir.model.execution import Adapter, Failure, Limits, Retry
from toolcharter.ir.model.facets import (
    AppliedPrecondition,
    Fact,
    Idempotency,
    Judgement,
    Operation,
    Page,
    Plan,
    Status,
    Suppression,
    View,
    Visibility,
)
from toolcharter.ir.model.forms import EFFECT_OF_FORM, EffectClass, Form
from toolcharter.ir.model.names import Located, ToolRef, WireName
from toolcharter.ir.model.shape import Reveal, Shape
from toolcharter.source.document import Document

if TYPE_CHECKING:
    from toolcharter.ir.fixed import EvidenceFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolVersion:
    """One tool version as agents see it.

    ``input`` is what the agent sends, ``arguments`` what the adapter receives (of a commit: the
    preview's input; of a follower: None), ``answer`` what the adapter returns, ``views`` maps a
    view's name to the schema of what the agent gets inside the envelope, and ``reveals`` to how it
    is made from the answer.
    """

    ref: ToolRef
    form: Form
    contract_file: str
    description: str
    input: Shape
    arguments: Shape | None
    answer: Shape
    views: Mapping[str, Shape]
    reveals: Mapping[str, Reveal]
    limits: Limits
    retry: Retry

    @property
    def wire_name(self) -> WireName:
        """The name on the wire: ``get_customer_v2``."""
        return self.ref.wire_name

    @property
    def effect_class(self) -> EffectClass:
        """The business effect, which the form decides."""
        return EFFECT_OF_FORM[self.form]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """One linked contract file."""

    file: str
    name: Located[str]
    version: int
    is_change: bool
    purpose: Located[str]
    status: Status
    effect: WriteEffect | None
    follows: Follows | None
    target: Target | None
    permissions: tuple[Located[str], ...]
    named_preconditions: tuple[Located[str], ...]
    preconditions: tuple[AppliedPrecondition, ...]
    visibility: Visibility | None
    input: Shape | None
    page: Page | None
    plan: Plan | None
    output: Shape | None
    views: Mapping[str, View]
    facts: tuple[Fact, ...]
    operation: Operation | None
    idempotency: Idempotency | None
    failure: Failure
    adapter: Adapter
    safe_fields: tuple[Located[str], ...]
    retention_results_ms: int | None
    retention_proposals_ms: int | None
    judgements: tuple[Judgement, ...]
    suppressions: tuple[Suppression, ...]
    evidence: EvidenceFacts | None
    tools: tuple[ToolVersion, ...]
    document: Document
