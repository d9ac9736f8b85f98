"""No tool asks for more time, bytes, tries or items than the ceilings of toolcharter.yaml allow.

Why
    The ceilings are what operations agreed to carry. A contract that asks for more is a decision
    for them, in their file, not in the contract's.

Bad
    # tools/customers/get_customer.v1.yaml
    limits: {timeout: 10m}

Good
    # tools/customers/get_customer.v1.yaml
    limits: {timeout: 10s}

Silence
    It cannot be silenced. Work that takes longer than the ceiling is an `operation` that a read
    polls.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related, Span
from toolcharter.ir.model import Contract, Environment
from toolcharter.ir.size import UNBOUNDED
from toolcharter.lint.literals import duration_literal, size_literal
from toolcharter.lint.rule import ContractRule, Finding
from toolcharter.lint.written import below


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    settings = environment.settings
    for span, says, ceiling in _excesses(contract, environment):
        yield Finding(
            span=span,
            message=f"{says}, above the ceiling of {ceiling}.",
            hint=f"Ask for at most {ceiling}.",
            related=(Related(span=settings.span, message="`ceilings` of the catalog"),),
        )


def _excesses(contract: Contract, environment: Environment) -> Iterator[tuple[Span, str, str]]:
    """Where, what is asked for, and the ceiling it exceeds."""
    settings = environment.settings
    for tool in contract.tools:
        limits, retry = tool.limits, tool.retry
        if limits.timeout_ms > settings.ceiling_timeout_ms:
            yield (
                below(contract.document, limits.span, "timeout"),
                f"`{tool.ref}` may take {duration_literal(limits.timeout_ms)}",
                duration_literal(settings.ceiling_timeout_ms),
            )
        if settings.ceiling_result_bytes < limits.result_bytes < UNBOUNDED:
            yield (
                below(contract.document, limits.span, "result"),
                f"The result of `{tool.ref}` may have {size_literal(limits.result_bytes)}",
                size_literal(settings.ceiling_result_bytes),
            )
        if retry.attempts > settings.ceiling_attempts:
            yield (
                below(contract.document, retry.span, "attempts"),
                f"`{tool.ref}` is tried {retry.attempts} times",
                f"{settings.ceiling_attempts} attempts",
            )
    page = contract.page
    if page is not None and page.max_size > settings.ceiling_page_items:
        yield (
            below(contract.document, page.span, "max_size"),
            f"A page may hold {page.max_size} items",
            f"{settings.ceiling_page_items} items",
        )


RULE = ContractRule(id="limits/above-ceiling", page=__doc__, check=check)
