"""The linked catalog: frozen values that say what is true, never how Python spells it.

Walks in: nothing; ``link`` builds these once. Every value that somebody wrote carries the span of
the place where it stands; a derived value carries the span of what it was derived from.

A *contract* is one file. It makes one *tool version*, or, for a change, two of them: a preview and
its commit. The *environment* is everything that contracts share: settings, types, tables, policies,
services. A *catalog* is an environment, its contracts and its roles.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, NewType, TypeVar

from toolcharter.diagnostics import Span
from toolcharter.source.document import Document

if TYPE_CHECKING:
    from toolcharter.ir.fixed import EvidenceFacts
    from toolcharter.ir.types import TypeTable

T = TypeVar("T")

JsonSchema = Mapping[str, Any]
"""A JSON Schema 2020-12 in canonical form: closed, bounded, self-contained."""

Reveal = bool | str | dict[str, Any]
"""How a view treats a value: whole, masked, or only the named fields of it."""

Pointer = NewType("Pointer", str)
"""A JSON Pointer (RFC 6901) into a schema."""

WireName = NewType("WireName", str)
"""The name of a tool version on the wire: ``get_customer_v2``."""

Digest = NewType("Digest", str)
"""``sha256:`` and 64 hexadecimal digits."""


@dataclass(frozen=True, slots=True)
class Located(Generic[T]):
    """A value and the place where somebody wrote it."""

    value: T
    span: Span


@dataclass(frozen=True, slots=True, order=True)
class ToolRef:
    """One version of one tool: ``get_customer.v2``."""

    name: str
    version: int

    def __str__(self) -> str:
        return f"{self.name}.v{self.version}"

    @property
    def wire_name(self) -> WireName:
        return WireName(f"{self.name}_v{self.version}")


class Form(Enum):
    """What kind of tool version this is; it fixes the shape of input and answer."""

    READ = "read"
    PREVIEW = "preview"
    COMMIT = "commit"
    WRITE = "write"
    STATUS = "status"
    POLL = "poll"
    CANCEL = "cancel"


class EffectClass(Enum):
    """The business effect of a tool version."""

    READ = "read"
    PREVIEW = "preview"
    WRITE = "write"


EFFECT_OF_FORM: Mapping[Form, EffectClass] = {
    Form.READ: EffectClass.READ,
    Form.STATUS: EffectClass.READ,
    Form.POLL: EffectClass.READ,
    Form.PREVIEW: EffectClass.PREVIEW,
    Form.COMMIT: EffectClass.WRITE,
    Form.WRITE: EffectClass.WRITE,
    Form.CANCEL: EffectClass.WRITE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A typed value: its canonical JSON Schema, and where each part of it was written.

    ``spans`` maps a pointer into ``schema`` to the place the part comes from; a part without an
    entry was derived from its nearest ancestor that has one.
    """

    schema: JsonSchema
    spans: Mapping[Pointer, Span]

    def span_at(self, pointer: str) -> Span:
        """The place that the part at ``pointer`` comes from."""
        while pointer and pointer not in self.spans:
            pointer = pointer.rpartition("/")[0]
        return self.spans[Pointer(pointer)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    state: str = "active"
    stability: str = "stable"
    since: str | None = None
    sunset: str | None = None
    live_window_ms: int | None = None
    use: Located[ToolRef] | None = None
    reason: str | None = None


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
    check: Located[str]
    because: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    span: Span
    items: str
    size: int
    max_size: int
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
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
    poll: Located[ToolRef]
    cancel: Located[ToolRef] | None
    longest_ms: int
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Idempotency:
    service_keys: bool
    keys_kept_ms: int | None
    status: Located[ToolRef] | None
    span: Span


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
    """How the operation is carried out. ``settings`` holds every written key of an http or mcp
    adapter, as plain JSON."""

    kind: str = "python"
    transaction: str = "own"
    settings: Mapping[str, Any] = field(default_factory=dict)
    span: Span | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    at: Located[str]
    answer: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Suppression:
    rule: Located[str]
    at: Located[str]
    reason: str
    owner: str
    expires: str


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
        return self.ref.wire_name

    @property
    def effect_class(self) -> EffectClass:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorCode:
    code: str
    message: str
    retryable: bool
    say: str
    tool: Located[ToolRef] | None
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Precondition:
    name: str
    asks: str
    error: Located[str]
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    name: str
    describe: str
    parts: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    name: str
    holds: tuple[Located[str], ...]
    kept_ms: int | None
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Exclusion:
    name: str
    says: str
    reason: str
    touches: tuple[str, ...]
    consequences: tuple[str, ...]
    endpoints: tuple[str, ...]
    words: tuple[tuple[str, ...], ...]
    span: Span


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
    name: str
    level: Located[str]
    span: Span
    per_run: int | None = None
    pending_per_run: int | None = None
    per_day: int | None = None
    raises: tuple[PolicyRule, ...] = ()
    refuses: tuple[PolicyRule, ...] = ()


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
    name: str
    span: Span
    settings: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectLimits:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleTool:
    ref: Located[ToolRef]
    view: Located[str]
    heading: EffectClass


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    name: str
    file: str
    span: Span
    describe: str
    is_read_only: bool
    environment: str
    tools: tuple[RoleTool, ...]
    calls_per_run: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A tool version that a contract names. ``purpose`` says as what: ``use`` (instead of a
    deprecated one), ``compensation``, ``poll``, ``cancel``, ``status`` or ``follows``."""

    purpose: str
    ref: ToolRef
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolInterface:
    """What other files may know of one tool version. ``views`` holds the names that a role may bind
    (``standard`` too, where it is built in); kinds are those of identifiers."""

    ref: ToolRef
    form: Form
    views: tuple[str, ...]
    takes_kinds: tuple[str, ...]
    yields_kinds: tuple[str, ...]

    @property
    def effect_class(self) -> EffectClass:
        return EFFECT_OF_FORM[self.form]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractInterface:
    """What other files may know of a contract; everything that rules over a catalog look at.

    ``types`` names the shared types that it uses, ``handle_kinds`` the kinds whose handles it takes
    or gives, ``error_codes`` every code that it may answer, declared or implied.
    """

    file: str
    name: Located[str]
    version: int
    is_change: bool
    state: str
    stability: str
    purpose: Located[str]
    consequence: str | None
    touches: tuple[str, ...]
    is_external: bool
    creates_kind: str | None
    permissions: tuple[str, ...]
    preconditions: tuple[str, ...]
    error_codes: tuple[str, ...]
    types: tuple[str, ...]
    handle_kinds: tuple[str, ...]
    tools: tuple[ToolInterface, ...]
    references: tuple[Reference, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalog:
    """Everything, linked; contracts and roles in the order of their file names."""

    environment: Environment
    contracts: tuple[ContractInterface, ...]
    roles: tuple[Role, ...]

    def tools(self) -> Mapping[ToolRef, tuple[ContractInterface, ToolInterface]]:
        """Every tool version with the contract it comes from; of a collision the first."""
        found: dict[ToolRef, tuple[ContractInterface, ToolInterface]] = {}
        for contract in self.contracts:
            for tool in contract.tools:
                found.setdefault(tool.ref, (contract, tool))
        return found
