"""No code of errors.yaml is one of the runtime's own.

Why
    A code has one meaning. An agent that reads PERMISSION_DENIED is told by the runtime that the
    requester lacks a permission; a catalog that gives the same code another meaning would have its
    own words replaced by the runtime's.

Bad
    # errors.yaml
    errors:
      PERMISSION_DENIED: {message: "Not for you.", retryable: false, next: {say: "Ask a lead."}}

Good
    # errors.yaml
    errors:
      ORDER_LOCKED: {message: "The order is locked.", retryable: false, next: {say: "Ask a lead."}}

Silence
    It cannot be silenced. Rename the code after the fact that it is about.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.contract.runtime_codes import RUNTIME_CODES
from toolcharter.ir.model import Catalog
from toolcharter.lint.rule import CatalogRule, Finding


def check(catalog: Catalog) -> Iterator[Finding]:
    for error in catalog.environment.errors.values():
        if error.code in RUNTIME_CODES:
            yield Finding(
                span=error.span,
                message=f"`{error.code}` is a code of the runtime and has its meaning already.",
                hint="Rename it after the fact that it is about: ORDER_LOCKED, SEAT_TAKEN.",
            )


RULE = CatalogRule(id="error/runtime-code", page=__doc__, check=check)
