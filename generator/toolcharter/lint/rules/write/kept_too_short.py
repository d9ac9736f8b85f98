"""Proposals and results are kept for as long as somebody may come back to them.

Why
    A proposal that is deleted before it expires cannot be decided any more. A result that is
    deleted while the same call may still come again leaves no answer to give but "unknown", or a
    second effect.

Bad
    # tools/customers/phone_change.v1.yaml
    retention: {proposals: 1m}

Good
    # tools/customers/phone_change.v1.yaml
    retention: {proposals: 7d}

Silence
    It cannot be silenced. A proposal is needed until the longest of the levels it may reach
    expires. A result is needed as long as that, as the service keeps the key, as the operation may
    take and as one call may take. What a contract does not write is as toolcharter.yaml has it.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.ir.link_policy import reachable_levels
from toolcharter.ir.model import Contract, Environment
from toolcharter.lint.literals import duration_literal
from toolcharter.lint.rule import ContractRule, Finding
from toolcharter.lint.written import below

_Need = tuple[int, str]


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    if contract.effect is None:
        return
    settings = environment.settings
    proposal = list(_while_undecided(contract, environment))
    for kept, written, default, needs in (
        ("proposals", contract.retention_proposals_ms, settings.retention_proposals_ms, proposal),
        (
            "results",
            contract.retention_results_ms,
            settings.retention_results_ms,
            [*proposal, *_while_repeated(contract)],
        ),
    ):
        effective = default if written is None else written
        needed, why = max(needs, default=(0, ""))
        if effective >= needed:
            continue
        where = contract.name.span
        if written is not None:
            where = below(contract.document, contract.document.root.span, "retention", kept)
        yield Finding(
            span=where,
            message=f"The {kept} of `{contract.name.value}` are kept for "
            f"{duration_literal(effective)}, but {why} {duration_literal(needed)}.",
            hint=f"Keep them for at least {duration_literal(needed)}"
            + ("." if written is not None else ", in toolcharter.yaml."),
        )


def _while_undecided(contract: Contract, environment: Environment) -> Iterator[_Need]:
    """How long a proposal of a change may wait and be used."""
    effect = contract.effect
    row = environment.consequences.get(effect.consequence.value) if effect else None
    if row is None or not contract.is_change:
        return
    for level in reachable_levels(row, environment.levels):
        if level.expires_ms is not None:
            yield level.expires_ms, f"a proposal at level `{level.name}` is open for"


def _while_repeated(contract: Contract) -> Iterator[_Need]:
    """How long the same call may come again, or still be running."""
    if contract.idempotency is not None and contract.idempotency.keys_kept_ms is not None:
        yield contract.idempotency.keys_kept_ms, "a repeat is safe for"
    if contract.operation is not None:
        yield contract.operation.longest_ms, "the operation may take"
    yield contract.tools[-1].limits.timeout_ms, "one call may take"


RULE = ContractRule(id="write/kept-too-short", page=__doc__, check=check)
