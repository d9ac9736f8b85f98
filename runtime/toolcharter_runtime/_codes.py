"""The runtime's own error codes: one meaning, one sentence and one ``retryable`` each, for ever.

Domain codes are not here; they stand in the catalog's error table.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Code(StrEnum):
    """What the runtime itself may answer, whatever the catalog."""

    UNKNOWN_TOOL = "UNKNOWN_TOOL"
    VERSION_RETIRED = "VERSION_RETIRED"
    TOOL_WITHDRAWN = "TOOL_WITHDRAWN"
    PERMISSION_DENIED = "PERMISSION_DENIED"
    PARSE = "PARSE"
    DUPLICATE_KEY = "DUPLICATE_KEY"
    NUMBER_NOT_JSON = "NUMBER_NOT_JSON"
    NUMBER_RANGE = "NUMBER_RANGE"
    INVALID_UNICODE = "INVALID_UNICODE"
    DEPTH_LIMIT = "DEPTH_LIMIT"
    SIZE_LIMIT = "SIZE_LIMIT"
    UNKNOWN_FIELD = "UNKNOWN_FIELD"
    MISSING_FIELD = "MISSING_FIELD"
    UNKNOWN_DISCRIMINATOR = "UNKNOWN_DISCRIMINATOR"
    INVALID_ARGUMENT = "INVALID_ARGUMENT"
    PROPOSAL_UNKNOWN = "PROPOSAL_UNKNOWN"
    POLICY_REFUSED = "POLICY_REFUSED"
    APPROVAL_PENDING = "APPROVAL_PENDING"
    APPROVAL_DENIED = "APPROVAL_DENIED"
    APPROVAL_EXPIRED = "APPROVAL_EXPIRED"
    APPROVAL_CONSUMED = "APPROVAL_CONSUMED"
    VERSION_CONFLICT = "VERSION_CONFLICT"
    IDEMPOTENCY_MISMATCH = "IDEMPOTENCY_MISMATCH"
    IN_PROGRESS = "IN_PROGRESS"
    OPERATION_UNKNOWN = "OPERATION_UNKNOWN"
    RATE_LIMITED = "RATE_LIMITED"
    LIMIT_REACHED = "LIMIT_REACHED"
    DEADLINE_EXCEEDED = "DEADLINE_EXCEEDED"
    RUN_CANCELLED = "RUN_CANCELLED"
    UPSTREAM_TIMEOUT = "UPSTREAM_TIMEOUT"
    UPSTREAM_UNAVAILABLE = "UPSTREAM_UNAVAILABLE"
    OUTPUT_INVALID = "OUTPUT_INVALID"
    OUTCOME_UNKNOWN = "OUTCOME_UNKNOWN"
    OPERATION_CANCELLED = "OPERATION_CANCELLED"
    STORE_NOT_CONFIGURED = "STORE_NOT_CONFIGURED"
    STORE_UNAVAILABLE = "STORE_UNAVAILABLE"
    INTERNAL = "INTERNAL"

    @property
    def message(self) -> str:
        """The one sentence that an agent reads for this code."""
        return MEANINGS[self].message

    @property
    def retryable(self) -> bool:
        """Whether the same call, unchanged, may succeed later in the same run."""
        return MEANINGS[self].retryable


class Meaning(NamedTuple):
    """``next`` says what to do instead, where there is something."""

    message: str
    retryable: bool = False
    next: str | None = None


MEANINGS: dict[Code, Meaning] = {
    Code.UNKNOWN_TOOL: Meaning("There is no such tool in this run."),
    Code.VERSION_RETIRED: Meaning("This version of the tool is no longer served to new runs."),
    Code.TOOL_WITHDRAWN: Meaning("This tool has been withdrawn."),
    Code.PERMISSION_DENIED: Meaning("The requester lacks a permission that this tool needs."),
    Code.PARSE: Meaning("The arguments are not one JSON text."),
    Code.DUPLICATE_KEY: Meaning("An object of the arguments has the same key twice."),
    Code.NUMBER_NOT_JSON: Meaning("NaN and infinities are not JSON numbers."),
    Code.NUMBER_RANGE: Meaning(
        "The number cannot be carried exactly: integers reach to 9007199254740991 on either side "
        "of zero, fractions have about 16 digits."
    ),
    Code.INVALID_UNICODE: Meaning("The text is not valid Unicode in UTF-8."),
    Code.DEPTH_LIMIT: Meaning("The arguments are nested too deeply."),
    Code.SIZE_LIMIT: Meaning("The arguments are larger than this tool accepts."),
    Code.UNKNOWN_FIELD: Meaning("The object has no such field."),
    Code.MISSING_FIELD: Meaning("A required field is missing."),
    Code.UNKNOWN_DISCRIMINATOR: Meaning("The field names none of the alternatives."),
    Code.INVALID_ARGUMENT: Meaning("The value does not match the schema of this field."),
    Code.PROPOSAL_UNKNOWN: Meaning("There is no such proposal for this requester."),
    Code.POLICY_REFUSED: Meaning("The policy does not allow this to be proposed."),
    Code.APPROVAL_PENDING: Meaning("Nobody has decided about this proposal yet.", retryable=True),
    Code.APPROVAL_DENIED: Meaning("The proposal was denied."),
    Code.APPROVAL_EXPIRED: Meaning("The approval has expired.", next="Propose the change again."),
    Code.APPROVAL_CONSUMED: Meaning(
        "The approval has been used.", next="Propose a new change if another one is needed."
    ),
    Code.VERSION_CONFLICT: Meaning(
        "The record has changed since.", next="Read it again and propose the change anew."
    ),
    Code.IDEMPOTENCY_MISMATCH: Meaning("The request id was used before with other arguments."),
    Code.IN_PROGRESS: Meaning("The same request is being carried out.", retryable=True),
    Code.OPERATION_UNKNOWN: Meaning("There is no such operation for this requester."),
    Code.RATE_LIMITED: Meaning("The service takes no more requests now.", retryable=True),
    Code.LIMIT_REACHED: Meaning("This run may make no more calls of this kind."),
    Code.DEADLINE_EXCEEDED: Meaning("The time of this run is over."),
    Code.RUN_CANCELLED: Meaning("This run was cancelled."),
    Code.UPSTREAM_TIMEOUT: Meaning("The service did not answer in time.", retryable=True),
    Code.UPSTREAM_UNAVAILABLE: Meaning("The service cannot be reached now.", retryable=True),
    Code.OUTPUT_INVALID: Meaning("The service gave an answer that breaks its contract."),
    Code.OUTCOME_UNKNOWN: Meaning(
        "It is not known whether this happened; do not repeat it.",
        next="Ask what became of the operation.",
    ),
    Code.OPERATION_CANCELLED: Meaning("The operation was stopped before it had an effect."),
    Code.STORE_NOT_CONFIGURED: Meaning("This host has no store, which previews and writes need."),
    Code.STORE_UNAVAILABLE: Meaning("The store cannot be reached now.", retryable=True),
    Code.INTERNAL: Meaning("The call failed for a reason that is not shown here."),
}
