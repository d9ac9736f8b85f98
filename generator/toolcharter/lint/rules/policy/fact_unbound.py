"""Every fact that a policy may ask about is bound to a canonical value, or said to be unknown.

Why
    A row that raises its level above 500 euros protects nothing where no field is the amount. And
    a sum of money, a list of addresses or a list of records that no fact is bound to passes every
    threshold of the policy unseen.

Bad
    # tools/refunds/refund.v1.yaml
    facts: {records: {unknown: "One order may have several payments."}}
    effect:
      summary: "Pay money back on order {target.id}"
      touches: [order.payment, refund.payout]
      external: true
      consequence: payment
      reversibility: {kind: irreversible, because: "Money that was paid out does not come back."}

Good
    # tools/refunds/refund.v1.yaml
    facts: {amount: input.amount}

Silence
    It cannot be silenced. A fact that nobody can know is `{unknown: sentence}`: it counts as above
    every threshold. A field of the plan can be a fact, but it stands for no field of the input:
    what the agent asked for is what is approved. Records and addresses that stand deeper, in
    objects of a list or in a map, are counted by the list or the map that holds them. A money field
    that is no amount at stake is recorded as `judgements: [{is: not_money, ...}]`.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related
from toolcharter.ir.model import Contract, Environment, Fact, Shape
from toolcharter.ir.walk import ANY, SchemaPart, walk
from toolcharter.lint.rule import ContractRule, Finding

_FROM_THE_ROLE = "environment"


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    if contract.effect is None:
        return
    bound = {fact.name: fact for fact in contract.facts}
    yield from _rules_without_fact(contract, environment, bound)
    if contract.is_change and contract.input is not None:
        yield from _inputs_without_fact(contract, contract.input, bound)


def _rules_without_fact(
    contract: Contract, environment: Environment, bound: dict[str, Fact]
) -> Iterator[Finding]:
    effect = contract.effect
    row = environment.consequences.get(effect.consequence.value) if effect else None
    if effect is None or row is None:
        return
    reported: set[str] = set()
    for rule in (*row.raises, *row.refuses):
        if rule.fact in bound or rule.fact == _FROM_THE_ROLE or rule.fact in reported:
            continue
        reported.add(rule.fact)
        yield Finding(
            span=effect.consequence.span,
            message=f"The policy of `{row.name}` asks about `{rule.fact}`, "
            f"which `{contract.name.value}` does not bind.",
            hint=_hint(contract, rule.fact),
            related=(Related(span=rule.span, message="the rule that asks"),),
        )


def _hint(contract: Contract, fact: str) -> str:
    if not contract.is_change:
        return "A direct write binds no facts: name another consequence, or write a `change`."
    return f"Add `facts: {{{fact}: input.<field>}}`, or `{{unknown: <why>}}`."


def _inputs_without_fact(
    contract: Contract, taken: Shape, bound: dict[str, Fact]
) -> Iterator[Finding]:
    for part in walk(taken):
        fact, what = _fact_of(part, contract)
        if not fact or _is_covered(bound.get(fact), part):
            continue
        yield Finding(
            span=part.span,
            message=f"The input field `{part.field_path}` is {what}, "
            f"but the fact `{fact}` is not bound to it.",
            hint=f"Add `facts: {{{fact}: {_counted(part)}}}`, or write `{{unknown: <why>}}`.",
        )


def _fact_of(part: SchemaPart, contract: Contract) -> tuple[str, str]:
    """The fact that a part of the input must be bound to, and what the part is."""
    kind = part.type
    if kind == "money" and not _is_judged(contract, part, "not_money"):
        return "amount", "a sum of money"
    if ANY not in part.path:
        return "", ""
    if kind == "email":
        return "recipients", "a list of addresses"
    record = str(part.notes.get("kind", ""))
    if kind == "id" and record in _kinds_acted_on(contract):
        return "records", f"a list of records of the kind `{record}`"
    return "", ""


def _kinds_acted_on(contract: Contract) -> set[str]:
    """The kinds of the target, of what the effect touches and of what it creates."""
    kinds = {contract.target.kind} if contract.target is not None else set()
    if contract.effect is not None:
        kinds |= {each.value.partition(".")[0] for each in contract.effect.touches}
        kinds |= {contract.effect.creates.value} if contract.effect.creates else set()
    return kinds


def _is_judged(contract: Contract, part: SchemaPart, answer: str) -> bool:
    return part.span.file == contract.file and any(
        each.answer == answer and each.at.value == part.span.pointer for each in contract.judgements
    )


def _is_covered(fact: Fact | None, part: SchemaPart) -> bool:
    return fact is not None and (fact.path is None or fact.path == _counted(part))


def _counted(part: SchemaPart) -> str:
    """The path of the innermost list or map that holds the part, or of the part itself."""
    steps = part.path
    if ANY in steps and part.type != "money":
        steps = steps[: len(steps) - 1 - steps[::-1].index(ANY)]
    return ".".join(("input", *(step for step in steps if step != ANY)))


RULE = ContractRule(id="policy/fact-unbound", page=__doc__, check=check)
