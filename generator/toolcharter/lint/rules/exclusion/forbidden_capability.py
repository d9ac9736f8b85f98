"""A capability that exclusions.yaml forbids is no tool, whatever its name.

Why
    Some things must not be done by an agent at all: approving a discount, merging two customers.
    The list is written once; a contract that brings one back under another name, in two halves, by
    another service or another order of words does not compile.

Bad
    # tools/customers/phone_change.v1.yaml
    effect:
      summary: "Grants customer {target.id} the rebates that were agreed"
      touches: [customer.phone]
      external: false
      consequence: customer_data
      reversibility: {kind: compensable, by: commit_phone_change.v1}

Good
    # tools/customers/phone_change.v1.yaml
    effect:
      summary: "Note the telephone number on which customer {target.id} asked for a rebate"
      touches: [customer.phone]
      external: false
      consequence: customer_data
      reversibility: {kind: compensable, by: commit_phone_change.v1}

Silence
    It cannot be silenced. Whoever wants the capability changes exclusions.yaml, in a review of its
    own.

    What matches: a touched part, or a record of a kind all of whose parts are excluded; the
    consequence; a call of the adapter, also through another service file of the same origin; all
    words of one list, in any order and inflection, run together or cut in two, in the name or the
    summary.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from toolcharter.diagnostics import Related, Span
from toolcharter.ir.model import Contract, Environment, Exclusion
from toolcharter.lint.endpoints import endpoints, is_named
from toolcharter.lint.rule import ContractRule, Finding
from toolcharter.lint.words import names_all, words_of, words_of_template
from toolcharter.lint.written import below


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    for exclusion in environment.exclusions.values():
        for span, reason in _matches(contract, environment, exclusion):
            yield Finding(
                span=span,
                message=f"{exclusion.says} `{contract.name.value}` {reason}.",
                hint=f"Remove it: {exclusion.reason}",
                related=(Related(span=exclusion.span, message=f"excluded by `{exclusion.name}`"),),
            )


def _matches(
    contract: Contract, environment: Environment, exclusion: Exclusion
) -> Iterator[tuple[Span, str]]:
    effect = contract.effect
    if effect is not None:
        for touched in effect.touches:
            if touched.value in exclusion.touches:
                yield touched.span, f"touches `{touched.value}`"
        if effect.consequence.value in exclusion.consequences:
            yield effect.consequence.span, f"has the consequence `{effect.consequence.value}`"
    yield from _makes_excluded_record(contract, environment, exclusion)
    for endpoint in endpoints(contract.adapter):
        for pattern in exclusion.endpoints:
            if is_named(endpoint, pattern, environment.services):
                adapter = contract.adapter.span or contract.name.span
                span = below(contract.document, adapter, *endpoint.keys)
                yield span, f"calls `{endpoint}`, which `{pattern}` names"
    yield from _says_excluded_words(contract, exclusion)


def _makes_excluded_record(
    contract: Contract, environment: Environment, exclusion: Exclusion
) -> Iterator[tuple[Span, str]]:
    """A new record of a kind of which no part may be touched, whatever `touches` admits."""
    made = []
    if contract.effect is not None and contract.effect.creates is not None:
        made.append((contract.effect.creates.span, contract.effect.creates.value))
    if contract.target is not None and contract.target.is_new:
        made.append((contract.target.span, contract.target.kind))
    for span, kind in made:
        known = environment.kinds.get(kind)
        if known and known.parts and all(f"{kind}.{p}" in exclusion.touches for p in known.parts):
            yield span, f"makes a record of the kind `{kind}`"


def _says_excluded_words(contract: Contract, exclusion: Exclusion) -> Iterator[tuple[Span, str]]:
    name = _with_mended(words_of(contract.name.value))
    summary = (
        _with_mended(words_of_template(contract.effect.summary.value)) if contract.effect else ()
    )
    for group in exclusion.words:
        wanted = tuple(word.casefold() for word in group)
        said = " and ".join(f"`{word}`" for word in group)
        if names_all(name, wanted):
            yield contract.name.span, f"says {said} in its name"
        elif contract.effect is not None and names_all((*name, *summary), wanted):
            yield contract.effect.summary.span, f"says {said} in its summary"


def _with_mended(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words, and what each makes with the next: ``dis-count`` is a discount."""
    return (*words, *(first + second for first, second in pairwise(words)))


RULE = ContractRule(id="exclusion/forbidden-capability", page=__doc__, check=check)
