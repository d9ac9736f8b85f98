"""The sentence of an effect, as the runtime fills it: literal text, and holes with paths.

Walks in: a linked contract. Walks out: plain data in the order of the sentence. A hole for an
identifier of several parts brings along how its type is written.
"""

from __future__ import annotations

from toolcharter.contract.templates import Hole, Part, identifier_template, template
from toolcharter.emit.row import Row
from toolcharter.ir.model import Contract, Environment, Shape
from toolcharter.ir.paths import look_up

Parts = tuple[str | Row, ...]


def effect_parts(summary: str, contract: Contract, environment: Environment) -> Parts:
    """The parts of ``effect.summary``."""
    return tuple(_part(each, contract, environment) for each in template(summary))


def _part(part: Part, contract: Contract, environment: Environment) -> str | Row:
    if isinstance(part, str):
        return part
    kind = _kind(part, contract)
    id_type = environment.types.id_of_kind(kind) if kind is not None else None
    if id_type is None or id_type.written_as is None:
        return {"path": part.path}
    written = identifier_template(id_type.written_as.value)
    return {
        "path": part.path,
        "written_as": tuple(
            each if isinstance(each, str) else {"path": each.path} for each in written
        ),
    }


def _kind(hole: Hole, contract: Contract) -> str | None:
    """The kind of the identifier that fills a hole; None where no identifier does."""
    source, *names = hole.path
    if (source, names) == ("target", ["id"]):
        return contract.target.kind if contract.target else None
    for shape in _shapes(source, contract):
        found = look_up(shape, ".".join(names))
        if found is not None:
            kind = found.parts[0].notes.get("kind")
            return None if kind is None else str(kind)
    return None


def _shapes(source: str, contract: Contract) -> list[Shape]:
    plan = contract.plan
    match source:
        case "input" if contract.input is not None:
            return [contract.input]
        case "plan" if plan is not None:
            return [each for each in (plan.consequences, plan.before_after) if each is not None]
        case _:
            return []
