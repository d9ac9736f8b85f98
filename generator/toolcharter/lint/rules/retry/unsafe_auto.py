"""A write is repeated by itself only where a repeat cannot act twice.

Why
    After a timeout nobody knows whether the write happened. A second try is safe if the service
    knows our key, if ledger and effect commit together, or once a status tool has said that it
    failed.

Bad
    # tools/notes/keep_note.v1.yaml
    idempotency: {service_keys: false, status: none}
    failure:
      retry: {class: idempotent_write, attempts: 2}
      cancellation: before_dispatch

Good
    # tools/notes/keep_note.v1.yaml
    idempotency: {service_keys: true, keys_kept: 24h, status: none}
    failure:
      retry: {class: idempotent_write, attempts: 2}
      cancellation: before_dispatch

Silence
    It cannot be silenced. Without keys and status there is one try, and then a person decides.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related, Span
from toolcharter.ir.model import Contract, EffectClass, Environment
from toolcharter.lint.literals import duration_literal
from toolcharter.lint.rule import ContractRule, Finding


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    for tool in contract.tools:
        if tool.effect_class is not EffectClass.WRITE:
            continue
        reason = _reason(contract, tool.retry.retry_class)
        if reason:
            yield Finding(
                span=tool.retry.span,
                message=f"`{tool.ref}` is repeated by itself, {reason}.",
                hint="Write `retry: {class: never}`, or what makes a repeat safe.",
                related=_where(contract),
            )
        yield from _keys_forgotten_too_soon(contract, tool.retry.span, tool.limits.timeout_ms)


def _reason(contract: Contract, retry_class: str) -> str:
    idempotency = contract.idempotency
    if retry_class == "never":
        return ""
    if idempotency is None:
        return "but says nothing about idempotency"
    if retry_class == "idempotent_write":
        is_safe = idempotency.service_keys or contract.adapter.transaction == "shared"
        return "" if is_safe else "but the service keeps no keys and no transaction is shared"
    if retry_class == "after_status":
        return "" if idempotency.status else "but no status tool can say that the first try failed"
    return f"but the retry class `{retry_class}` is for reads"


def _keys_forgotten_too_soon(contract: Contract, span: Span, timeout_ms: int) -> Iterator[Finding]:
    """A repeat after the service has forgotten the key is a second effect."""
    idempotency, retry = contract.idempotency, contract.failure.retry
    if idempotency is None or idempotency.keys_kept_ms is None:
        return
    if retry.retry_class != "idempotent_write":
        return
    longest = retry.attempts * timeout_ms + (retry.attempts - 1) * retry.most_ms
    if idempotency.keys_kept_ms < longest:
        yield Finding(
            span=span,
            message=f"All tries together may take {duration_literal(longest)}, "
            f"but the service keeps keys for {duration_literal(idempotency.keys_kept_ms)} only.",
            hint="Lower `attempts` or the timeout, or find out how long keys are kept.",
            related=_where(contract),
        )


def _where(contract: Contract) -> tuple[Related, ...]:
    if contract.idempotency is None:
        return ()
    return (Related(span=contract.idempotency.span, message="what makes a repeat safe, or not"),)


RULE = ContractRule(id="retry/unsafe-auto", page=__doc__, check=check)
