"""The input values that a contract says may be logged.

Walks in: a linked contract. Walks out: diagnostics about fields that are not there, and about those
that hold, or are part of, people's words or sensitive data.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Diagnostic
from toolcharter.ir.model import Contract, Shape
from toolcharter.ir.near import did_you_mean
from toolcharter.ir.paths import Lookup, known_paths, look_up
from toolcharter.ir.sent_values import is_prose, is_sensitive


def safe_field_diagnostics(contract: Contract) -> Iterator[Diagnostic]:
    """What is wrong with the safe fields of a contract."""
    for field in contract.safe_fields:
        found = look_up(contract.input, field.value) if contract.input else None
        if found is None:
            known = known_paths(contract.input) if contract.input else ()
            yield Diagnostic(
                code="log/unknown-field",
                span=field.span,
                message=f"`{field.value}` is called safe to log, and `input` has no such field.",
                hint=did_you_mean(field.value, known) or "Name a field of `input`.",
            )
        elif contract.input is not None and _is_unsafe(contract.input, found):
            yield Diagnostic(
                code="log/raw-args",
                span=field.span,
                message=f"`{field.value}` holds, or is part of, people's words or sensitive data; "
                "a log must not keep it.",
                hint="Leave it out of `safe_fields`.",
            )


def _is_unsafe(shape: Shape, found: Lookup) -> bool:
    """Whether the parts, something below them (keys of maps too) or above them must not be kept."""
    is_untrusted = any("untrusted" in each.notes for part in found.parts for each in part.lineage())
    return is_untrusted or is_prose(shape, found.parts) or is_sensitive(shape, found.parts)
