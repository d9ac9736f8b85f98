"""What suppressions name: rules, files, and places in files.

Walks in: a catalog or a contract with the environment. Walks out: the names, each where it stands.
Whether a suppression has expired is not asked: a compilation does not know what day it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolcharter.ir.model import Catalog, Contract, Environment, Located
from toolcharter.lint.rule import Rule


def rules_by_id() -> Mapping[str, Rule]:
    """Every rule of every stage."""
    # The rules about suppressions are in the handbook themselves.
    from toolcharter.lint.handbook import HANDBOOK

    return {rule.id: rule for rule in HANDBOOK}


def named_rules(catalog: Catalog) -> Iterator[Located[str]]:
    """The ids that suppressions name: those of the settings, then those of the contracts."""
    yield from (each.rule for each in catalog.environment.settings.suppressions)
    for contract in catalog.contracts:
        yield from contract.silenced


def named_files(catalog: Catalog) -> Iterator[Located[str]]:
    """The files that the suppressions of the settings name."""
    for each in catalog.environment.settings.suppressions:
        yield Located(each.at.value.partition("#")[0], each.at.span)


def named_places(contract: Contract, environment: Environment) -> Iterator[Located[str]]:
    """The pointers into a contract that its own suppressions name, and those of the settings."""
    yield from (each.at for each in contract.suppressions)
    for each in environment.settings.suppressions:
        file, _, pointer = each.at.value.partition("#")
        if file == contract.file:
            yield Located(pointer, each.at.span)
