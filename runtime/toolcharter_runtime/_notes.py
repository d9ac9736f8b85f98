"""What is found out about a call while it is carried out, for its record."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

from toolcharter_runtime._codes import Code
from toolcharter_runtime._json_value import digest
from toolcharter_runtime._recording import UNRECORDED, Recording
from toolcharter_runtime.errors import CatalogError
from toolcharter_runtime.outcomes import Outcome

if TYPE_CHECKING:
    from types import TracebackType

    from toolcharter_runtime._call import JSON
    from toolcharter_runtime._refusal import Refusal
    from toolcharter_runtime._run_state import Tally
    from toolcharter_runtime._runs import Grant
    from toolcharter_runtime._told import Told

_CLASS = re.compile(r"[A-Za-z_][A-Za-z0-9_.<>]{0,99}")

OK = "OK"
ABANDONED = "ABANDONED"


@dataclass(slots=True, kw_only=True)
class Notes:
    """``code`` stays ABANDONED where nothing else was noted: the host's task was cancelled.
    ``shown_tool`` is the name that the agent may be told, None where its run has no such tool.
    ``recording`` is what a trace is told on the way. ``tally`` is there where the call is one of a
    run whose calls a store counts."""

    started: float
    hashes_arguments: bool
    grant: Grant | None = None
    code: str = ABANDONED
    shown_tool: str | None = None
    tool: str | None = None
    version: int | None = None
    attempts: int = 0
    replaced_characters: int = 0
    name_hash: str | None = None
    reason: str | None = None
    place: str | None = None
    exception: str | None = None
    raised_at: str | None = None
    argument_hash: str | None = None
    safe_fields: Mapping[str, JSON] | None = None
    recording: Recording = UNRECORDED
    tally: Tally | None = None

    @property
    def counting(self) -> Tally:
        """What the store has to count for this call."""
        if self.tally is None:
            raise LookupError("no run has asked for this")
        return self.tally

    def found(self, tool: str, version: int) -> None:
        """The run has the tool that was called."""
        self.shown_tool = self.tool = tool
        self.version = version

    def outside_run(self, tool: str, version: int) -> None:
        """The catalog has the tool that was called, the run has not."""
        self.tool, self.version, self.reason = tool, version, "outside_run"

    def unregistered(self, name: str) -> None:
        """Only a hash of a name that is not ours: it can hold anything."""
        text = name.encode("utf-8", "surrogatepass")
        self.name_hash = hashlib.sha256(text).hexdigest()[:16]
        self.reason = "unregistered"

    def foreign_run(self) -> None:
        """The run is none that this dispatcher opened."""
        self.code, self.reason = Code.INTERNAL, "foreign_run"

    def taken(self, arguments: JSON, safe_fields: Mapping[str, JSON] | None) -> None:
        """What is recorded of arguments, told before host code can change them in place."""
        self.safe_fields = safe_fields
        if self.hashes_arguments:
            self.argument_hash = digest(arguments)

    def refused(self, refusal: Refusal) -> None:
        """A step of the call said no."""
        self.code, self.place = str(refusal.code), refusal.place
        self.recording.refused(refusal)

    def told(self, told: Told) -> None:
        """What the ledger holds was the answer."""
        self.recording.told(told)
        if told.refusal is None:
            self.code = OK
        else:
            self.refused(told.refusal)

    def failed(self, refusal: Refusal, error: BaseException) -> None:
        """Something unexpected was raised; the agent is answered with ``refusal``."""
        self.code = str(refusal.code)
        self.raised(error)

    def raised(self, error: BaseException) -> None:
        """Class and line of an exception, never its text."""
        self.exception = class_of(error)
        self.raised_at = line_of(error.__traceback__)
        if isinstance(error, CatalogError) and _is_ours(error):
            self.reason = str(error)  # a sentence about names of the catalog

    def outcome(self, *, snapshot: str, now: float) -> Outcome:
        """The record of the call; ``now`` and ``started`` are seconds of one clock."""
        grant = self.grant
        # By position, in the order of the fields: by name it takes three times as long.
        return Outcome(
            self.code,
            self.tool,
            self.version,
            grant.role if grant else None,
            grant.run_id if grant else None,
            grant.requester.tenant if grant else None,
            snapshot,
            round((now - self.started) * 1000, 3),
            self.attempts,
            self.replaced_characters,
            self.name_hash,
            self.reason,
            self.place,
            self.exception,
            self.raised_at,
            self.argument_hash,
            self.safe_fields,
        )


def class_of(error: BaseException) -> str:
    """The name of its class, if that looks like one: host code can make classes of any name."""
    name = type(error).__qualname__
    return name if _CLASS.fullmatch(name) else "Exception"


def line_of(traceback: TracebackType | None) -> str | None:
    raised = _raised_in(traceback)
    if raised is None:
        return None
    return f"{PurePath(raised.tb_frame.f_code.co_filename).name}:{raised.tb_lineno}"


def _is_ours(error: CatalogError) -> bool:
    """Whether the runtime raised it; host code may raise one too, with any text."""
    raised = _last(error.__traceback__)
    module = raised.tb_frame.f_globals.get("__name__", "") if raised is not None else ""
    return str(module).startswith("toolcharter_runtime.")


def _raised_in(traceback: TracebackType | None) -> TracebackType | None:
    """The last line that somebody wrote: not one of an installed library, if there is another."""
    found = None
    while traceback is not None:
        if found is None or "site-packages" not in traceback.tb_frame.f_code.co_filename:
            found = traceback
        traceback = traceback.tb_next
    return found


def _last(traceback: TracebackType | None) -> TracebackType | None:
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    return traceback
