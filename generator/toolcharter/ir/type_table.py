"""The shared types of a catalog, as other shapes see them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from toolcharter.diagnostics import Span
from toolcharter.ir.model import IdType, Pointer, Shape
from toolcharter.ir.pointers import below


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedType:
    """One type of types/*.yaml.

    ``base`` is the type of the language that it comes down to, ``use`` what a field holds that says
    nothing but the name of the type. A shared one (an object, a union, an id of several parts,
    money) is referred to in ``$defs``; any other is written out where it is used, so that
    ``nullable`` can add to its type list.
    """

    name: str
    span: Span
    base: str
    shape: Shape
    use: Shape
    is_shared: bool
    has_describe: bool
    id_type: IdType | None = None
    holds_secret: bool = False
    maps_unknown: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeTable:
    """The types by name. A broken one has its diagnostics already; uses of it add none."""

    types: Mapping[str, NamedType] = field(default_factory=dict)
    broken: frozenset[str] = frozenset()

    @property
    def id_types(self) -> Mapping[str, IdType]:
        """The identifier types by type name, in file order."""
        return {
            name: named.id_type for name, named in self.types.items() if named.id_type is not None
        }

    def id_of_kind(self, kind: str) -> IdType | None:
        """The identifier type of a kind of record."""
        return next((each for each in self.id_types.values() if each.kind == kind), None)

    def use(self, name: str) -> Shape:
        """What a field of this type holds: a reference with its definition, or the type itself."""
        return self.types[name].use


def reference_to(name: str, shape: Shape) -> Shape:
    """A reference to a definition with the content of the shape."""
    schema = dict(shape.schema)
    definitions = dict(schema.pop("$defs", {}))
    definitions[name] = schema
    at = below("/$defs", name)
    spans = {
        Pointer(pointer if pointer.startswith("/$defs/") else at + pointer): span
        for pointer, span in shape.spans.items()
    }
    return Shape(
        schema={"$ref": f"#{at}", "$defs": definitions},
        spans={Pointer(""): shape.span_at(""), **spans},
    )
