"""A value as the fields it consists of, and two values side by side.

Walks in: JSON of a proposal. Walks out: its leaves, each at a JSON Pointer, in the order of the
canonical form; of a list also how many items it has. Nothing is left out and nothing is cut, so the
leaves give the value again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from toolcharter_runtime._call import JSON
from toolcharter_runtime._pointer import escaped


class Absent(Enum):
    """What stands on the side where a field is not there; ``null`` is never absent."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT

Path: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Length:
    """A list, as the number of its items, which follow as leaves of their own."""

    items: int


Leaf: TypeAlias = str | int | float | bool | Length | dict[str, JSON] | None
"""An object is a leaf only where it is empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldChange:
    """One field on both sides. ``before`` and ``after`` are leaves; a list is its length."""

    path: Path
    before: Leaf | Absent
    after: Leaf | Absent

    @property
    def field(self) -> str:
        """The place as a JSON Pointer."""
        return "".join(f"/{escaped(str(each))}" for each in self.path)

    @property
    def is_changed(self) -> bool:
        # 1 and true are equal in Python and two values in JSON.
        return (type(self.before), self.before) != (type(self.after), self.after)


def leaves(value: JSON, path: Path = ()) -> Iterator[tuple[Path, Leaf]]:
    """Every leaf of a value with its place."""
    if isinstance(value, dict) and value:
        for name in sorted(value):
            yield from leaves(value[name], (*path, name))
    elif isinstance(value, list):
        yield path, Length(len(value))
        for number, item in enumerate(value):
            yield from leaves(item, (*path, number))
    else:
        yield path, value


def compared(before: JSON, after: JSON) -> tuple[FieldChange, ...]:
    """The fields of both sides in pairs: those of ``before`` first, each with its counterpart, then
    those that are only in ``after``."""
    old, new = dict(leaves(before)), dict(leaves(after))
    return tuple(
        FieldChange(path=path, before=old.get(path, ABSENT), after=new.get(path, ABSENT))
        for path in (*old, *(each for each in new if each not in old))
    )
