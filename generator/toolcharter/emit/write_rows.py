"""The part of a row that only a tool with an effect has.

Walks in: a linked contract and one of its tool versions. Walks out: plain data: what is written,
under which policy, on which target, and how it is carried through once; None for a read.
"""

from __future__ import annotations

from toolcharter.emit.effect_parts import effect_parts
from toolcharter.emit.policy_rows import policy_row
from toolcharter.emit.row import Row
from toolcharter.ir.model import Contract, Environment, Form, WriteEffect


def write_row(contract: Contract, environment: Environment) -> Row | None:
    """What the contract writes, and how."""
    effect = contract.effect
    if effect is None:
        return None
    twins = {each.form: each.wire_name for each in contract.tools}
    failure = contract.failure
    return {
        "preview": twins.get(Form.PREVIEW),
        "commit": twins.get(Form.COMMIT),
        "summary": effect_parts(effect.summary.value, contract, environment),
        **_effect(effect),
        "policy": policy_row(environment.consequences[effect.consequence.value], environment),
        "target": _target(contract),
        "facts": {
            fact.name: {
                "path": tuple(fact.path.split(".")) if fact.path else None,
                "unknown": fact.unknown,
            }
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
        "field": tuple(target.field.value.split(".")) if target.field else None,
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
