"""The files of the generated package that speak of the whole catalog.

Walks in: a linked catalog and what its contracts contribute. Walks out: tables, roles, identifiers,
snapshots and the manifest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from toolcharter.emit.files import sha256_of
from toolcharter.emit.identifiers import handle_kinds_of, identifiers_module
from toolcharter.emit.imports import reading_order
from toolcharter.emit.layout import fits
from toolcharter.emit.literals import literal_block
from toolcharter.emit.names import adapter_class
from toolcharter.emit.snapshots import manifest, role_snapshot
from toolcharter.emit.templates import render
from toolcharter.emit.unit import ToolOutput
from toolcharter.ir.canonical import canonical_json
from toolcharter.ir.model import Catalog, EffectClass, Role, WireName

RUNTIME_RANGE = ">=0.1,<0.2"
"""The versions of the runtime that speak format 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _ToolView:
    import_lines: str
    factory_lines: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _PackageView:
    catalog: str
    permissions: str
    tools: tuple[_ToolView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _ProjectView:
    distribution: str
    package: str
    runtime_range: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _DispatchView:
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _TablesView:
    errors: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _RoleView:
    row: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _RolesView:
    roles: tuple[str, ...]


def emit_package(
    catalog: Catalog,
    tools: Sequence[ToolOutput],
    *,
    unit_files: Mapping[str, str],
    sources: Mapping[str, str],
) -> dict[str, str]:
    """The texts of those files, by path below the package.

    ``unit_files`` maps the files that the contracts contribute to the SHA-256 of their texts, and
    ``sources`` a source path to that of its bytes; the manifest lists both.
    """
    tools = sorted(tools, key=lambda each: each.wire_name)
    facts = {str(tool.wire_name): tool.facts for tool in tools}
    snapshots = {role.name: role_snapshot(catalog, role, facts) for role in catalog.roles}
    files = {
        "__init__.py": _package(catalog, tools),
        "dispatch.py": render(
            "python/dispatch.py.jinja", _DispatchView(rows=tuple(tool.row for tool in tools))
        ),
        "tables.py": _tables(catalog),
        "tools/__init__.py": render("python/tools.py.jinja", None),
        "py.typed": "",
        "pyproject.toml": _project(catalog),
        **_roles(catalog),
        **{f"snapshots/{name}.json": text for name, text in snapshots.items()},
        "identifiers.py": identifiers_module(
            tuple(catalog.environment.id_types.values()), handle_kinds_of(catalog)
        ),
    }
    generated = dict(unit_files) | {path: sha256_of(text) for path, text in files.items()}
    contents = manifest(catalog, facts, snapshots, generated=generated, sources=sources)
    files["manifest.json"] = canonical_json(contents).decode() + "\n"
    return files


def _package(catalog: Catalog, tools: Sequence[ToolOutput]) -> str:
    permissions = tuple(sorted(catalog.environment.permissions))
    names = (tool.wire_name for tool in tools)
    view = _PackageView(
        catalog=catalog.environment.settings.catalog,
        permissions=literal_block(permissions, indent=4, before='"permissions": ', after=","),
        tools=tuple(_tool(name) for name in sorted(names, key=reading_order)),
    )
    return render("python/package.py.jinja", view)


def _tool(wire_name: WireName) -> _ToolView:
    adapter = adapter_class(wire_name)
    imported = f"    from .tools.{wire_name} import {adapter}"
    if not fits(imported):
        imported = f"    from .tools.{wire_name} import (\n        {adapter},\n    )"
    factory = f"    {wire_name}: Callable[[], {adapter}]"
    if not fits(factory):
        factory = f"    {wire_name}: Callable[\n        [], {adapter}\n    ]"
    return _ToolView(import_lines=imported, factory_lines=factory)


def _project(catalog: Catalog) -> str:
    package = catalog.environment.settings.package
    view = _ProjectView(
        distribution=package.replace("_", "-"), package=package, runtime_range=RUNTIME_RANGE
    )
    return render("python/pyproject.toml.jinja", view)


def _tables(catalog: Catalog) -> str:
    errors = literal_block(_errors(catalog), before="ERRORS: dict[str, v1.ErrorRow] = ")
    return render("python/tables.py.jinja", _TablesView(errors=errors))


def _roles(catalog: Catalog) -> dict[str, str]:
    names = tuple(sorted((role.name for role in catalog.roles), key=reading_order))
    files = {"roles/__init__.py": render("python/roles.py.jinja", _RolesView(roles=names))}
    for role in catalog.roles:
        row = literal_block(_role_row(role), before="ROLE: v1.RoleRow = ")
        files[f"roles/{role.name}.py"] = render("python/role.py.jinja", _RoleView(row=row))
    return files


def _errors(catalog: Catalog) -> dict[str, Any]:
    return {
        row.code: {
            "message": row.message,
            "retryable": row.retryable,
            "next": {"say": row.say, "tool": row.tool.value.wire_name if row.tool else None},
        }
        for row in sorted(catalog.environment.errors.values(), key=lambda each: each.code)
    }


def _role_row(role: Role) -> dict[str, Any]:
    def under(heading: EffectClass) -> dict[str, str]:
        return {
            tool.ref.value.wire_name: tool.view.value
            for tool in role.tools
            if tool.heading is heading
        }

    return {
        "role": role.name,
        "read_only": role.is_read_only,
        "environment": role.environment,
        "reads": under(EffectClass.READ),
        "previews": under(EffectClass.PREVIEW),
        "writes": under(EffectClass.WRITE),
        "calls_per_run": role.calls_per_run,
    }
