"""The policy table, at each threshold and one past it."""

from __future__ import annotations

from typing import Any

import pytest
from toolcharter_runtime._codes import Code
from toolcharter_runtime._proposal.facts import UNKNOWN, facts_of
from toolcharter_runtime._proposal.policy import level_of
from toolcharter_runtime._refusal import Refusal

LEVELS = ({"level": "one"}, {"level": "two"}, {"level": "three"})


def rule(fact: str, *, to: str | None = None, above: Any = None, among: Any = ()) -> dict[str, Any]:
    return {"fact": fact, "above": above or {}, "is": among, "to": to}


def policy(*, raises: Any = (), refuses: Any = ()) -> dict[str, Any]:
    return {"level": "one", "raise": raises, "refuse": refuses, "levels": LEVELS}


def money(minor: int, currency: str = "EUR") -> Any:
    return {"amount_minor": minor, "currency": currency}


@pytest.mark.promise("A3")
@pytest.mark.parametrize(
    ("value", "level"), [(money(50_000), "one"), (money(50_001), "two"), (money(0), "one")]
)
def test_an_amount_raises_the_level_only_above_the_threshold(value: Any, level: str) -> None:
    row = policy(raises=(rule("amount", to="two", above={"EUR": 50_000}),))
    assert level_of(row, {"amount": value})["level"] == level


@pytest.mark.promise("A3")
@pytest.mark.parametrize("fact", ["records", "recipients"])
def test_a_count_raises_the_level_only_above_the_threshold(fact: str) -> None:
    row = policy(raises=(rule(fact, to="three", above={"": 5}),))
    assert level_of(row, {fact: 5})["level"] == "one"
    assert level_of(row, {fact: 6})["level"] == "three"


@pytest.mark.promise("A3")
def test_the_strongest_of_several_raises_counts_in_whatever_order_they_stand() -> None:
    raises = (rule("records", to="three", above={"": 1}), rule("records", to="two", above={"": 0}))
    assert level_of(policy(raises=raises), {"records": 2})["level"] == "three"
    assert level_of(policy(raises=raises[::-1]), {"records": 2})["level"] == "three"


@pytest.mark.promise("A3")
def test_a_cap_refuses_above_and_not_at() -> None:
    row = policy(refuses=(rule("amount", above={"EUR": 500}),))
    assert level_of(row, {"amount": money(500)})["level"] == "one"
    with pytest.raises(Refusal) as refused:
        level_of(row, {"amount": money(501)})
    assert refused.value.code is Code.POLICY_REFUSED


@pytest.mark.promise("A3")
def test_an_environment_is_compared_exactly() -> None:
    row = policy(raises=(rule("environment", to="two", among=("production",)),))
    assert level_of(row, {"environment": "production"})["level"] == "two"
    assert level_of(row, {"environment": "Production"})["level"] == "one"


@pytest.mark.promise("A3")
@pytest.mark.parametrize("name", ["amount", "records", "recipients"])
def test_an_unknown_fact_is_above_every_threshold(name: str) -> None:
    above = {"EUR": 10**15} if name == "amount" else {"": 10**15}
    raised = policy(raises=(rule(name, to="three", above=above),))
    assert level_of(raised, {name: UNKNOWN})["level"] == "three"
    assert level_of(raised, {})["level"] == "three"
    with pytest.raises(Refusal):
        level_of(policy(refuses=(rule(name, above=above),)), {name: UNKNOWN})


@pytest.mark.promise("A3")
@pytest.mark.parametrize("kind", ["raises", "refuses"])
def test_a_currency_that_a_rule_does_not_name_is_refused(kind: str) -> None:
    rules = (rule("amount", to="two", above={"EUR": 10**15}),)
    row = policy(raises=rules) if kind == "raises" else policy(refuses=rules)
    with pytest.raises(Refusal) as refused:
        level_of(row, {"amount": money(1, "USD")})
    assert refused.value.code is Code.POLICY_REFUSED


def test_facts_are_read_from_canonical_values_and_absence_is_unknown() -> None:
    rows: dict[str, Any] = {
        "amount": {"path": ("input", "price"), "unknown": None},
        "recipients": {"path": ("plan", "to"), "unknown": None},
        "records": {"path": None, "unknown": "The service decides how many."},
    }
    sources: dict[str, Any] = {"input": {"price": money(7)}, "plan": {"to": ["a", "b"]}}
    facts = facts_of(rows, sources, environment="staging")
    assert facts == {
        "environment": "staging",
        "amount": money(7),
        "recipients": 2,
        "records": UNKNOWN,
    }
    assert facts_of(rows, {"input": {}, "plan": {"to": []}}, environment="x")["amount"] == UNKNOWN
    assert facts_of(rows, {"input": {}, "plan": {"to": []}}, environment="x")["recipients"] == 0
