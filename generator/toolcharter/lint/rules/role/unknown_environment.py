"""A role runs in an environment that toolcharter.yaml lists.

Why
    Policies compare the environment of a role with the names they know. A role in an unlisted one
    passes every rule about production.

Bad
    # roles/explorer.yaml
    environment: prod

Good
    # roles/explorer.yaml
    environment: production

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.ir.model import Catalog
from toolcharter.ir.near import did_you_mean
from toolcharter.lint.rule import CatalogRule, Finding


def check(catalog: Catalog) -> Iterator[Finding]:
    known = catalog.environment.settings.environments
    for role in catalog.roles:
        if role.environment not in known:
            yield Finding(
                span=role.span,
                message=f"The role `{role.name}` runs in `{role.environment}`, "
                "which toolcharter.yaml does not list.",
                hint=did_you_mean(role.environment, known) or f"It lists {', '.join(known)}.",
            )


RULE = CatalogRule(id="role/unknown-environment", page=__doc__, check=check)
