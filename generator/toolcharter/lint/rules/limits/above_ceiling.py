"""No tool asks for more time, bytes, tries, items or keeping than toolcharter.yaml allows.

Why
    The ceilings are what operations agreed to carry. A contract that asks for more is a decision
    for them, in their file, not in the contract's. The same holds for how long results and
    proposals, which hold data of people, are kept.

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

from toolcharter.ir.model import Contract, Environment, Settings, ToolVersion
from toolcharter.ir.size import UNBOUNDED
from toolcharter.lint.literals import duration_literal, size_literal
from toolcharter.lint.rule import ContractRule, Finding
from toolcharter.lint.weight import heaviest_field
from toolcharter.lint.written import below


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    for tool in contract.tools:
        yield from _of_tool(contract, tool, environment.settings)
    page, most = contract.page, environment.settings.ceiling_page_items
    if page is not None and page.max_size > most:
        yield Finding(
            span=below(contract.document, page.span, "max_size"),
            message=f"A page may hold {page.max_size} items; toolcharter.yaml allows {most}.",
            hint=f"Write a `max_size` of at most {most}.",
        )
    yield from _retention(contract, environment.settings)


def _retention(contract: Contract, settings: Settings) -> Iterator[Finding]:
    for kept, asked, most in (
        ("results", contract.retention_results_ms, settings.retention_results_ms),
        ("proposals", contract.retention_proposals_ms, settings.retention_proposals_ms),
    ):
        if asked is not None and asked > most:
            yield Finding(
                span=below(contract.document, contract.document.root.span, "retention", kept),
                message=f"The {kept} of `{contract.name.value}` are kept for "
                f"{duration_literal(asked)}; toolcharter.yaml allows {duration_literal(most)}.",
                hint=f"Write at most {duration_literal(most)}, or leave it out.",
            )


def _of_tool(contract: Contract, tool: ToolVersion, settings: Settings) -> Iterator[Finding]:
    limits, retry = tool.limits, tool.retry
    if limits.timeout_ms > settings.ceiling_timeout_ms:
        most = duration_literal(settings.ceiling_timeout_ms)
        yield Finding(
            span=below(contract.document, limits.span, "timeout"),
            message=f"`{tool.ref}` may take {duration_literal(limits.timeout_ms)}; "
            f"toolcharter.yaml allows {most}.",
            hint=f"Write a `timeout` of at most {most}; longer work is an `operation`.",
        )
    if settings.ceiling_result_bytes < limits.result_bytes < UNBOUNDED:
        most = size_literal(settings.ceiling_result_bytes)
        yield Finding(
            span=below(contract.document, limits.span, "result"),
            message=f"A result of `{tool.ref}` may have {size_literal(limits.result_bytes)}; "
            f"toolcharter.yaml allows {most}.",
            hint="Lower `max_length`, `max_items` or `max_size`, or return a handle.",
            related=heaviest_field(contract.output),
        )
    if retry.attempts > settings.ceiling_attempts:
        yield Finding(
            span=below(contract.document, retry.span, "attempts"),
            message=f"`{tool.ref}` is tried {retry.attempts} times; "
            f"toolcharter.yaml allows {settings.ceiling_attempts}.",
            hint=f"Write at most {settings.ceiling_attempts} `attempts`.",
        )


RULE = ContractRule(id="limits/above-ceiling", page=__doc__, check=check)
