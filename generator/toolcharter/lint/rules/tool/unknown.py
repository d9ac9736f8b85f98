"""Every tool version that a file names exists.

Why
    References name a version and never float. One that leads nowhere would send an agent, or the
    runtime after a timeout, to a tool that is not there.

Bad
    # tools/customers/phone_change.v1.yaml
    idempotency: {service_keys: true, keys_kept: 24h, status: get_phone_change_state.v1}

Good
    # tools/customers/phone_change.v1.yaml
    idempotency: {service_keys: true, keys_kept: 24h, status: get_phone_change_status.v1}

Silence
    It cannot be silenced. Drafts cannot be referred to.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Span
from toolcharter.ir.model import Catalog, ToolRef
from toolcharter.ir.near import did_you_mean
from toolcharter.lint.rule import CatalogRule, Finding

_AS_WHAT = {
    "use": "to use instead",
    "compensation": "as its compensation",
    "poll": "as its poll tool",
    "cancel": "as its cancel tool",
    "status": "as its status tool",
    "follows": "as a write that it follows",
}


def check(catalog: Catalog) -> Iterator[Finding]:
    tools = catalog.tools()
    names = [str(ref) for ref in tools]
    for whose, ref, span in _references(catalog):
        if ref in tools:
            continue
        others = sorted(str(each) for each in tools if each.name == ref.name)
        yield Finding(
            span=span,
            message=f"{whose} names `{ref}`, a tool version that does not exist.",
            hint=f"There is {', '.join(f'`{other}`' for other in others)}."
            if others
            else did_you_mean(str(ref), names) or "Write its contract, or name another tool.",
        )


def _references(catalog: Catalog) -> Iterator[tuple[str, ToolRef, Span]]:
    """Every reference outside roles: who makes it and as what, to which tool, where."""
    for contract in catalog.contracts:
        for each in contract.references:
            whose = f"`{contract.name.value}`, {_AS_WHAT[each.purpose]},"
            yield whose, each.ref, each.span
    for code in catalog.environment.errors.values():
        if code.tool is not None:
            yield f"The next step of `{code.code}`", code.tool.value, code.tool.span
    for id_type in catalog.environment.id_types.values():
        if id_type.resolved_by is not None:
            whose = f"The identifier type `{id_type.name}`"
            yield whose, id_type.resolved_by.value, id_type.resolved_by.span


RULE = CatalogRule(id="tool/unknown", page=__doc__, check=check)
