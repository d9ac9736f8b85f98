"""The declared fields of a tool by path, with the marks that decide what a view may show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from toolcharter.ir.marks import stronger
from toolcharter.ir.model import Shape
from toolcharter.ir.resolution import tag_of
from toolcharter.ir.walk import ANY, SchemaPart, walk

_HOLDERS = frozenset(("properties", "items", "prefixItems", "oneOf", "anyOf", "allOf"))

NEVER_SHOWN = ("internal", "secret")


@dataclass(slots=True)
class Field:
    """What stands at one path: its parts, its own mark, the fields below it.

    Items belong to their list, and everything in a map to the map: they have no path of their own.
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
    """The fields of several shapes whose names are distinct."""

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


def field_tree(shapes: Iterable[Shape]) -> FieldTree:
    """The fields of the shapes; a name of two shapes is one field here."""
    found: dict[str, Field] = {}
    for shape in shapes:
        for part in walk(shape):
            if not part.path:
                continue
            each = found.setdefault(part.field_path, Field(part.field_path))
            if part.is_in_map:
                _hold(_map_of(part, found), part)
            elif part.path[-1] == ANY or part.is_branch:
                _hold(each, part)
            else:
                _add(each, part, found)
    return FieldTree({path: each for path, each in found.items() if each.parts})


def _add(each: Field, part: SchemaPart, found: dict[str, Field]) -> None:
    each.parts.append(part)
    each.mark = stronger(each.mark, part.sensitive)
    parent = part.field_path.rpartition(".")[0]
    if parent and each.path not in found[parent].below:
        found[parent].below.append(each.path)
    if part.parent is not None and part.parent.is_branch:
        tag = tag_of(part.parent.schema)
        each.is_tag = each.is_tag or (tag is not None and tag[0] == part.name)


def _hold(each: Field, part: SchemaPart) -> None:
    each.inner.append(part)
    each.mark = stronger(each.mark, part.sensitive)


def _map_of(part: SchemaPart, found: dict[str, Field]) -> Field:
    """The field of the outermost map that the part is in."""
    holder = part
    while holder.is_in_map and holder.parent is not None:
        holder = holder.parent
    return found[holder.field_path]
