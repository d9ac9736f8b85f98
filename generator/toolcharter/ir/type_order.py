"""In which order types can be linked: what a type uses comes before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from toolcharter.source.document import Mapping as MappingNode
from toolcharter.source.document import Node, Scalar


@dataclass(frozen=True, slots=True)
class TypeOrder:
    """``names`` can be linked in this order; ``cycles`` lead back to themselves; ``broken`` are the
    types of the cycles and all that use them."""

    names: tuple[str, ...]
    cycles: tuple[tuple[str, ...], ...]
    broken: frozenset[str]


def order_types(definitions: Mapping[str, MappingNode]) -> TypeOrder:
    """The order of the types, depth first from the first one of the file; a chain may be long."""
    uses = {
        name: tuple(dict.fromkeys(used for used in _uses(node) if used in definitions))
        for name, node in definitions.items()
    }
    sound: dict[str, bool] = {}
    cycles: list[tuple[str, ...]] = []
    for start in definitions:
        way = [] if start in sound else [(start, iter(uses[start]))]
        on_way = {start: True}
        while way:
            name, onward = way[-1]
            used = next(onward, None)
            if used is None:
                way.pop()
                sound[name] = on_way.pop(name)
                if way and not sound[name]:
                    on_way[way[-1][0]] = False
            elif used in on_way:
                names = list(on_way)
                cycles.append(tuple(names[names.index(used) :]))
                on_way[name] = False
            elif used not in sound:
                way.append((used, iter(uses[used])))
                on_way[used] = True
            elif not sound[used]:
                on_way[name] = False
    return TypeOrder(
        names=tuple(name for name, is_sound in sound.items() if is_sound),
        cycles=tuple(cycles),
        broken=frozenset(name for name, is_sound in sound.items() if not is_sound),
    )


def _uses(field: Node) -> Iterator[str]:
    """The type names in a field, at any depth."""
    if isinstance(field, Scalar):
        if isinstance(field.value, str):
            yield field.value
        return
    if not isinstance(field, MappingNode):
        return
    for key in ("type", "items", "keys", "values"):
        if (part := field.get(key)) is not None:
            yield from _uses(part)
    yield from _uses_of_fields(field.get("fields"))
    branches = field.get("branches")
    for branch in branches.entries.values() if isinstance(branches, MappingNode) else ():
        if isinstance(branch, MappingNode):
            yield from _uses_of_fields(branch.get("fields"))


def _uses_of_fields(fields: Node | None) -> Iterator[str]:
    for field in fields.entries.values() if isinstance(fields, MappingNode) else ():
        yield from _uses(field)
