"""The import lines of a generated module.

Walks in: the names that its text uses, and those of the package by module. Walks out: groups of
lines in a fixed order. A name that is not listed is a builtin or a name of the module itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from toolcharter.emit.layout import fits

_STANDARD = {
    "abc": ("abstractmethod",),
    "collections.abc": ("Mapping",),
    "typing": ("Annotated", "Any", "ClassVar", "Literal", "TypeAlias"),
}
_PYDANTIC = ("MISSING", "BaseModel", "ConfigDict", "Field")
_FORMAT = "from toolcharter_runtime.formats import v1"


def imports(names: Set[str], local: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """The groups of imports: standard library, packages, this package."""
    standard = [_line(module, found) for module, found in _used(_STANDARD, names)]
    packages = [_line(module, found) for module, found in _used({"pydantic": _PYDANTIC}, names)]
    own = [_line(module, sorted(found)) for module, found in sorted(local.items()) if found]
    groups = (standard, [*packages, _FORMAT], own)
    return tuple("\n".join(group) for group in groups if group)


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
