"""Who says that a shared transaction checks the version has one, and a read has none.

Why
    The ledger's open transaction can hold the version check and the effect together only if the
    adapter writes through it. Otherwise nothing checks the version, and what was approved may be
    applied to another state of the record. A read writes nothing that a transaction could hold.

Bad
    # tools/customers/phone_change.v1.yaml
    target: {field: customer_id, version_checked_by: shared_transaction}

Good
    # tools/customers/phone_change.v1.yaml
    target: {field: customer_id, version_checked_by: shared_transaction}
    adapter: {kind: python, transaction: shared}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.ir.model import Contract, Environment
from toolcharter.lint.rule import ContractRule, Finding
from toolcharter.lint.written import below

_SHARED = "shared"


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    target, adapter = contract.target, contract.adapter
    is_shared = adapter.kind == "python" and adapter.transaction == _SHARED
    if target is not None and target.version_checked_by == "shared_transaction" and not is_shared:
        yield Finding(
            span=below(contract.document, target.span, "version_checked_by"),
            message=f"A shared transaction is to check the version for `{contract.name.value}`, "
            "whose adapter shares none.",
            hint="Add `adapter: {kind: python, transaction: shared}`, or say who else checks it.",
        )
    if contract.effect is None and is_shared:
        span = adapter.span or contract.name.span
        yield Finding(
            span=below(contract.document, span, "transaction"),
            message=f"`{contract.name.value}` is a read; it has no transaction to share.",
            hint="Leave `transaction` out.",
        )


RULE = ContractRule(id="write/no-shared-transaction", page=__doc__, check=check)
