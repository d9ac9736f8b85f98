"""The domain codes that a contract may answer with, each with a line in the catalog's error table."""

from __future__ import annotations

from toolcharter.ir.model import Contract, Environment


def error_codes(contract: Contract, environment: Environment) -> tuple[str, ...]:
    """Every domain code of a contract, each once: those of its preconditions, then its own.

    A precondition that the catalog does not have is reported where it is named, and adds none.
    """
    asked = [environment.preconditions.get(each.name) for each in contract.preconditions]
    implied = [each.error.value for each in asked if each is not None]
    return tuple(dict.fromkeys([*implied, *(each.value for each in contract.failure.errors)]))
