"""The documentation of rules, as ``toolcharter explain`` and ``toolcharter rules`` print it."""

from __future__ import annotations

import inspect

from toolcharter.diagnostics import Severity
from toolcharter.ir.near import did_you_mean
from toolcharter.lint.handbook import HANDBOOK
from toolcharter.lint.page import page_of
from toolcharter.lint.rule import Rule, StageRule


class UnknownRuleError(LookupError):
    """There is no rule of that id."""

    def __init__(self, rule_id: str) -> None:
        super().__init__(rule_id)
        self.rule_id = rule_id

    def __str__(self) -> str:
        nearest = did_you_mean(self.rule_id, (rule.id for rule in HANDBOOK))
        return f"There is no rule `{self.rule_id}`. {nearest or 'List all: toolcharter rules'}"


def page(rule_id: str) -> str:
    """The page of a rule: id, weight, promise, reason, examples, how to silence it."""
    for rule in HANDBOOK:
        if rule.id == rule_id:
            return f"{rule.id} ({_weight(rule)})\n\n{inspect.cleandoc(rule.page)}\n"
    raise UnknownRuleError(rule_id)


def catalogue() -> tuple[tuple[str, Severity, str], ...]:
    """Id, severity and promise of every rule, in reading order."""
    return tuple((rule.id, rule.severity, page_of(rule.page).promise) for rule in HANDBOOK)


def _weight(rule: Rule) -> str:
    if isinstance(rule, StageRule):
        return f"{rule.severity.value}, found by {rule.stage}"
    return rule.severity.value
