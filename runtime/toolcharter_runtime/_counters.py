"""Counts for a metrics backend, through the OpenTelemetry API.

Only where the host has loaded that API: without a provider that somebody installed, every count
would go nowhere, and loading it would cost more than a call.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opentelemetry.metrics import Counter

    from toolcharter_runtime.outcomes import Outcome

_API = "opentelemetry.metrics"

_REASONS = ("unregistered", "outside_run", "foreign_run")
"""The reasons that are words of ours; a sentence about a fault belongs into the record alone."""


def count(outcome: Outcome) -> None:
    """Count a call by tool, version, code and reason."""
    if _API not in sys.modules:
        return
    attributes: dict[str, str | int] = {"code": outcome.code}
    if outcome.tool is not None and outcome.version is not None:
        attributes |= {"tool": outcome.tool, "version": outcome.version}
    if outcome.reason in _REASONS:
        attributes["reason"] = outcome.reason
    _calls().add(1, attributes)


def count_trace_fault() -> None:
    """Count an event that a trace lacks, or has only in part."""
    if _API in sys.modules:
        _trace_faults().add(1)


@cache
def _calls() -> Counter:
    from opentelemetry import metrics

    return metrics.get_meter("toolcharter_runtime").create_counter(
        "toolcharter.calls", unit="{call}", description="Calls of tools, refused ones included"
    )


@cache
def _trace_faults() -> Counter:
    from opentelemetry import metrics

    return metrics.get_meter("toolcharter_runtime").create_counter(
        "toolcharter.trace.faults", unit="{fault}", description="Faults of the trace recorder"
    )
