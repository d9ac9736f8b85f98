"""The import lines of a generated module.

Walks in: the names that its text uses, and those of the package by module. Walks out: groups of
lines in a fixed order. A name that is not listed is a builtin or a name of the module itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Set

from toolcharter.emit.layout import fits

_STANDARD = {
    "abc": ("abstractmethod",),
    "collections.abc": ("Mapping",),
    "typing": ("Annotated", "Any", "ClassVar", "Literal", "TypeAlias"),
}
_PYDANTIC = ("MISSING", "BaseModel", "ConfigDict", "Field")
_NUMBER = re.compile("([0-9]+)")
_FORMAT = "from toolcharter_runtime.formats import v1"


def imports(names: Set[str], local: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """The groups of imports: standard library, packages, this package."""
    standard = [_line(module, found) for module, found in _used(_STANDARD, names)]
    packages = [_line(module, found) for module, found in _used({"pydantic": _PYDANTIC}, names)]
    own = [
        _line(module, sorted(local[module], key=_order_of_members))
        for module in sorted(local, key=reading_order)
        if local[module]
    ]
    groups = (standard, [*packages, _FORMAT], own)
    return tuple("\n".join(group) for group in groups if group)


def reading_order(name: str) -> tuple[object, ...]:
    """The key that linters sort imported names by: letters before their case, a number by its
    size, so that ``close_v2`` comes before ``close_v10``."""
    words = _NUMBER.split(name.lower())
    return tuple(_size(word) if word.isdecimal() else word for word in words), name


def _order_of_members(name: str) -> tuple[object, ...]:
    """The same, after what is spelled as constants are."""
    return not (name.isupper() and len(name) > 1), reading_order(name)


def _size(number: str) -> tuple[int, str]:
    """A number as it is sorted; one that begins with a zero is read as a fraction is."""
    return (0 if number.startswith("0") else len(number), number)


def _used(modules: Mapping[str, Iterable[str]], names: Set[str]) -> Iterable[tuple[str, list[str]]]:
    for module, known in modules.items():
        found = [name for name in known if name in names]
        if found:
            yield module, found


def _line(module: str, names: Iterable[str]) -> str:
    line = f"from {module} import {', '.join(names)}"
    if fits(line):
        return line
    return "\n".join((f"from {module} import (", *(f"    {name}," for name in names), ")"))
