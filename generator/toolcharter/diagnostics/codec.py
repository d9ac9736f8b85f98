"""Diagnostics as plain JSON and back, for what is kept between runs.

Only what this module wrote is read back; a value of another shape raises KeyError, TypeError or
ValueError, and whoever kept it makes it anew.
"""

from __future__ import annotations

from typing import Any

from toolcharter.diagnostics.diagnostic import Diagnostic, Related, Severity
from toolcharter.diagnostics.span import Span

Json = dict[str, Any]


def diagnostic_to_json(diagnostic: Diagnostic) -> Json:
    """A diagnostic as plain JSON."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "span": span_to_json(diagnostic.span),
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        "related": [[span_to_json(each.span), each.message] for each in diagnostic.related],
    }


def diagnostic_from_json(value: Json) -> Diagnostic:
    """The diagnostic that ``diagnostic_to_json`` wrote."""
    return Diagnostic(
        code=value["code"],
        severity=Severity(value["severity"]),
        span=span_from_json(value["span"]),
        message=value["message"],
        hint=value["hint"],
        related=tuple(
            Related(span=span_from_json(span), message=message)
            for span, message in value["related"]
        ),
    )


def span_to_json(span: Span) -> list[Any]:
    """A span as a list of its six parts."""
    return [span.file, span.line, span.column, span.end_line, span.end_column, span.pointer]


def span_from_json(value: list[Any]) -> Span:
    """The span that ``span_to_json`` wrote."""
    file, line, column, end_line, end_column, pointer = value
    return Span(file, line, column, end_line, end_column, pointer)
