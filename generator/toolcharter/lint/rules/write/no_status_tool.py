"""A write that starts long work names the tool that says what became of it.

Why
    The answer to a long operation is a promise, not a result. Where `status` is `none`, an answer
    that gets lost leaves a person to find out, though a tool that polls could have been asked.

Bad
    # tools/exports/start_export.v1.yaml
    idempotency: {service_keys: true, keys_kept: 24h, status: none}

Good
    # tools/exports/start_export.v1.yaml
    idempotency: {service_keys: true, keys_kept: 24h, status: get_export.v1}

Silence
    It cannot be silenced. The poll tool also serves as status tool.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related
from toolcharter.ir.model import Contract, Environment
from toolcharter.lint.rule import ContractRule, Finding
from toolcharter.lint.written import below


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    operation, idempotency = contract.operation, contract.idempotency
    if operation is None or idempotency is None or idempotency.status is not None:
        return
    yield Finding(
        span=below(contract.document, idempotency.span, "status"),
        message=f"`{contract.name.value}` starts long work that `{operation.poll.value}` can tell "
        "of, and says that nobody can.",
        hint=f"Write `status: {operation.poll.value}`; a poll tool also serves as status.",
        related=(Related(span=operation.poll.span, message="the tool that can"),),
    )


RULE = ContractRule(id="write/no-status-tool", page=__doc__, check=check)
