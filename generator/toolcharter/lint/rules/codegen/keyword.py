"""No precondition and no role has a name that Python or a generated class keeps for itself.

Why
    A precondition becomes a method of the adapter, a role a module, `package` the generated package.
    A method called `op` would replace the operation; a module called `import` cannot be imported,
    and one called `json` would hide what others import.

Bad
    # preconditions.yaml
    preconditions:
      op: {asks: "Is it open?", error: NOTE_NOT_FOUND}

Good
    # preconditions.yaml
    preconditions:
      is_open: {asks: "Is it open?", error: NOTE_NOT_FOUND}

Silence
    It cannot be silenced. Fields of inputs and outputs may have any name: generated code gives
    them another one where it must.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterator

from toolcharter.ir.model import Catalog
from toolcharter.lint.rule import CatalogRule, Finding

ROLE_MODULE_NAMES = frozenset({"v1"})
"""What the module that collects the roles imports."""


def check(catalog: Catalog) -> Iterator[Finding]:
    for role in catalog.roles:
        if keyword.iskeyword(role.name) or role.name in ROLE_MODULE_NAMES:
            yield Finding(
                span=role.span,
                message=f"A role cannot be called `{role.name}`: "
                "that is a word of Python or of the generated package.",
                hint=f"Add a word, as in `{role.name}_role`.",
            )


RULE = CatalogRule(id="codegen/keyword", page=__doc__, check=check)
