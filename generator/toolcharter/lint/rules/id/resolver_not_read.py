"""The tool that resolves an identifier is a read that yields it, or a lookup of one people know.

Why
    To learn which customer is meant, an agent must not have to change anything. And a tool that
    never answers with the identifier does not find it.

Bad
    # types/ids.yaml
    types:
      note_id:
        type: id
        kind: note
        pattern: "^note_[0-9a-z]{8,20}$"
        max_length: 25
        resolved_by: keep_note.v1
        checked_by: note_is_own
        describe: A note of the requester's own.

Good
    # types/ids.yaml
    types:
      note_id:
        type: id
        kind: note
        pattern: "^note_[0-9a-z]{8,20}$"
        max_length: 25
        resolved_by: get_note.v1
        checked_by: note_is_own
        describe: A note of the requester's own.

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related
from toolcharter.ir.model import Catalog, EffectClass
from toolcharter.lint.rule import CatalogRule, Finding


def check(catalog: Catalog) -> Iterator[Finding]:
    tools = catalog.tools()
    for id_type in catalog.environment.id_types.values():
        named = id_type.resolved_by
        if named is None or named.value not in tools:
            continue
        contract, tool = tools[named.value]
        here = (Related(span=contract.name.span, message="the tool"),)
        if tool.effect_class is not EffectClass.READ:
            yield Finding(
                span=named.span,
                message=f"`{id_type.name}` is resolved by `{named.value}`, "
                f"which is a {tool.effect_class.value}, not a read.",
                hint="Name a read tool that finds the identifier.",
                related=here,
            )
        elif id_type.kind not in tool.takes_kinds and not tool.yields(id_type.kind):
            yield Finding(
                span=named.span,
                message=f"`{id_type.name}` is resolved by `{named.value}`, "
                f"which neither gives nor takes an identifier of the kind `{id_type.kind}`.",
                hint="Name a read tool that gives the identifier, or one that looks it up.",
                related=here,
            )


RULE = CatalogRule(id="id/resolver-not-read", page=__doc__, check=check)
