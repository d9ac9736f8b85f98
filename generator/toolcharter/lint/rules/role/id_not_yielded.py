"""A role that takes an identifier has a tool that yields it.

Why
    An agent that may read a customer by identifier but not find one has to be given the identifier
    by somebody, or guesses.

Bad
    # roles/explorer.yaml
    reads:
      get_note.v1: author

Good
    # roles/explorer.yaml
    reads:
      search_customers.v1: found
      get_customer.v1: support

Silence
    It is a warning: a host may hand the agent what it needs. Identifiers that people know do not
    count.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Severity
from toolcharter.ir.model import Catalog, IdType, Role, RoleTool, ToolInterface
from toolcharter.lint.rule import CatalogRule, Finding


def check(catalog: Catalog) -> Iterator[Finding]:
    tools = catalog.tools()
    types = {each.kind: each for each in catalog.environment.id_types.values()}
    for role in catalog.roles:
        held = [
            (listed, tools[listed.ref.value][1])
            for listed in role.tools
            if listed.ref.value in tools
        ]
        yield from _findings(role, held, types)


def _findings(
    role: Role, held: list[tuple[RoleTool, ToolInterface]], types: dict[str, IdType]
) -> Iterator[Finding]:
    yielded = {kind for _, tool in held for kind in tool.yields_kinds}
    reported: set[str] = set()
    for listed, tool in held:
        for kind in tool.takes_kinds:
            id_type = types.get(kind)
            if id_type is None or id_type.known_to or kind in yielded | reported:
                continue
            reported.add(kind)
            resolver = id_type.resolved_by
            missing = f"`{resolver.value}`" if resolver else "a tool that yields one"
            yield Finding(
                span=listed.ref.span,
                message=f"`{listed.ref.value}` takes a `{id_type.name}`, "
                f"and no tool of the role `{role.name}` yields one.",
                hint=f"Add {missing} to the role.",
            )


RULE = CatalogRule(id="role/id-not-yielded", page=__doc__, severity=Severity.WARNING, check=check)
