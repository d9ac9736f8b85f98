"""Judges linked contracts and catalogs: every rule of the registry looks, nothing is repaired.

Walks in: frozen values of the IR. Walks out: diagnostics in reading order. A contract is judged
with the environment only, so it can be judged where it was linked; what takes more than one
contract is asked of the catalog.
"""

from __future__ import annotations

from toolcharter.diagnostics import Diagnostic, in_reading_order
from toolcharter.ir.model import Catalog, Contract, Environment
from toolcharter.lint.part import declared_parts
from toolcharter.lint.registry import CATALOG_RULES, CONTRACT_RULES, PART_RULES


def judge_contract(contract: Contract, environment: Environment) -> tuple[Diagnostic, ...]:
    """What is wrong with one contract."""
    found: list[Diagnostic] = []
    for part in declared_parts(contract, environment):
        for part_rule in PART_RULES:
            found.extend(map(part_rule.diagnostic, part_rule.check(part)))
    for rule in CONTRACT_RULES:
        found.extend(map(rule.diagnostic, rule.check(contract, environment)))
    return in_reading_order(found)


def judge_catalog(catalog: Catalog) -> tuple[Diagnostic, ...]:
    """What is wrong between contracts, tables and roles."""
    found: list[Diagnostic] = []
    for rule in CATALOG_RULES:
        found.extend(map(rule.diagnostic, rule.check(catalog)))
    return in_reading_order(found)
