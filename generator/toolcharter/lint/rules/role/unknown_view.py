"""A role binds each tool to a view that the tool has.

Why
    The view says which fields reach the agent. A view that does not exist would show nothing, or
    leave open what it shows.

Bad
    # roles/explorer.yaml
    reads:
      get_customer.v1: suport

Good
    # roles/explorer.yaml
    reads:
      get_customer.v1: support

Silence
    It cannot be silenced. `standard` is built in for tools that declare neither output nor plan.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related
from toolcharter.ir.model import Catalog
from toolcharter.ir.near import did_you_mean
from toolcharter.lint.rule import CatalogRule, Finding


def check(catalog: Catalog) -> Iterator[Finding]:
    tools = catalog.tools()
    for role in catalog.roles:
        for listed in role.tools:
            if listed.ref.value not in tools:
                continue
            contract, tool = tools[listed.ref.value]
            if listed.view.value not in tool.views:
                views = ", ".join(f"`{view}`" for view in tool.views)
                yield Finding(
                    span=listed.view.span,
                    message=f"`{listed.ref.value}` has no view `{listed.view.value}`.",
                    hint=did_you_mean(listed.view.value, tool.views) or f"It has {views}.",
                    related=(Related(span=contract.name.span, message="the tool"),),
                )


RULE = CatalogRule(id="role/unknown-view", page=__doc__, check=check)
