"""What an adapter that is described, not written, sends to a service and takes from its answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from toolcharter.diagnostics import Span
from toolcharter.ir.model.names import Located

Word = str | int | bool | None


class Given(Enum):
    """A value that the runtime gives beside the arguments."""

    TARGET_VERSION = "target.version"
    PAGE_CURSOR = "page.cursor"
    PAGE_SIZE = "page.size"


class WhenAbsent(Enum):
    """What becomes of a value that is not there."""

    LEAVE_OUT = "leave_out"
    NULL = "null"


@dataclass(frozen=True, slots=True)
class FromInput:
    """The canonical value at a path of the arguments."""

    path: str


@dataclass(frozen=True, slots=True)
class Constant:
    """A value that is always the same."""

    value: Word


Source = FromInput | Constant | Given


class Part(Enum):
    """Where in a request a value stands."""

    QUERY = "query"
    HEADERS = "headers"
    BODY = "body"


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """One value of the query, the headers or the body."""

    part: Part
    name: Located[str]
    source: Source
    when_absent: WhenAbsent | None
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRow:
    """What an answer of the service means: ``success``, ``accepted``, or the code of an error.

    It matches where the status and all that is named agree. ``effect`` says whether the answer
    proves that nothing happened, where that does not follow from the status.
    """

    status: int
    meaning: Located[str]
    span: Span
    header: Mapping[str, str] = field(default_factory=dict)
    has_header: str | None = None
    problem_type: str | None = None
    effect: str | None = None

    @property
    def is_error(self) -> bool:
        """Whether the answer means an error, whose code is ``meaning``."""
        return self.meaning.value not in ("success", "accepted")


class CallRole(Enum):
    """Which call of the adapter: the one of a tool, or one of the two of a change."""

    CALL = "call"
    PREVIEW = "preview"
    COMMIT = "commit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request. ``path`` holds literal text and holes; ``answers`` are the operation's own, and
    those of the service come after them."""

    role: CallRole
    span: Span
    method: str
    path: tuple[str | FromInput, ...]
    path_span: Span
    placed: tuple[Placed, ...]
    encode: str
    key_header: Located[str] | None
    if_match: Span | None
    answers: tuple[AnswerRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A value of the answer, by pointer; ``each`` points to a list, ``at`` is then inside an item.

    ``fields`` are those of an object, or of each item.
    """

    at: tuple[str, ...] = ()
    each: str | None = None
    turned_into: str | None = None
    cut_to: int | None = None
    cut_flag: Located[str] | None = None
    missing: str | None = None
    words: Mapping[str, Located[str]] = field(default_factory=dict)
    fields: tuple[MappedField, ...] | None = None


@dataclass(frozen=True, slots=True)
class Present:
    """Whether the answer has something at a pointer."""

    pointer: str


class AllTouched(Enum):
    """Everything that the effect touches: ``changed_fields: all``."""

    ALL = "all"


Origin = Taken | Present | FromInput | Constant | AllTouched


@dataclass(frozen=True, slots=True, kw_only=True)
class MappedField:
    """One declared field and where its value comes from; ``name`` stands at its key."""

    name: Located[str]
    origin: Origin
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldMap:
    """How one declared shape is filled: output, evidence, before, after, consequences or page."""

    span: Span
    fields: tuple[MappedField, ...]


class CheckedBy(Enum):
    """Who answers a precondition."""

    CALL = "call"
    PREVIEW = "preview"
    CODE = "code"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """How a precondition is answered: by the errors of a call, or where ``at`` is set by the value
    there, which means yes where it equals ``equals``."""

    name: Located[str]
    by: CheckedBy
    span: Span
    at: str | None = None
    equals: Word = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpAdapter:
    """Requests and what is taken from their answers; ``maps`` go by their key in the file, the page
    of a list with its ``cursor``, a preview with its ``target_version``. The list that a page is
    taken from stands at ``items``."""

    service: Located[str]
    calls: tuple[Call, ...]
    maps: Mapping[str, FieldMap]
    items: Located[str] | None
    checks: tuple[Check, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class McpAdapter:
    """A tool of an MCP server, pinned by the digest of its definition."""

    service: Located[str]
    tool: Located[str]
    definition_sha256: str


Upstream = HttpAdapter | McpAdapter
