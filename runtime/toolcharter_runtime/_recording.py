"""What a call tells a trace on its way, step by step.

``UNRECORDED`` keeps nothing: it is what every call carries where no recorder is configured. The one
that keeps something is ``_trace/walk.py``. Nothing that is told here changes what a call does, and no
fault of a recorder reaches it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import asyncio

    from toolcharter_runtime._ledger.claim import Verdict
    from toolcharter_runtime._ledger.proposals import Loaded
    from toolcharter_runtime._ledger.settle import Finding
    from toolcharter_runtime._preconditions import Preconditions
    from toolcharter_runtime._proposal.document import Document
    from toolcharter_runtime._refusal import Refusal
    from toolcharter_runtime._sharing import Done
    from toolcharter_runtime._store.records import OperationRow, ProposalRow
    from toolcharter_runtime._store.transaction import Reading
    from toolcharter_runtime._told import Told
    from toolcharter_runtime._tools import Tool
    from toolcharter_runtime._write_tools import WriteTool


class Doors(Protocol):
    """Where the runtime asks host code: a tool itself, or one whose answers are recorded."""

    @property
    def adapter(self) -> Any: ...

    @property
    def preconditions(self) -> Preconditions: ...


class Recording:
    """Keeps nothing."""

    __slots__ = ()

    def doors(self, tool: Tool) -> Doors:
        """Through what the host's code for ``tool`` is asked."""
        return tool

    def about(self, row: OperationRow, document: Document) -> None:
        """Which operation the call is about."""

    def approval(self, rows: Reading, loaded: Loaded, now: int) -> None:
        """The proposal of a commit as it was found."""

    def proposed(self, row: ProposalRow) -> None:
        """The proposal that a preview made, or had made before."""

    def stands(self, verdict: Verdict | Done) -> None:
        """How the ledger found a write that was to be carried out."""

    def claimed_again(self, row: OperationRow) -> None:
        """The write has been claimed for one more call."""

    def proven(
        self, tool: WriteTool, row: OperationRow, document: Document, finding: Finding
    ) -> None:
        """What the last answer proves about a write."""

    def settled(self, row: OperationRow | None) -> None:
        """The write as the ledger holds it once that is recorded; None where it could not be."""

    def begins_transaction(self) -> None:
        """A transaction begins in which host code is asked. One that began before was undone."""

    def goes_on(self, task: asyncio.Task[Any]) -> None:
        """Part of the call goes on in a task of its own, whether or not anybody waits for it."""

    def refused(self, refusal: Refusal) -> None:
        """A step said no."""

    def told(self, told: Told) -> None:
        """What the ledger holds was the answer."""

    def ends(self) -> None:
        """Nobody waits any more."""


UNRECORDED = Recording()
