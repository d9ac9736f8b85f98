"""Format 1 of generated packages: the rows they hold and the classes they build on.

A generated package imports this module and nothing else of the runtime, so importing it is the
check that both speak the same format. Rows are literal data; the runtime reads them and never
evaluates text. Importing a generated module makes no call (but pydantic's ``Field`` and
``ConfigDict`` in its models).

Layout of a generated package ``acme_tools``::

    __init__.py                 CATALOG and Adapters
    dispatch.py                 TOOLS: wire name -> ToolRow
    tables.py                   ERRORS
    roles/__init__.py           ROLES: role -> RoleRow
    roles/<role>.py             ROLE
    identifiers.py              one class per kind of identifier
    tools/<wire name>.py        models and abstract adapter, imported when an adapter needs it
    schemas/<wire name>.json    canonical JSON (RFC 8785) of a SchemasFile
    wording/<wire name>.json    what a model reads of the tool
    fixtures/<wire name>.json   requests and results that must pass or fail
    snapshots/<role>.json       what a role may do, with digests
    manifest.json               digests of sources, tools, roles and generated files
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypedDict

from toolcharter_runtime._adapters import (
    Adapter,
    Connection,
    Follower,
    Preconditions,
    PreconditionSet,
    SharedTransactionAdapter,
)
from toolcharter_runtime._call import (
    JSON,
    Call,
    Cancellation,
    Operation,
    Raw,
    Requester,
    Target,
    ToolError,
)
from toolcharter_runtime._identifiers import Identifier

__all__ = [
    "FORMAT",
    "JSON",
    "Adapter",
    "Call",
    "Cancellation",
    "CatalogRow",
    "Connection",
    "Effect",
    "ErrorRow",
    "Follower",
    "Form",
    "Identifier",
    "LimitsRow",
    "NextStep",
    "Operation",
    "PageRow",
    "PreconditionRow",
    "PreconditionSet",
    "Preconditions",
    "Raw",
    "Requester",
    "RetryRow",
    "Reveal",
    "RoleRow",
    "SchemasFile",
    "SharedTransactionAdapter",
    "Target",
    "ToolError",
    "ToolRow",
    "ViewFile",
]

FORMAT = 1

Form = Literal["read", "preview", "commit", "write", "status", "poll", "cancel"]
Effect = Literal["read", "preview", "write"]


class PreconditionRow(TypedDict):
    """``at`` holds the input paths of the identifiers that imply it ("*": every item of a list, or
    every value of a map). With paths, it is asked only where one of them is there and not null;
    without, always."""

    name: str
    error: str
    at: tuple[tuple[str, ...], ...]


class RetryRow(TypedDict):
    """``attempts`` counts the first try; 1 for the class ``never``."""

    retry_class: Literal["never", "read", "idempotent_write", "after_status"]
    attempts: int
    first_ms: int
    most_ms: int


class LimitsRow(TypedDict):
    """Bytes are those of canonical JSON: of the arguments, and of the answer before the view.
    ``per_run`` and ``per_tenant`` bound the calls at a time; ``serialize_by`` is None but for a
    write."""

    timeout_ms: int
    request_bytes: int
    result_bytes: int
    per_run: int
    per_tenant: int
    serialize_by: Literal["target", "none"] | None


class PageRow(TypedDict):
    """``items`` is the field of the answer that holds the items, ``size`` how many of them where the
    agent asks for none, ``order`` the fields of an item that fix their order."""

    items: str
    size: int
    max_size: int
    order: tuple[str, ...]


class ToolRow(TypedDict):
    """Everything the runtime acts on for one tool version, and its digests.

    ``write`` holds the facets that only previews, commits and writes have; None for a read.
    ``adapter`` says how the operation is carried out: ``kind``, and the settings of that kind.
    ``schemas`` is the digest of the bytes of the tool's schemas file, ``sha256:`` and 64 hex
    digits. ``errors`` holds every domain code that the tool may answer, those of its preconditions
    included.
    """

    tool: str
    version: int
    form: Form
    effect: Effect
    state: Literal["active", "deprecated", "draining", "withdrawn"]
    permissions: tuple[str, ...]
    preconditions: tuple[PreconditionRow, ...]
    errors: tuple[str, ...]
    visibility: Literal["requester", "service"]
    retry: RetryRow
    limits: LimitsRow
    page: PageRow | None
    safe_fields: tuple[tuple[str, ...], ...]
    adapter: Mapping[str, Any]
    write: Mapping[str, Any] | None
    follows: Mapping[str, Any] | None
    schemas: str
    enforced: str


class NextStep(TypedDict):
    """``tool`` is a wire name, or None."""

    say: str
    tool: str | None


class ErrorRow(TypedDict):
    """A domain code: ``retryable`` says whether the same call may succeed later."""

    message: str
    retryable: bool
    next: NextStep


class RoleRow(TypedDict):
    """``reads``, ``previews`` and ``writes`` map wire names to view names."""

    role: str
    read_only: bool
    environment: str
    reads: Mapping[str, str]
    previews: Mapping[str, str]
    writes: Mapping[str, str]
    calls_per_run: int


class CatalogRow(TypedDict):
    """``package`` is the import name of the generated package; ``permissions`` the names that the
    catalog knows."""

    format: Literal[1]
    catalog: str
    package: str
    permissions: tuple[str, ...]
    tools: Mapping[str, ToolRow]
    errors: Mapping[str, ErrorRow]
    roles: Mapping[str, RoleRow]


Reveal = bool | str | dict[str, Any]
"""How a view treats a value: true shows it whole; a mask's name (``email``, ``last_4``, ``year``,
``present``) masks it, or each item of a list; a mapping of field names shows only those fields
(looked up through lists, and in every branch of a union)."""


class ViewFile(TypedDict):
    """``reveal`` stands for the answer as a whole (of a page: the field of items, and
    ``"next_cursor": true``); the evidence of a write is never listed in it and always shown.
    ``schema`` describes what the agent gets as ``result`` in the envelope."""

    reveal: Reveal
    schema: dict[str, Any]


class SchemasFile(TypedDict):
    """``schemas/<wire name>.json``. ``input`` is what the agent sends, ``answer`` what the adapter
    returns."""

    input: dict[str, Any]
    answer: dict[str, Any]
    views: dict[str, ViewFile]
