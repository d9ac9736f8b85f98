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
from toolcharter.ir.model import Catalog, EffectClass, RoleTool, ToolInterface
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
            yielding = [tool for _, tool in tools.values() if kind in tool.yields_kinds]
            if id_type is None or id_type.known_to or not yielding:
                continue
            yield Finding(
                span=listed.ref.span,
                message=f"`{listed.ref.value}` takes `{id_type.name}`, "
                f"and no tool of the role `{role.name}` yields one.",
                hint=_hint(yielding),
            )


def _missing(held: list[tuple[RoleTool, ToolInterface]]) -> Iterator[tuple[RoleTool, str]]:
    """The kinds that tools of a role take and none of them yields, each with its first taker."""
    seen = {kind for _, tool in held for kind in tool.yields_kinds}
    for listed, tool in held:
        for kind in tool.takes_kinds:
            if kind not in seen:
                seen.add(kind)
                yield listed, kind


def _hint(yielding: list[ToolInterface]) -> str:
    """A read that would help. A write is only named: no hint asks for a grant."""
    reads = [tool.ref for tool in yielding if tool.effect_class is EffectClass.READ]
    if reads:
        return f"Add `{min(reads)}` to the role."
    return f"Only writes yield it, such as `{min(tool.ref for tool in yielding)}`."


RULE = CatalogRule(id="role/id-not-yielded", page=__doc__, severity=Severity.WARNING, check=check)
