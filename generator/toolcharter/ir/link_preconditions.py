"""The preconditions of a contract: those of the identifiers that it takes, and those it names.

Walks in: the input, the named preconditions, the id types. Walks out: each precondition once, with
the places of the input that it is asked about.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Span
from toolcharter.ir.model import AppliedPrecondition, Environment, Located, Shape
from toolcharter.ir.paths import identifier_uses


def applied_preconditions(
    taken: Shape | None, named: tuple[Located[str], ...], environment: Environment
) -> Iterator[AppliedPrecondition]:
    """Those of the identifiers that the input takes, in input order, then the named ones; each once.

    One that is implied is asked where its identifier is; one that is named as well, always.
    """
    places: dict[str, list[tuple[str, ...]]] = {}
    spans: dict[str, Span] = {}
    for part in identifier_uses(taken) if taken else ():
        id_type = environment.types.id_of_kind(str(part.notes.get("kind")))
        if id_type is None or id_type.checked_by is None:
            continue
        name = id_type.checked_by.value
        places.setdefault(name, []).append(part.path)
        spans.setdefault(name, part.span)
    for each in named:
        places[each.value] = []
        spans.setdefault(each.value, each.span)
    for name, paths in places.items():
        yield AppliedPrecondition(name=name, span=spans[name], at=tuple(paths))
