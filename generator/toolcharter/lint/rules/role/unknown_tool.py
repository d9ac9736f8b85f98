"""A role lists tool versions that exist.

Why
    A role is the whole of what an agent may call. A name that leads nowhere is a tool that
    somebody believes the agent has, or that a rename has silently taken away.

Bad
    # roles/explorer.yaml
    reads:
      get_customer.v2: support

Good
    # roles/explorer.yaml
    reads:
      get_customer.v1: support

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.contract.change_names import commit_name, preview_name
from toolcharter.ir.model import Catalog, ToolRef
from toolcharter.ir.near import did_you_mean
from toolcharter.lint.rule import CatalogRule, Finding


def check(catalog: Catalog) -> Iterator[Finding]:
    tools = catalog.tools()
    for role in catalog.roles:
        for listed in role.tools:
            if listed.ref.value not in tools:
                yield Finding(
                    span=listed.ref.span,
                    message=f"The role `{role.name}` lists `{listed.ref.value}`, "
                    "a tool version that does not exist.",
                    hint=_hint(listed.ref.value, list(tools)),
                )


def _hint(ref: ToolRef, known: list[ToolRef]) -> str:
    versions = sorted(each for each in known if each.name == ref.name)
    if versions:
        return f"There is {', '.join(f'`{each}`' for each in versions)}."
    twins = (preview_name(ref.name), commit_name(ref.name))
    pair = [each for each in known if each.name in twins]
    if pair:
        return f"A change has two tools: {', '.join(f'`{each}`' for each in sorted(pair))}."
    return did_you_mean(str(ref), [str(each) for each in known]) or "Remove the line."


RULE = CatalogRule(id="role/unknown-tool", page=__doc__, check=check)
