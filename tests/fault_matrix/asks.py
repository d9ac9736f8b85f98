"""Calls of the worked catalog, as a host makes them, and what was answered.

An ``Ask`` is a value that another process can be given. Two equal ones are one request.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import orjson
import reference_service.fixtures  # noqa: F401 - puts the generated package on the path
from write_path.changes import ADDRESS, EXPORT, Change

Form: TypeAlias = Literal["read", "preview", "commit", "start", "poll", "cancel"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One call. ``text`` is what the agent wrote as arguments."""

    form: Form
    role: str
    tool: str
    text: str
    request_id: str | None = None
    run_id: str = "run-1"

    @property
    def arguments(self) -> Any:
        return orjson.loads(self.text)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call was answered, byte for byte."""

    ask: Ask
    text: bytes

    @property
    def envelope(self) -> dict[str, Any]:
        envelope: dict[str, Any] = orjson.loads(self.text)
        return envelope

    @property
    def code(self) -> str | None:
        error = self.envelope.get("error")
        return None if error is None else error["code"]

    @property
    def error(self) -> dict[str, Any]:
        error: dict[str, Any] = self.envelope["error"]
        return error

    @property
    def result(self) -> dict[str, Any]:
        envelope = self.envelope
        assert envelope["ok"], envelope
        result: dict[str, Any] = envelope["result"]
        return result

    @property
    def is_replay(self) -> bool:
        return "replayed" in self.envelope

    @property
    def as_first_told(self) -> bytes:
        """The answer without the word that it is a repetition."""
        return self.text.replace(b',"replayed":true', b"")


def _text(arguments: Any) -> str:
    return orjson.dumps(arguments).decode()


def search(words: str, *, run_id: str = "run-1") -> Ask:
    """A read that asks the service one question."""
    return Ask(
        form="read",
        role="support_agent",
        tool="search_customers_v1",
        text=_text({"search": {"kind": "name", "words": words}}),
        run_id=run_id,
    )


def preview(
    change: Change = ADDRESS,
    *,
    request_id: str = "preview-1",
    run_id: str = "run-1",
    **more: Any,
) -> Ask:
    """A preview of a change; ``more`` are further arguments."""
    return Ask(
        form="preview",
        role=change.role,
        tool=change.preview,
        text=_text({**change.arguments, **more}),
        request_id=request_id,
        run_id=run_id,
    )


def commit(proposal_id: str, change: Change = ADDRESS) -> Ask:
    return Ask(
        form="commit",
        role=change.role,
        tool=change.commit,
        text=_text({"proposal_id": proposal_id}),
    )


START = Ask(
    form="start",
    role="export_operator",
    tool="start_export_v1",
    text=_text(dict(EXPORT)),
    request_id="start-1",
)
"""The start of long work."""


def poll(operation_id: str) -> Ask:
    return Ask(
        form="poll",
        role="export_operator",
        tool="get_export_v1",
        text=_text({"operation_id": operation_id}),
    )


def cancel(operation_id: str, *, run_id: str = "run-1") -> Ask:
    return Ask(
        form="cancel",
        role="export_operator",
        tool="cancel_export_v1",
        text=_text({"operation_id": operation_id}),
        request_id="cancel-1",
        run_id=run_id,
    )
