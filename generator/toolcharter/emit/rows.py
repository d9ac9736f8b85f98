"""The row of the dispatcher table: everything the runtime acts on for one tool version.

Walks in: a linked contract. Walks out: plain data (dictionaries, tuples, strings, integers), the
same value that the enforcement digest is made of. No wording gets in: a purpose or a description
that is rewritten changes no row (requirement C21).
"""

from __future__ import annotations

from typing import Any

from toolcharter.emit.wording import without_prose
from toolcharter.ir.canonical import canonical_json, digest, digest_of
from toolcharter.ir.link_policy import reachable_levels
from toolcharter.ir.model import (
    Consequence,
    Contract,
    Digest,
    Environment,
    Form,
    Level,
    Limits,
    PolicyRule,
    Retry,
    ToolVersion,
    WriteEffect,
)

Row = dict[str, Any]


def tool_row(
    contract: Contract, tool: ToolVersion, environment: Environment, *, schemas: Row
) -> Row:
    """The row of one tool version; ``schemas`` are the contents of its schemas file."""
    row: Row = {
        "tool": tool.ref.name,
        "version": tool.ref.version,
        "form": tool.form.value,
        "effect": tool.effect_class.value,
        "state": contract.status.state,
        "permissions": tuple(each.value for each in contract.permissions),
        "preconditions": tuple(
            {
                "name": each.name,
                "error": environment.preconditions[each.name].error.value,
                "at": each.at,
            }
            for each in contract.preconditions
        ),
        "errors": tuple(error_codes(contract, environment)),
        "visibility": "service" if contract.visibility else "requester",
        "retry": _retry(tool.retry),
        "limits": _limits(tool.limits),
        "page": _page(contract, tool),
        "safe_fields": tuple(_steps(each.value) for each in contract.safe_fields),
        "adapter": _adapter(contract, environment),
        "write": _write(contract, tool, environment),
        "follows": _follows(contract),
    }
    enforced = enforcement_digest(row, tool, environment, schemas=schemas)
    return row | {"schemas": digest(schemas_bytes(schemas)), "enforced": enforced}


def error_codes(contract: Contract, environment: Environment) -> list[str]:
    """Every domain code the contract may answer: those of its preconditions, then its own."""
    implied = [environment.preconditions[each.name].error.value for each in contract.preconditions]
    declared = [each.value for each in contract.failure.errors]
    return list(dict.fromkeys([*implied, *declared]))


def enforcement_digest(
    row: Row, tool: ToolVersion, environment: Environment, *, schemas: Row
) -> Digest:
    """The digest of a row, of the schemas it is enforced with, and of what its codes mean to the
    executor. Views are left out: they stand in the digest of the role that binds them."""
    arguments = without_prose(tool.arguments.schema) if tool.arguments else None
    return digest_of(
        {
            "row": row,
            "input": schemas["input"],
            "arguments": arguments,
            "answer": schemas["answer"],
            "retryable": {code: environment.errors[code].retryable for code in row["errors"]},
        }
    )


def _adapter(contract: Contract, environment: Environment) -> Row:
    """How the operation is carried out, and the digest of the service that carries it out."""
    adapter = contract.adapter
    service = environment.services.get(str(adapter.settings.get("service")))
    shared = {"service_settings": digest_of(dict(service.settings))} if service else {}
    return {"kind": adapter.kind, **adapter.settings, **shared}


def _retry(retry: Retry) -> Row:
    return {
        "retry_class": retry.retry_class,
        "attempts": retry.attempts,
        "first_ms": retry.first_ms,
        "most_ms": retry.most_ms,
    }


def _limits(limits: Limits) -> Row:
    return {
        "timeout_ms": limits.timeout_ms,
        "request_bytes": limits.request_bytes,
        "result_bytes": limits.result_bytes,
        "per_run": limits.per_run,
        "per_tenant": limits.per_tenant,
        "serialize_by": limits.serialize_by,
    }


def _page(contract: Contract, tool: ToolVersion) -> Row | None:
    page = contract.page
    if page is None or tool.form is not Form.READ:
        return None
    return {
        "items": page.items,
        "size": page.size,
        "max_size": page.max_size,
        "order": page.order,
    }


