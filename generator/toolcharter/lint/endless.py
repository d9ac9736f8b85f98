"""Whether it is not yet known why nothing bounds a shape of a contract.

The second net below the rules about single parts: what they find is not told again.
"""

from __future__ import annotations

from toolcharter.ir.model import Contract, Environment
from toolcharter.lint.bounds import missing_bound
from toolcharter.lint.closed import lets_keys_through
from toolcharter.lint.part import declared_parts
from toolcharter.lint.rules.in_ import untyped

HINT = "Give every part a `type` and a bound of its own, or write it as `fields:`."


def is_unexplained(contract: Contract, environment: Environment) -> bool:
    """Whether no part of the contract is known to be open, unbounded or without a type."""
    return not any(
        missing_bound(part.schema) or lets_keys_through(part) or any(untyped.check(part))
        for part in declared_parts(contract, environment)
    )
