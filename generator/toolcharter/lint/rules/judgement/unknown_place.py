"""A judgement answers for a place that its file has.

Why
    A reviewed answer about a field that was renamed answers nothing, and the question is open again
    without anybody knowing.

Bad
    # tools/customers/search_customers.v1.yaml
    judgements:
      - at: /input/fields/word
        is: not_identifier
        reason: It is a part of a name, as people type it.

Good
    # tools/customers/search_customers.v1.yaml
    judgements:
      - at: /input/fields/words
        is: not_identifier
        reason: It is a part of a name, as people type it.

Silence
    It cannot be silenced. `not_money`, `not_identifier` and `stable_vocabulary` are answers about a
    field of the input, the plan or the output, that stands in the same file; `limits_nothing` may
    be about any sentence of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.ir.model import Contract, Environment
from toolcharter.lint.part import declared_parts
from toolcharter.lint.rule import ContractRule, Finding
from toolcharter.lint.written import node_at
from toolcharter.source.quoted import quoted

_ABOUT_FIELDS = ("not_money", "not_identifier", "stable_vocabulary")


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    if not contract.judgements:
        return
    fields = {
        part.span.pointer
        for part in declared_parts(contract, environment)
        if part.span.file == contract.file
    }
    for each in contract.judgements:
        if node_at(contract.document, each.at.value) is None:
            yield Finding(
                span=each.at.span,
                message=f"`{contract.name.value}` has nothing at {quoted(each.at.value)}.",
                hint="Name the place of the field, as in /input/fields/amount.",
            )
        elif each.answer in _ABOUT_FIELDS and each.at.value not in fields:
            yield Finding(
                span=each.at.span,
                message=f"`{each.answer}` is an answer about a field, and none of "
                f"`{contract.name.value}` stands at {quoted(each.at.value)}.",
                hint="Name the place of the field, as in /input/fields/amount.",
            )


RULE = ContractRule(id="judgement/unknown-place", page=__doc__, check=check)
