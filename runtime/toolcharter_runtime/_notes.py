"""What is found out about a call while it is carried out, for its record."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

from toolcharter_runtime._codes import Code
from toolcharter_runtime._json_value import digest
from toolcharter_runtime.errors import CatalogError
from toolcharter_runtime.outcomes import Outcome

if TYPE_CHECKING:
    from types import TracebackType

    from toolcharter_runtime._call import JSON
    from toolcharter_runtime._refusal import Refusal
    from toolcharter_runtime._runs import Grant

OK = "OK"
ABANDONED = "ABANDONED"


@dataclass(slots=True, kw_only=True)
class Notes:
    """``code`` stays ABANDONED where nothing else was noted: the host's task was cancelled.
    ``shown_tool`` is the name that the agent may be told, None where its run has no such tool."""

    started: float
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
    arguments: JSON = None
    safe_fields: Mapping[str, JSON] | None = None

    def found(self, tool: str, version: int) -> None:
        self.shown_tool = self.tool = tool
        self.version = version

    def outside_run(self, tool: str, version: int) -> None:
        self.tool, self.version, self.reason = tool, version, "outside_run"

    def unregistered(self, name: str) -> None:
        """Only a hash of a name that is not ours: it can hold anything."""
        text = name.encode("utf-8", "surrogatepass")
        self.name_hash = hashlib.sha256(text).hexdigest()[:16]
        self.reason = "unregistered"

    def foreign_run(self) -> None:
        self.code, self.reason = Code.INTERNAL, "foreign_run"

    def taken(self, arguments: JSON, safe_fields: Mapping[str, JSON] | None) -> None:
        self.arguments, self.safe_fields = arguments, safe_fields

    def refused(self, refusal: Refusal) -> None:
        self.code, self.place = str(refusal.code), refusal.place

    def failed(self, refusal: Refusal, error: BaseException) -> None:
        """Class and line of an exception, never its text."""
        self.code = str(refusal.code)
        self.exception = type(error).__qualname__
        self.raised_at = _line_of(error.__traceback__)
        if isinstance(error, CatalogError):
            self.reason = str(error)  # a sentence of ours, about names of the catalog

    def outcome(self, *, snapshot: str, now: float, hash_arguments: bool) -> Outcome:
        grant = self.grant
        is_hashed = hash_arguments and self.arguments is not None
        return Outcome(
            code=self.code,
            tool=self.tool,
            version=self.version,
            role=grant.role if grant else None,
            run_id=grant.run_id if grant else None,
            tenant=grant.requester.tenant if grant else None,
            snapshot=snapshot,
            duration_ms=round((now - self.started) * 1000, 3),
            attempts=self.attempts,
            replaced_characters=self.replaced_characters,
            name_hash=self.name_hash,
            reason=self.reason,
            field=self.place,
            exception=self.exception,
            raised_at=self.raised_at,
            argument_hash=digest(self.arguments) if is_hashed else None,
            safe_fields=self.safe_fields,
        )


def _line_of(traceback: TracebackType | None) -> str | None:
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    if traceback is None:
        return None
    return f"{PurePath(traceback.tb_frame.f_code.co_filename).name}:{traceback.tb_lineno}"