def _follows(contract: Contract) -> Row | None:
    if contract.follows is None:
        return None
    return {
        "role": contract.follows.role,
        "of": tuple(each.value.wire_name for each in contract.follows.of),
    }


def _write(contract: Contract, tool: ToolVersion, environment: Environment) -> Row | None:
    effect = contract.effect
    if effect is None:
        return None
    twins = {each.form: each.wire_name for each in contract.tools}
    failure = contract.failure
    return {
        "preview": twins.get(Form.PREVIEW),
        "commit": twins.get(Form.COMMIT),
        **_effect(effect),
        "policy": policy_row(environment.consequences[effect.consequence.value], environment),
        "target": _target(contract),
        "facts": {
            fact.name: {"path": _steps(fact.path) if fact.path else None, "unknown": fact.unknown}
            for fact in contract.facts
        },
        "operation": _operation(contract),
        "idempotency": _idempotency(contract),
        "cancellation": failure.cancellation,
        "after_conflict": failure.after_conflict,
        "after_transient": failure.after_transient,
        "transaction": contract.adapter.transaction,
        "retention": {
            "results_ms": contract.retention_results_ms
            or environment.settings.retention_results_ms,
            "proposals_ms": contract.retention_proposals_ms
            or environment.settings.retention_proposals_ms,
        },
    }


def _effect(effect: WriteEffect) -> Row:
    reversibility = effect.reversibility
    return {
        "summary": effect.summary.value,
        "touches": tuple(each.value for each in effect.touches),
        "external": effect.external.value,
        "reversibility": {
            "kind": reversibility.kind,
            "how": reversibility.how,
            "by": reversibility.by.value.wire_name if reversibility.by else None,
            "because": reversibility.because,
        },
        "creates": effect.creates.value if effect.creates else None,
        "next_states": tuple(each.value for each in effect.next_states),
    }


def _target(contract: Contract) -> Row | None:
    target = contract.target
    if target is None:
        return None
    return {
        "kind": target.kind,
        "field": _steps(target.field.value) if target.field else None,
        "is_new": target.is_new,
        "space": target.space.value if target.space else None,
        "version_checked_by": target.version_checked_by,
        "because": target.because,
        "expected_version": target.takes_expected_version,
    }


def _operation(contract: Contract) -> Row | None:
    operation = contract.operation
    if operation is None:
        return None
    return {
        "poll": operation.poll.value.wire_name,
        "cancel": operation.cancel.value.wire_name if operation.cancel else None,
        "longest_ms": operation.longest_ms,
    }


def _idempotency(contract: Contract) -> Row | None:
    declared = contract.idempotency
    if declared is None:
        return None
    return {
        "service_keys": declared.service_keys,
        "keys_kept_ms": declared.keys_kept_ms,
        "status": declared.status.value.wire_name if declared.status else None,
    }


def policy_row(row: Consequence, environment: Environment) -> Row:
    """A consequence as the runtime evaluates it, with every level it can reach."""
    return {
        "consequence": row.name,
        "level": row.level.value,
        "per_run": row.per_run,
        "pending_per_run": row.pending_per_run,
        "per_day": row.per_day,
        "raise": tuple(_rule(rule) for rule in row.raises),
        "refuse": tuple(_rule(rule) for rule in row.refuses),
        "levels": tuple(_level(level) for level in reachable_levels(row, environment.levels)),
    }


def _rule(rule: PolicyRule) -> Row:
    return {
        "fact": rule.fact,
        "above": dict(rule.above),
        "is": rule.is_one_of,
        "to": rule.to.value if rule.to else None,
    }


def _level(level: Level) -> Row:
    return {
        "level": level.name,
        "approvers": level.approvers,
        "roles": level.roles,
        "expires_ms": level.expires_ms,
        "single_use": level.single_use,
        "pending": level.pending,
    }


def schemas_bytes(contents: Row) -> bytes:
    """The bytes of a schemas file: canonical JSON, one line."""
    return canonical_json(contents) + b"\n"


def _steps(path: str) -> tuple[str, ...]:
    """A dotted path as the names it walks through."""
    return tuple(path.split("."))
