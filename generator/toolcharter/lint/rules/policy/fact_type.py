"""A fact is bound to a field that every call holds and that has the fact's type.

Why
    Thresholds compare an amount with money and a number of records with a length. A fact that a
    call may leave out would be compared with nothing.

Bad
    # tools/messages/send_note.v1.yaml
    facts: {recipients: input.note_id}

Good
    # tools/messages/send_note.v1.yaml
    facts: {recipients: input.recipients}

Silence
    It cannot be silenced. `amount` is a money field; `records` and `recipients` are a list, which
    counts by its length, or an integer. What need not be there is bound as `{unknown: sentence}`.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related
from toolcharter.ir.link_paths import path_of_call
from toolcharter.ir.model import Contract, Environment
from toolcharter.ir.paths import Lookup
from toolcharter.lint.bounds import accepts
from toolcharter.lint.rule import ContractRule, Finding

_MONEY, _COUNT = "a money field", "a list or an integer"


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    for fact in contract.facts:
        found = None if fact.path is None else path_of_call(contract, fact.path)
        if found is None:
            continue
        wanted = _MONEY if fact.name == "amount" else _COUNT
        there = (Related(span=found.parts[0].span, message=f"`{fact.path}`"),)
        if not _has_type(found, wanted):
            yield Finding(
                span=fact.span,
                message=f"The fact `{fact.name}` is bound to `{fact.path}`, which is not {wanted}.",
                hint=f"Bind it to {wanted}, or to `{{unknown: <why>}}`.",
                related=there,
            )
        elif not found.is_certain:
            yield Finding(
                span=fact.span,
                message=f"The fact `{fact.name}` is bound to `{fact.path}`, "
                "which an accepted call need not hold.",
                hint="Bind it to a required field outside branches and lists, "
                "or to `{unknown: <why>}`.",
                related=there,
            )


def _has_type(found: Lookup, wanted: str) -> bool:
    if wanted == _MONEY:
        return all(part.notes.get("type") == "money" for part in found.parts)
    return all(
        accepts(part.schema, "array") or accepts(part.schema, "integer") for part in found.parts
    )


RULE = ContractRule(id="policy/fact-type", page=__doc__, check=check)
