"""What a generated package and the adapters for it must satisfy before a call is served.

Walks in: the catalog row, the adapters, the roles to serve. Walks out: nothing, or a CatalogError
that names the tool. No adapter is made and no generated module is imported for it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

import orjson

from toolcharter_runtime.errors import CatalogError
from toolcharter_runtime.formats import v1

if TYPE_CHECKING:
    from toolcharter_runtime.formats.v1 import CatalogRow, RoleRow, SchemasFile, ToolRow


SERVED = frozenset({"active", "deprecated"})
"""The states in which a version is served to new runs; in no other does it need an adapter."""


def served_roles(catalog: CatalogRow, roles: Collection[str] | None) -> Mapping[str, RoleRow]:
    """The rows of the roles to serve, all of them where ``roles`` is None."""
    _check_format(catalog)
    if isinstance(roles, str):
        raise CatalogError("roles is a collection of names")
    for name in roles or ():
        if name not in catalog["roles"]:
            raise CatalogError(f"the catalog {catalog['catalog']} has no role {name!r}")
    return {name: row for name, row in catalog["roles"].items() if roles is None or name in roles}


def check_adapters(
    catalog: CatalogRow, roles: Mapping[str, RoleRow], adapters: Mapping[str, object]
) -> None:
    """Every served tool of ``roles`` has a factory, and none stands under another tool's name."""
    for wire_name, factory in adapters.items():
        if wire_name not in catalog["tools"]:
            raise CatalogError(
                f"there is an adapter for {wire_name!r}, which is no tool{hint(wire_name)}"
            )
        if not callable(factory):
            raise CatalogError(f"the adapter for {wire_name} is not a callable without arguments")
        if missing := getattr(factory, "__abstractmethods__", None):
            raise CatalogError(f"the adapter for {wire_name} lacks the method {min(missing)}")
        made_for = getattr(factory, "tool", wire_name)
        if isinstance(factory, type) and made_for != wire_name:
            raise CatalogError(f"the adapter for {wire_name} is one for {made_for}")
    for name, row in roles.items():
        for wire_name in (*row["reads"], *row["previews"], *row["writes"]):
            if wire_name not in catalog["tools"]:
                raise CatalogError(f"the role {name} lists {wire_name}, which is no tool")
            is_served = catalog["tools"][wire_name]["state"] in SERVED
            if is_served and wire_name not in adapters:
                raise CatalogError(f"there is no adapter for {wire_name}, a tool of {name}")
            asked = asked_about(catalog["tools"][wire_name]) if is_served else None
            if asked is not None and asked not in adapters:
                raise CatalogError(
                    f"there is no adapter for {asked}, which says what became of {wire_name}"
                )


def asked_about(row: ToolRow) -> str | None:
    """The wire name of the tool that says what became of a write; None where the service has
    none, and for what is no write."""
    if row["form"] not in ("commit", "write") or row["write"] is None:
        return None
    operation = row["write"]["operation"]
    name: str | None = (
        operation["poll"] if operation is not None else row["write"]["idempotency"]["status"]
    )
    return name


def hint(name: str) -> str:
    """What to write instead of a reference as the catalog spells it; nothing for other names."""
    tool, dot, version = name.rpartition(".v")
    return f"; write {tool}_v{version}" if dot and version.isdigit() else ""


def snapshot_digest(package: str) -> str:
    """The digest of the package's manifest, which names everything that was compiled."""
    try:
        text = files(package).joinpath("manifest.json").read_bytes()
    except ModuleNotFoundError:
        raise CatalogError(f"there is no package {package} to import") from None
    except FileNotFoundError:
        raise CatalogError(f"the package {package} has no manifest.json") from None
    return f"sha256:{sha256(text).hexdigest()}"


def read_schemas(package: str, wire_name: str, digest: str) -> SchemasFile:
    """The schemas of a tool, from the file whose bytes have ``digest``."""
    text = files(package).joinpath("schemas", f"{wire_name}.json").read_bytes()
    if f"sha256:{sha256(text).hexdigest()}" != digest:
        raise CatalogError(f"schemas/{wire_name}.json is not the file that was compiled")
    schemas: SchemasFile = orjson.loads(text)
    return schemas


def _check_format(catalog: CatalogRow) -> None:
    found = catalog.get("format") if isinstance(catalog, Mapping) else None
    if found != v1.FORMAT:
        raise CatalogError(
            f"the package has format {found!r}, this runtime reads format {v1.FORMAT}: "
            "compile it with a toolcharter of the same major version"
        )
