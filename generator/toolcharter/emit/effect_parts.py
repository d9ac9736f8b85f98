"""The sentence of an effect, as the runtime fills it: literal text, and holes with paths.

Walks in: a linked contract. Walks out: plain data in the order of the sentence. A hole for an
identifier of several parts brings along how its type is written.
"""

from __future__ import annotations

from toolcharter.contract.templates import Hole, Part, identifier_template, template
from toolcharter.emit.row import Row
from toolcharter.ir.link_paths import path_of_call
from toolcharter.ir.model import Contract, Environment

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
    if hole.path == ("target", "id"):
        return contract.target.kind if contract.target else None
    if hole.path[0] not in ("input", "plan"):
        return None
    found = path_of_call(contract, ".".join(hole.path))
    kind = None if found is None else found.parts[0].notes.get("kind")
    return None if kind is None else str(kind)
