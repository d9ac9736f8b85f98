"""Every kind of record, and every part of one, that is named stands in kinds.yaml.

Why
    The table is the vocabulary of what can be touched. Exclusions, evidence and the approver's
    screen use its words; an effect on something outside it could not be excluded.

Bad
    # tools/customers/phone_change.v1.yaml
    effect:
      summary: "Replace the telephone number of customer {target.id}"
      touches: [customer.telephone]
      external: false
      consequence: customer_data
      reversibility: {kind: compensable, by: commit_phone_change.v1}

Good
    # tools/customers/phone_change.v1.yaml
    effect:
      summary: "Replace the telephone number of customer {target.id}"
      touches: [customer.phone]
      external: false
      consequence: customer_data
      reversibility: {kind: compensable, by: commit_phone_change.v1}

Silence
    It cannot be silenced. A new kind or part is added to kinds.yaml.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Span
from toolcharter.ir.model import Contract, Environment, Located
from toolcharter.ir.near import did_you_mean
from toolcharter.ir.walk import walk
from toolcharter.lint.part import declared_shapes
from toolcharter.lint.rule import ContractRule, Finding


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    kinds = environment.kinds
    if contract.effect is not None:
        for touched in contract.effect.touches:
            kind, _, part = touched.value.partition(".")
            if kind not in kinds:
                yield _unknown(touched.span, "touches", kind, environment)
            elif part not in kinds[kind].parts:
                known = [f"{kind}.{each}" for each in kinds[kind].parts]
                yield Finding(
                    span=touched.span,
                    message=f"The effect touches `{touched.value}`, "
                    f"but `{kind}` has no part `{part}`.",
                    hint=did_you_mean(touched.value, known)
                    or f"Add `{part}` to the parts of `{kind}` in kinds.yaml.",
                )
    for named, says in _named(contract):
        if named.value not in kinds:
            yield _unknown(named.span, says, named.value, environment)


def _named(contract: Contract) -> Iterator[tuple[Located[str], str]]:
    """The kinds that the contract itself names, each with the word for it."""
    if contract.effect is not None and contract.effect.creates is not None:
        yield contract.effect.creates, "creates"
    target = contract.target
    if target is not None and target.is_new:
        yield Located(target.kind, target.span), "makes a new"
    seen: set[str] = set()
    for _, shape in declared_shapes(contract):
        for part in walk(shape):
            kind = str(part.notes.get("kind"))
            if part.type == "handle" and kind not in seen:
                seen.add(kind)
                yield Located(kind, part.span), "hands out or takes a handle of"


def _unknown(span: Span, says: str, kind: str, environment: Environment) -> Finding:
    return Finding(
        span=span,
        message=f"The contract {says} `{kind}`, which is no kind of kinds.yaml.",
        hint=did_you_mean(kind, environment.kinds) or f"Add `{kind}` to kinds.yaml.",
    )


RULE = ContractRule(id="kind/unknown", page=__doc__, check=check)
