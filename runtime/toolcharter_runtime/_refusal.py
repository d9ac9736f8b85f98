"""The one way in which a step of a call says no.

    Exception
    └── Refusal        a code and the facts that the envelope and the record may show

It never holds a value of the arguments or of the answer, nor the text of another exception.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime


class Refusal(Exception):  # noqa: N818  # the ordinary end of many calls, no error of ours
    """``field`` is a JSON Pointer for the agent, ``place`` the same with declared names only, for
    the record. ``operation`` is the id of an operation of the ledger, ``reason`` the words of the
    approver who denied, or that a person has confirmed an outcome, ``next_tool`` the wire name of
    what to call instead. ``may_be_stored`` says of a store that was lost that it may all the same
    have stored everything."""

    def __init__(
        self,
        code: str,
        *,
        field: str | None = None,
        place: str | None = None,
        retry_at: datetime | None = None,
        operation: str | None = None,
        reason: str | None = None,
        next_tool: str | None = None,
        may_be_stored: bool = False,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.place = place
        self.retry_at = retry_at
        self.operation = operation
        self.reason = reason
        self.next_tool = next_tool
        self.may_be_stored = may_be_stored
