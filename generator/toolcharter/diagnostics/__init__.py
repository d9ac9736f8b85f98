"""Findings about catalogs: values that stages yield and one renderer per format prints."""

from toolcharter.diagnostics.diagnostic import Diagnostic, Related, Severity, in_reading_order
from toolcharter.diagnostics.span import Span

__all__ = ["Diagnostic", "Related", "Severity", "Span", "in_reading_order"]
