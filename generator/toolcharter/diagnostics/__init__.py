"""Diagnostics about catalogs: values that stages yield and one renderer per format prints."""

from toolcharter.diagnostics.diagnostic import (
    Diagnostic,
    Related,
    Severity,
    has_error,
    in_reading_order,
)
from toolcharter.diagnostics.span import Span

__all__ = ["Diagnostic", "Related", "Severity", "Span", "has_error", "in_reading_order"]
