"""Snapshots: what each role may do, and the manifest of everything that was compiled.

Walks in: a linked catalog and the facts of its tool versions. Walks out: JSON made from inputs
only; no date, no serial: those live with the pins.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import toolcharter
from toolcharter.emit.policy_rows import policy_row
from toolcharter.emit.templates import templates_digest
from toolcharter.ir.canonical import digest, digest_of
from toolcharter.ir.model import Catalog, Environment, Role

_PER_TOOL = (
    "wire_name",
    "tool",
    "version",
    "form",
    "effect",
    "state",
    "consequence",
    "level",
    "levels",
    "retry_class",
    "permissions",
    "visibility",
    "enforced",
    "wording",
)

Facts = Mapping[str, Mapping[str, Any]]


def role_snapshot(catalog: Catalog, role: Role, facts: Facts) -> str:
    """The snapshot of one role, laid out for review: one line a fact."""
    tools = []
    for tool in role.tools:
        known = facts[tool.ref.value.wire_name]
        row = {name: known[name] for name in _PER_TOOL}
        tools.append(
            row | {"view": tool.view.value, "view_digest": known["views"][tool.view.value]}
        )
    contents = {
        "format": 1,
        "catalog": catalog.environment.settings.catalog,
        "role": role.name,
        "read_only": role.is_read_only,
        "environment": role.environment,
        "calls_per_run": role.calls_per_run,
        "tools": tools,
    }
    return json.dumps(contents, indent=2, ensure_ascii=False) + "\n"


def manifest(
    catalog: Catalog,
    facts: Facts,
    snapshots: Mapping[str, str],
    *,
    generated: Mapping[str, str],
    sources: Mapping[str, str],
) -> dict[str, Any]:
    """The digests of sources, tools, roles, policy and generated files."""
    return {
        "format": 1,
        "catalog": catalog.environment.settings.catalog,
        "maker": {"compiler": toolcharter.__version__, "templates": templates_digest()},
        "sources": dict(sources),
        "tools": {
            name: {
                "life": row["life"],
                "enforced": row["enforced"],
                "wording": row["wording"],
                "views": row["views"],
            }
            for name, row in facts.items()
        },
        "roles": {
            role.name: {
                "tools": [tool.ref.value.wire_name for tool in role.tools],
                "digest": digest(snapshots[role.name].encode()),
            }
            for role in catalog.roles
        },
        "policy": policy_digest(catalog.environment),
        "upstream": {
            name: {
                "origins": list(service.settings.get("origins", ())),
                "settings": digest_of(dict(service.settings)),
            }
            for name, service in sorted(catalog.environment.services.items())
        },
        "generated": dict(generated),
    }


def policy_digest(environment: Environment) -> str:
    """The digest of the approval table: every consequence, with the levels it can reach."""
    return digest_of(
        {name: policy_row(row, environment) for name, row in environment.consequences.items()}
    )
