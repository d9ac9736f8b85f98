"""Links ``policies/approval.yaml``: levels from weakest to strongest, and consequences."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Table

from toolcharter.contract.literals import amount_minor
from toolcharter.diagnostics import Diagnostic, Related
from toolcharter.ir.model import Consequence, Level, Located, PolicyRule
from toolcharter.ir.near import did_you_mean
from toolcharter.ir.reading import (
    integer,
    items,
    mapping,
    optional_duration,
    optional_integer,
    optional_string,
    pairs,
    string,
    strings,
)
from toolcharter.source.document import Mapping, Scalar, Sequence

NONE = "none"
"""The level that asks nobody."""


def link_levels(root: Mapping) -> tuple[Level, ...]:
    """The levels, from weakest to strongest."""
    return tuple(_level(mapping(node)) for node in items(root.get("levels")))


def link_consequences(root: Mapping) -> dict[str, Consequence]:
    """The rows that ``effect.consequence`` selects from."""
    return {
        name: Consequence(
            name=name,
            level=string(mapping(node).entries["level"]),
            span=span,
            per_run=optional_integer(mapping(node).get("per_run")),
            pending_per_run=optional_integer(mapping(node).get("pending_per_run")),
            per_day=optional_integer(mapping(node).get("per_day")),
            raises=tuple(_rule(mapping(rule)) for rule in items(mapping(node).get("raise"))),
            refuses=tuple(_rule(mapping(rule)) for rule in items(mapping(node).get("refuse"))),
        )
        for name, span, node in pairs(root.get("consequences"))
    }


def reachable_levels(row: Consequence, levels: tuple[Level, ...]) -> tuple[Level, ...]:
    """The level of a consequence and every one that a rule may raise it to, weakest first."""
    names = {row.level.value, *(rule.to.value for rule in row.raises if rule.to)}
    return tuple(level for level in levels if level.name in names)


def policy_diagnostics(
    levels: tuple[Level, ...], consequences: Table[str, Consequence], environments: tuple[str, ...]
) -> Iterator[Diagnostic]:
    """Levels that do not exist or stand twice, raises that do not raise, unknown environments."""
    rank = {level.name: place for place, level in enumerate(levels)}
    yield from _doubled_levels(levels, rank)
    for row in consequences.values():
        yield from _unknown_levels(row, rank)
        yield from _weak_raises(row, rank)
        yield from _approval_of_nobody(row)
        yield from _doubled_currencies(row)
        yield from _unknown_environments(row, environments)


def _doubled_levels(levels: tuple[Level, ...], rank: dict[str, int]) -> Iterator[Diagnostic]:
    for place, level in enumerate(levels):
        if rank[level.name] != place:
            yield Diagnostic(
                code="policy/duplicate-level",
                span=level.span,
                message=f"The approval level `{level.name}` stands twice.",
                hint="Keep one of the two.",
                related=(Related(span=levels[rank[level.name]].span, message="the other one"),),
            )


def _unknown_levels(row: Consequence, rank: dict[str, int]) -> Iterator[Diagnostic]:
    for named in (row.level, *(rule.to for rule in row.raises if rule.to)):
        if named.value not in rank:
            yield Diagnostic(
                code="policy/unknown-level",
                span=named.span,
                message=f"The consequence `{row.name}` names the level `{named.value}`, "
                "which `levels` does not have.",
                hint=did_you_mean(named.value, rank) or "Add the level, with its approvers.",
            )


def _weak_raises(row: Consequence, rank: dict[str, int]) -> Iterator[Diagnostic]:
    for rule in row.raises:
        if rule.to is None or rule.to.value not in rank or row.level.value not in rank:
            continue
        if rank[rule.to.value] <= rank[row.level.value]:
            yield Diagnostic(
                code="policy/raise-not-stronger",
                span=rule.to.span,
                message=f"`{row.name}` starts at `{row.level.value}`; "
                f"`{rule.to.value}` is not stronger.",
                hint="Name a level further down the list of levels.",
                related=(Related(span=row.level.span, message="the level it starts at"),),
            )


def _approval_of_nobody(row: Consequence) -> Iterator[Diagnostic]:
    """What stands in a row at level ``none``, though a direct write asks nobody and waits never."""
    if row.level.value != NONE:
        return
    asked = [("raise", rule.span) for rule in row.raises]
    if row.pending_per_run is not None:
        asked.append(("pending_per_run", row.span))
    for key, span in asked:
        yield Diagnostic(
            code="policy/raise-on-none",
            span=span,
            message=f"`{row.name}` is at level `{NONE}` and has `{key}`, "
            "but what it is for runs at once and cannot be approved.",
            hint=f"Take `{key}` out, or begin at a level with approvers.",
            related=(Related(span=row.level.span, message="the level it starts at"),),
        )


def _doubled_currencies(row: Consequence) -> Iterator[Diagnostic]:
    for rule in (*row.raises, *row.refuses):
        for amount in rule.doubled:
            yield Diagnostic(
                code="policy/duplicate-currency",
                span=amount.span,
                message=f"A rule of `{row.name}` names a second amount of this currency: "
                f"`{amount.value}`.",
                hint="Keep one of the two.",
            )


def _unknown_environments(row: Consequence, environments: tuple[str, ...]) -> Iterator[Diagnostic]:
    for rule in (*row.raises, *row.refuses):
        for environment in rule.is_one_of:
            if environment not in environments:
                yield Diagnostic(
                    code="policy/unknown-environment",
                    span=rule.span,
                    message=f"A rule of `{row.name}` names the environment `{environment}`, "
                    "which toolcharter.yaml does not have.",
                    hint=did_you_mean(environment, environments),
                )


def _level(node: Mapping) -> Level:
    return Level(
        name=string(node.entries["level"]).value,
        span=node.entries["level"].span,
        approvers=optional_integer(node.get("approvers")) or 0,
        roles=tuple(role.value for role in strings(node.get("roles"))),
        expires_ms=optional_duration(node.get("expires")),
        pending=optional_integer(node.get("pending")),
    )


def _rule(node: Mapping) -> PolicyRule:
    above = node.get("above")
    bounds: dict[str, int] = {}
    doubled: list[Located[str]] = []
    if isinstance(above, Sequence):
        for each in strings(above):
            currency, amount = amount_minor(each.value)
            if currency in bounds:
                doubled.append(each)
            bounds.setdefault(currency, amount)
    elif isinstance(above, Scalar):
        bounds = {"": integer(above)}
    return PolicyRule(
        fact=string(node.entries["fact"]).value,
        span=node.span,
        above=bounds,
        doubled=tuple(doubled),
        is_one_of=tuple(each.value for each in strings(node.get("is"))),
        to=optional_string(node.get("to")),
    )
