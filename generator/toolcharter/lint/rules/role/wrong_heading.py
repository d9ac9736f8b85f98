"""A role lists each tool under the heading of its effect: reads, previews or writes.

Why
    Whoever reads a role counts its writes by looking under `writes`. A write under another heading
    would be a grant that nobody saw; when a read becomes a write, the role stops compiling.

Bad
    # roles/agent.yaml
    reads:
      keep_note.v1: standard

Good
    # roles/agent.yaml
    writes:
      keep_note.v1: standard

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related
from toolcharter.ir.model import Catalog
from toolcharter.lint.rule import CatalogRule, Finding


def check(catalog: Catalog) -> Iterator[Finding]:
    tools = catalog.tools()
    for role in catalog.roles:
        for listed in role.tools:
            if listed.ref.value not in tools:
                continue
            contract, tool = tools[listed.ref.value]
            if tool.effect_class is not listed.heading:
                yield Finding(
                    span=listed.ref.span,
                    message=f"`{listed.ref.value}` stands under `{listed.heading.value}s`, "
                    f"but is a {tool.effect_class.value}.",
                    hint=f"Move the line to `{tool.effect_class.value}s`.",
                    related=(Related(span=contract.name.span, message="the tool"),),
                )


RULE = CatalogRule(id="role/wrong-heading", page=__doc__, check=check)
