"""A read-only role holds reads and nothing else.

Why
    Hosts give read-only roles to agents that nobody watches. One preview or write in it, and that
    is no longer what they give.

Bad
    # roles/explorer.yaml
    read_only: true
    previews:
      preview_refund.v1: support

Good
    # roles/explorer.yaml
    read_only: true
    reads:
      get_customer.v1: support

Silence
    It cannot be silenced. Make another role, with `read_only: false`.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related
from toolcharter.ir.model import Catalog, EffectClass
from toolcharter.lint.rule import CatalogRule, Finding


def check(catalog: Catalog) -> Iterator[Finding]:
    tools = catalog.tools()
    for role in catalog.roles:
        if not role.is_read_only:
            continue
        for listed in role.tools:
            known = tools.get(listed.ref.value)
            effect = known[1].effect_class if known else listed.heading
            if effect is EffectClass.READ and listed.heading is EffectClass.READ:
                continue
            worst = listed.heading if effect is EffectClass.READ else effect
            yield Finding(
                span=listed.ref.span,
                message=f"The read-only role `{role.name}` holds a {worst.value}: "
                f"`{listed.ref.value}`.",
                hint="Remove the line; a role that changes things says `read_only: false`.",
                related=(Related(span=role.span, message="read-only"),),
            )


RULE = CatalogRule(id="role/read-has-write", page=__doc__, check=check)
