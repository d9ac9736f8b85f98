"""Diagnostics as one JSON object, for programs.

Walks in: diagnostics in reading order. Walks out: the object that ``diagnostics.schema.json``
beside this module describes, as ASCII text. Every diagnostic is there, none only counted.
The shape is stable: keys are added under the same ``format``, and never change their meaning.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from toolcharter.diagnostics.diagnostic import Diagnostic, Severity
from toolcharter.diagnostics.span import Span

FORMAT = "toolcharter-diagnostics-1"


def render(diagnostics: Sequence[Diagnostic]) -> str:
    """The diagnostics as an indented JSON document, with a line break at its end."""
    counts = Counter(each.severity for each in diagnostics)
    return (
        json.dumps(
            {
                "format": FORMAT,
                "summary": {severity.value: counts[severity] for severity in Severity},
                "diagnostics": [_diagnostic(each) for each in diagnostics],
            },
            indent=2,
        )
        + "\n"
    )


def _diagnostic(each: Diagnostic) -> dict[str, Any]:
    return {
        "code": each.code,
        "severity": each.severity.value,
        "message": each.message,
        "hint": each.hint,
        "place": _place(each.span),
        "related": [
            {"message": related.message, "place": _place(related.span)} for related in each.related
        ],
    }


def _place(span: Span) -> dict[str, Any]:
    return {
        "file": span.file,
        "pointer": span.pointer,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
