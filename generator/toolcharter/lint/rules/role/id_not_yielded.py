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
    count, and neither does what the role's view of a tool hides or masks.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Severity
from toolcharter.ir.model import Catalog, EffectClass, Role, RoleTool, ToolInterface
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
        for listed, kind in _missing(held):
            id_type = types.get(kind)
            yielding = [tool for _, tool in tools.values() if tool.yields(kind)]
            if id_type is None or id_type.known_to or not yielding:
                continue
            yield Finding(
                span=listed.ref.span,
                message=f"`{listed.ref.value}` takes `{id_type.name}`, "
                f"and no tool of the role `{role.name}` yields one.",
                hint=_hint(kind, role, yielding),
            )


def _missing(held: list[tuple[RoleTool, ToolInterface]]) -> Iterator[tuple[RoleTool, str]]:
    """The kinds that tools of a role take and none of them yields, each with its first taker."""
    seen = {kind for listed, tool in held for kind in _seen_by(listed, tool)}
    for listed, tool in held:
        for kind in tool.takes_kinds:
            if kind not in seen:
                seen.add(kind)
                yield listed, kind


def _seen_by(listed: RoleTool, tool: ToolInterface) -> tuple[str, ...]:
    """What the role's view yields; of a view that does not exist, whatever any yields."""
    if listed.view.value in tool.yields_kinds:
        return tool.yields_kinds[listed.view.value]
    return tuple(kind for kinds in tool.yields_kinds.values() for kind in kinds)


def _hint(kind: str, role: Role, yielding: list[ToolInterface]) -> str:
    """A read that would help. A write is only named: no hint asks for a grant."""
    held = {listed.ref.value for listed in role.tools}
    for tool in yielding:
        if tool.ref in held:
            views = [view for view, kinds in tool.yields_kinds.items() if kind in kinds]
            return (
                f"The view {' or '.join(f'`{view}`' for view in views)} of `{tool.ref}` shows it."
            )
    reads = [tool.ref for tool in yielding if tool.effect_class is EffectClass.READ]
    if reads:
        return f"Add `{min(reads)}` to the role."
    return f"Only writes yield it, such as `{min(tool.ref for tool in yielding)}`."


RULE = CatalogRule(id="role/id-not-yielded", page=__doc__, severity=Severity.WARNING, check=check)
