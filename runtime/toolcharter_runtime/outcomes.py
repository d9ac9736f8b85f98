"""One record for every call, refused ones included.

Walks in: what a call came to. Walks out: an ``Outcome`` to the sink. A record holds names of the
catalog, ids of the host, codes, counts and times. It holds no argument, no answer, no text of an
exception, no foreign name; a value only where the contract declares its field safe.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON

LOGGER = "toolcharter_runtime"
"""The logger that ``LogSink`` writes to."""


class Outcome(NamedTuple):
    """What one call came to.

    ``tool`` and ``version`` are None for a name that the catalog does not know; ``name_hash``
    stands for it. ``code`` is ``OK``, a ``Code``, a domain code, or ``ABANDONED`` where the host
    cancelled the call. ``reason`` tells apart what the agent may not tell apart: ``unregistered``,
    ``outside_run``, ``foreign_run``. ``field`` is a place in the schema, never in the arguments.
    ``exception`` and ``raised_at`` are a class and a line of code. ``argument_hash`` is there only
    where the sink asks for it, ``safe_fields`` where the contract declares some.
    """

    code: str
    tool: str | None
    version: int | None
    role: str | None
    run_id: str | None
    tenant: str | None
    snapshot: str
    duration_ms: float
    attempts: int = 0
    replaced_characters: int = 0
    name_hash: str | None = None
    reason: str | None = None
    field: str | None = None
    exception: str | None = None
    raised_at: str | None = None
    argument_hash: str | None = None
    safe_fields: Mapping[str, JSON] | None = None

    def as_json(self) -> str:
        """One line of JSON in ASCII, without the members that are None."""
        facts = self._asdict()
        return json.dumps({name: value for name, value in facts.items() if value is not None})


class Sink(Protocol):
    """Where outcomes go. A sink that fails fails the call: no answer without its record."""

    wants_argument_hash: bool

    def record(self, outcome: Outcome) -> None:
        """Take one outcome; called once for every call, in the task that made it."""
        ...


class LogSink:
    """Writes each outcome as one JSON line to the logger ``toolcharter_runtime``: what a person has
    to look into as an error (INTERNAL, OUTCOME_UNKNOWN, STORE_UNAVAILABLE); OUTPUT_INVALID, and
    whatever else an exception of an adapter was part of, as a warning; everything else as
    information."""

    wants_argument_hash = False

    _LEVELS: Mapping[str, int] = {
        "INTERNAL": logging.ERROR,
        "OUTCOME_UNKNOWN": logging.ERROR,
        "STORE_UNAVAILABLE": logging.ERROR,
        "OUTPUT_INVALID": logging.WARNING,
    }

    def __init__(self) -> None:
        self._logger = logging.getLogger(LOGGER)

    def record(self, outcome: Outcome) -> None:
        usual = logging.INFO if outcome.exception is None else logging.WARNING
        level = self._LEVELS.get(outcome.code, usual)
        if self._logger.isEnabledFor(level):
            self._logger.log(level, "%s", outcome.as_json())
