"""What the runtime raises at the host: mistakes in wiring, and what people are refused; never
anything an agent can cause.

    Exception
    └── HostError
        ├── CatalogError    a generated package or the adapters for it cannot be served
        ├── RunError        a run cannot be opened, narrowed or used like this
        ├── IdentityError
        │   ├── TokenRefusedError   a verifier did not accept a token
        │   └── NotVerifiedError    an approver whom no verifier vouches for, or not any more
        ├── DecisionRefusedError    a decision about a proposal, or a look at it, that is refused
        ├── ResolutionRefusedError  an operation cannot be resolved like this
        ├── WordsRefusedError       a reason or a name is not one visible line
        ├── TraceError              a line of a trace is not the one that was written
        └── AlteredRecordError      a row of the store is not as the runtime wrote it

What an agent can cause is answered as an envelope instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolcharter_runtime._proposal.shown import Decided
    from toolcharter_runtime._store.records import OperationState, ProposalState

TokenReason: TypeAlias = Literal["invalid", "expired", "foreign"]
"""``foreign``: made for somebody or something else."""

DecisionReason: TypeAlias = Literal[
    "unknown", "altered", "already_decided", "expired", "other_document", "not_authorised", "own"
]

_TOKEN_SENTENCES: Mapping[str, str] = {
    "invalid": "the token is not valid",
    "expired": "the token has expired",
    "foreign": "the token was made for something else",
}

ResolutionReason: TypeAlias = Literal["unknown_id", "ended", "going_on", "cannot_ask"]


class HostError(Exception):
    """The host used the runtime in a way that it refuses."""


class CatalogError(HostError):
    """A generated package, or the adapters given for it, cannot be served.

    What shows only at a call (a damaged schema file, a factory that makes another adapter) is
    answered INTERNAL, and the sentence stands in the record as its ``reason``.
    """


class RunError(HostError):
    """A run cannot be opened, narrowed or used like this."""


class IdentityError(HostError):
    """Nobody vouches for who this is."""


class TokenRefusedError(IdentityError):
    """A verifier does not accept a token. It says so in one of three words, so that no part of the
    token reaches a log or a screen."""

    def __init__(self, reason: TokenReason = "invalid") -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return _TOKEN_SENTENCES.get(self.reason, _TOKEN_SENTENCES["invalid"])


class NotVerifiedError(IdentityError):
    """An approver that no verifier has made, or whose time is over."""


class DecisionRefusedError(HostError):
    """The decision was not stored, or the proposal is not shown.

    ``state`` is what the proposal is now; ``decisions`` are those that were made before, for who
    may know them.
    """

    def __init__(
        self,
        reason: DecisionReason,
        *,
        proposal_id: str,
        state: ProposalState | None = None,
        decisions: tuple[Decided, ...] = (),
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.proposal_id = proposal_id
        self.state = state
        self.decisions = decisions

    def __str__(self) -> str:
        match self.reason:
            case "unknown":
                return "there is no such proposal"
            case "altered":
                return "the proposal in the store is not the one that was stored"
            case "expired":
                return "the proposal has expired"
            case "other_document":
                return "the hash is not that of this proposal; look at it again"
            case "not_authorised":
                return "none of your roles may decide about this proposal"
            case "own":
                return "nobody decides about what they, or their own agent, have asked for"
            case "already_decided":
                return self._already_decided()

    def _already_decided(self) -> str:
        if not self.decisions:
            return f"the proposal is {self.state}; nothing is left to decide"
        said = {"approve": "approved by", "deny": "denied by"}
        each = (
            f"{said[one.verdict]} {one.approver} at {one.at:%Y-%m-%dT%H:%M:%SZ}"
            for one in self.decisions
        )
        return f"already decided ({self.state}): {', '.join(each)}"


class ResolutionRefusedError(HostError):
    """An operation cannot be resolved like this. ``state`` is what it is now, ``resolved_by`` who
    ended it before."""

    def __init__(
        self,
        reason: ResolutionReason,
        *,
        operation_id: str,
        state: OperationState | None = None,
        resolved_by: str | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.operation_id = operation_id
        self.state = state
        self.resolved_by = resolved_by

    def __str__(self) -> str:
        match self.reason:
            case "unknown_id":
                return "there is no such operation; one that has ended is found with its tenant"
            case "ended":
                by = f", as {self.resolved_by} has said" if self.resolved_by else ""
                return f"the operation has ended: {self.state}{by}; an end never changes"
            case "going_on":
                return f"the operation is {self.state}: its outcome is not unknown"
            case "cannot_ask":
                return "the service has no tool that says what became of this operation"


class WordsRefusedError(HostError):
    """A reason or a name is empty, too long, or not one line of visible characters."""


class AlteredRecordError(HostError):
    """A row of the store is not as the runtime wrote it: somebody has changed the database, or the
    keys are others. ``record`` names it."""

    def __init__(self, record: str) -> None:
        super().__init__(record)
        self.record = record

    def __str__(self) -> str:
        return (
            f"the {self.record} in the store was not written by this runtime, or not with this key"
        )


class TraceError(HostError):
    """A trace is not as it was written. ``line`` counts from 1; None where the end is missing."""

    def __init__(self, file: str, line: int | None, what: str) -> None:
        super().__init__(file, line, what)
        self.file = file
        self.line = line
        self.what = what

    def __str__(self) -> str:
        where = self.file if self.line is None else f"{self.file}, line {self.line}"
        return f"{where}: {self.what}"
