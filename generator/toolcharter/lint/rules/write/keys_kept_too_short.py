"""The service remembers the key of a long operation for as long as the operation may take.

Why
    While the work goes on, nobody knows how it ends, and whoever asks again must mean the same
    work. A key that is forgotten before the end turns the repeat into a second operation.

Bad
    # tools/exports/start_export.v1.yaml
    idempotency: {service_keys: true, keys_kept: 90m, status: get_export.v1}

Good
    # tools/exports/start_export.v1.yaml
    idempotency: {service_keys: true, keys_kept: 2h, status: get_export.v1}

Silence
    It cannot be silenced. Lower `operation.longest`, or write `service_keys: false` and one try.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related
from toolcharter.ir.model import Contract, Environment
from toolcharter.lint.literals import duration_literal
from toolcharter.lint.rule import ContractRule, Finding
from toolcharter.lint.written import below


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    operation, idempotency = contract.operation, contract.idempotency
    if operation is None or idempotency is None or idempotency.keys_kept_ms is None:
        return
    if idempotency.keys_kept_ms < operation.longest_ms:
        longest = duration_literal(operation.longest_ms)
        yield Finding(
            span=below(contract.document, idempotency.span, "keys_kept"),
            message=f"The operation of `{contract.name.value}` may take {longest}, but its key is "
            f"kept for {duration_literal(idempotency.keys_kept_ms)} only.",
            hint=f"Have keys kept for at least {longest}, or lower `longest`.",
            related=(
                Related(
                    span=below(contract.document, operation.span, "longest"),
                    message="how long it may take",
                ),
            ),
        )


RULE = ContractRule(id="write/keys-kept-too-short", page=__doc__, check=check)
