"""Links everything that contracts share into one ``Environment``.

Walks in: the validated documents of the shared files, by path. Walks out: the environment, and what
is wrong between the tables. A table whose file is missing is empty. Contracts are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Table

from toolcharter.diagnostics import Diagnostic, Span
from toolcharter.ir.backoff import settings_backoff
from toolcharter.ir.concurrency import settings_concurrency
from toolcharter.ir.link_policy import link_consequences, link_levels, policy_diagnostics
from toolcharter.ir.link_schemas import schema_diagnostics
from toolcharter.ir.link_services import link_services, service_diagnostics
from toolcharter.ir.link_settings import link_settings
from toolcharter.ir.link_tables import (
    idle_exclusions,
    link_errors,
    link_exclusions,
    link_kinds,
    link_permissions,
    link_preconditions,
    link_spaces,
    unknown_errors,
    unknown_kinds,
)
from toolcharter.ir.model import Environment, IdType, Kind, Precondition
from toolcharter.ir.near import did_you_mean
from toolcharter.ir.reading import mapping
from toolcharter.ir.reserved_names import reserved_name_diagnostics
from toolcharter.ir.types import link_types
from toolcharter.source.document import Document, Mapping
from toolcharter.source.root import SETTINGS


def link_environment(
    documents: Table[str, Document],
) -> tuple[Environment, tuple[Diagnostic, ...]]:
    """The environment of a catalog; ``documents`` holds at least ``toolcharter.yaml``."""
    tables = {path: _root(documents, path) for path in _TABLES}
    settings = link_settings(documents[SETTINGS])
    types, type_diagnostics = link_types(
        document for path, document in documents.items() if path.startswith("types/")
    )
    errors = link_errors(tables["errors.yaml"])
    preconditions = link_preconditions(tables["preconditions.yaml"])
    kinds = link_kinds(tables["kinds.yaml"])
    spaces = link_spaces(tables["kinds.yaml"])
    schemas = {path: document for path, document in documents.items() if _is_schema(path)}
    levels = link_levels(tables["policies/approval.yaml"])
    consequences = link_consequences(tables["policies/approval.yaml"])
    services = link_services(
        document for path, document in documents.items() if path.startswith("services/")
    )
    environment = Environment(
        settings=settings,
        types=types,
        schemas=schemas,
        id_types=types.id_types,
        errors=errors,
        preconditions=preconditions,
        kinds=kinds,
        spaces=spaces,
        exclusions=link_exclusions(tables["exclusions.yaml"]),
        permissions=link_permissions(tables["policies/permissions.yaml"]),
        levels=levels,
        consequences=consequences,
        services=services,
    )
    diagnostics = [
        *type_diagnostics,
        *schema_diagnostics(schemas, types),
        *unknown_errors(preconditions, errors),
        *unknown_kinds(spaces, tables["exclusions.yaml"], kinds),
        *idle_exclusions(tables["exclusions.yaml"], consequences),
        *policy_diagnostics(levels, consequences, settings.environments),
        *settings_backoff(documents[SETTINGS], settings),
        *settings_concurrency(documents[SETTINGS], settings),
        *_identifier_diagnostics(types.id_types, kinds, preconditions),
        *reserved_name_diagnostics(preconditions, settings),
        *service_diagnostics(services.values(), errors),
    ]
    return environment, tuple(diagnostics)


_TABLES = (
    "errors.yaml",
    "preconditions.yaml",
    "kinds.yaml",
    "exclusions.yaml",
    "policies/permissions.yaml",
    "policies/approval.yaml",
)


def _is_schema(path: str) -> bool:
    return path.startswith("schemas/")


def _root(documents: Table[str, Document], path: str) -> Mapping:
    document = documents.get(path)
    return Mapping({}, {}, Span(path)) if document is None else mapping(document.root)


def _identifier_diagnostics(
    id_types: Table[str, IdType],
    kinds: Table[str, Kind],
    preconditions: Table[str, Precondition],
) -> Iterator[Diagnostic]:
    for each in id_types.values():
        if each.kind not in kinds:
            yield Diagnostic(
                code="kind/unknown",
                span=each.span,
                message=f"The identifier type `{each.name}` names the kind `{each.kind}`, "
                "which kinds.yaml does not have.",
                hint=did_you_mean(each.kind, kinds) or "Add the kind to kinds.yaml.",
            )
        check = each.checked_by
        if check is not None and check.value not in preconditions:
            yield Diagnostic(
                code="precondition/unknown",
                span=check.span,
                message=f"The identifier type `{each.name}` is checked by `{check.value}`, "
                "which preconditions.yaml does not have.",
                hint=did_you_mean(check.value, preconditions)
                or "Add the precondition to preconditions.yaml.",
            )
