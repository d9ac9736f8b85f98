"""Puts the published schemas together; run as a module, it writes them.

Walks in: the definitions of this package. Walks out: one self-contained schema per kind of file,
each with exactly the definitions that it reaches. The files are part of the package and are what
the compiler and editors read; nothing here runs when a catalog is compiled.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from toolcharter.contract.language import (
    contract,
    fields,
    http,
    pins,
    policies,
    scalars,
    settings,
    shared_types,
    suppressions,
    tables,
)
from toolcharter.contract.language.parts import Schema

FOLDER = Path(__file__).parent.parent / "schemas"

_TABLES = {**scalars.DEFS, **tables.DEFS}
_TYPES = {**scalars.DEFS, **fields.DEFS, **shared_types.DEFS}
_POLICIES = {**scalars.DEFS, **policies.DEFS}
_SETTINGS = {
    **scalars.DEFS,
    **http.DEFS,
    **suppressions.DEFS,
    **settings.DEFS,
    "backoff": contract.DEFS["backoff"],
}

PUBLISHED: dict[str, tuple[Schema, dict[str, Schema]]] = {
    "contract": (contract.CONTRACT, contract.DEFS),
    "toolcharter": (settings.SETTINGS, _SETTINGS),
    "role": (policies.ROLE, _POLICIES),
    "approval": (policies.APPROVAL, _POLICIES),
    "permissions": (tables.PERMISSIONS, _TABLES),
    "service": (settings.SERVICE, _SETTINGS),
    "types": (shared_types.TYPES, _TYPES),
    "errors": (tables.ERRORS, _TABLES),
    "preconditions": (tables.PRECONDITIONS, _TABLES),
    "kinds": (tables.KINDS, _TABLES),
    "exclusions": (tables.EXCLUSIONS, _TABLES),
    "pin": (pins.PIN, {**scalars.DEFS, **pins.DEFS}),
    "release": (pins.RELEASE, {**scalars.DEFS, **pins.DEFS}),
}
"""Each published schema: its root, and the definitions that it may reach."""


def schema_files() -> dict[str, str]:
    """The text of every published schema, by file name."""
    return {
        f"{name}.schema.json": json.dumps(_published(name, *parts), indent=1, ensure_ascii=False)
        + "\n"
        for name, parts in PUBLISHED.items()
    }


def _published(name: str, root: Schema, definitions: dict[str, Schema]) -> Schema:
    reached: dict[str, Schema] = {}
    waiting = [root]
    while waiting:
        for used in _uses(waiting.pop()):
            if used not in reached:
                reached[used] = definitions[used]
                waiting.append(definitions[used])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"https://toolcharter.dev/schemas/1/{name}.schema.json",
        **root,
        "$defs": {used: reached[used] for used in definitions if used in reached},
    }


def _uses(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].removeprefix("#/$defs/")
        for part in schema.values():
            yield from _uses(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _uses(part)


def main() -> None:
    """Writes the schemas beside this package."""
    for name, text in schema_files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
