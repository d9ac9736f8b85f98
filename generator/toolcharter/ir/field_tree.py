"""The declared fields of a tool by path, with the marks that decide what a view may show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from toolcharter.ir.marks import stronger
from toolcharter.ir.model import Shape
from toolcharter.ir.per_shape import per_shape
from toolcharter.ir.union_tags import union_tag
from toolcharter.ir.walk import ANY, SchemaPart, walk

_HOLDERS = frozenset(("properties", "items", "prefixItems", "oneOf", "anyOf", "allOf"))

NEVER_SHOWN = ("internal", "secret")


@dataclass(slots=True)
class Field:
    """What stands at one path: its parts, its own mark, the fields below it.

    Items belong to their list, and everything in a map to the map: they have no path of their own.
    A field without parts stands for the names that an object takes beside its own.
    """

    path: str
    parts: list[SchemaPart] = field(default_factory=list)
    inner: list[SchemaPart] = field(default_factory=list)
    mark: str | None = None
    below: list[str] = field(default_factory=list)
    is_tag: bool = False

    @property
    def is_mixed(self) -> bool:
        """Whether it holds fields in one branch of a union and is a value in another."""
        return bool(self.below) and any(
            not _HOLDERS & part.schema.keys()
            for part in (*self.parts, *self.inner)
            if not part.is_in_map
        )


@dataclass(frozen=True, slots=True)
class FieldTree:
    """Fields by path."""

    fields: Mapping[str, Field]

    def marks_above(self, path: str) -> Iterable[str]:
        """The marks of the field and of all that hold it."""
        names = path.split(".")
        for count in range(1, len(names) + 1):
            found = self.fields.get(".".join(names[:count]))
            if found is not None and found.mark is not None:
                yield found.mark

    def is_never_shown(self, path: str) -> bool:
        """Whether the field or one that holds it is internal or secret."""
        return any(mark in NEVER_SHOWN for mark in self.marks_above(path))

    def leaves(self, path: str) -> list[str]:
        """The fields at or below a path that hold no other field."""
        found = self.fields[path]
        if not found.below:
            return [path]
        return [leaf for child in found.below for leaf in self.leaves(child)]

    def shown_with(self, path: str) -> list[str]:
        """The leaves that a path shows: all below it that have no mark of their own."""
        found = self.fields[path]
        if not found.below:
            return [path]
        return [
            leaf
            for child in found.below
            if self.fields[child].mark is None
            for leaf in self.shown_with(child)
        ]


@per_shape
def field_tree(shape: Shape) -> FieldTree:
    """The fields of a shape; what no path can name is no field, and so in no view."""
    found: dict[str, Field] = {}
    tags: set[str] = set()
    for part in walk(shape):
        tags.update(_tag(part, shape))
        if part.is_in_map:
            _hold(_of_map(part, found), part)
        elif part.is_branch or part.path[-1:] == (ANY,):
            _hold(found.get(part.field_path), part)
        elif part.path and all(step and "." not in step for step in part.path):
            _add(part, found)
    for path in tags & found.keys():
        found[path].is_tag = True
    return FieldTree(found)


def joined(trees: Iterable[FieldTree]) -> FieldTree:
    """The fields of several shapes whose names are distinct."""
    return FieldTree({path: each for tree in trees for path, each in tree.fields.items()})


def _add(part: SchemaPart, found: dict[str, Field]) -> None:
    each = found.setdefault(part.field_path, Field(part.field_path))
    each.parts.append(part)
    _mark(each, part)
    _put_below(each, part.field_path.rpartition(".")[0], found)


def _tag(part: SchemaPart, shape: Shape) -> Iterator[str]:
    """The path of the field that tells the branches of a union apart."""
    if not part.is_in_map and (name := union_tag(part.schema, shape.schema)) is not None:
        yield f"{part.field_path}.{name}" if part.field_path else name


def _put_below(each: Field, parent: str, found: dict[str, Field]) -> None:
    if parent in found and each.path not in found[parent].below:
        found[parent].below.append(each.path)


def _hold(each: Field | None, part: SchemaPart) -> None:
    if each is not None:  # a branch of the root belongs to no field
        each.inner.append(part)
        _mark(each, part)


def _mark(each: Field, part: SchemaPart) -> None:
    if (mark := part.sensitive) is not None:
        each.mark = stronger(each.mark, mark)


def _of_map(part: SchemaPart, found: dict[str, Field]) -> Field:
    """The field of the outermost map that the part is in.

    Where an object has fields and takes other names too, what stands under the others is a field of
    its own, which no path can name.
    """
    holder = part
    while holder.is_in_map and holder.parent is not None:
        holder = holder.parent
    if holder.path and "properties" not in holder.schema:
        return found.setdefault(holder.field_path, Field(holder.field_path))
    path = f"{holder.field_path}.{ANY}" if holder.path else ANY
    others = found.setdefault(path, Field(path))
    _put_below(others, holder.field_path, found)
    return others
