"""A follower and the write that it follows name each other.

Why
    A status tool answers only for operations that it knows. If the write names another one, the
    runtime asks a tool that cannot know; if the write names none, nobody ever asks this one.

Bad
    # tools/customers/get_phone_change_status.v1.yaml
    follows: {as: status, of: [commit_refund.v1]}

Good
    # tools/customers/get_phone_change_status.v1.yaml
    follows: {as: status, of: [commit_phone_change.v1]}

Silence
    It cannot be silenced. A follower lists every version that it answers for.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related
from toolcharter.ir.model import Catalog, ContractInterface, Form, ToolRef
from toolcharter.lint.rule import CatalogRule, Finding

_NAMES_A_FOLLOWER = ("status", "poll", "cancel")
_ACTS = (Form.COMMIT, Form.WRITE)


def check(catalog: Catalog) -> Iterator[Finding]:
    tools = catalog.tools()
    for contract in catalog.contracts:
        own = {tool.ref for tool in contract.tools}
        for reference in contract.references:
            if reference.ref not in tools:
                continue
            other = tools[reference.ref][0]
            here = (Related(span=other.name.span, message=f"`{other.name.value}`"),)
            names_a_follower = reference.purpose in _NAMES_A_FOLLOWER
            if reference.purpose == "follows" and not _follower_of(other) & own:
                yield Finding(
                    span=reference.span,
                    message=f"`{contract.name.value}` follows `{reference.ref}`, "
                    "which does not name it back.",
                    hint=f"Name it there as `status`, `poll` or `cancel`: `{_first(contract)}`.",
                    related=here,
                )
            elif names_a_follower and not _followed_by(other) & _acts(contract):
                yield Finding(
                    span=reference.span,
                    message=f"`{contract.name.value}` names `{reference.ref}` as its "
                    f"{reference.purpose} tool, which does not answer for it.",
                    hint=f"Add `{_acting(contract)}` to `follows.of` there.",
                    related=here,
                )


def _follower_of(contract: ContractInterface) -> set[ToolRef]:
    """The followers that a write names."""
    return {each.ref for each in contract.references if each.purpose in _NAMES_A_FOLLOWER}


def _followed_by(contract: ContractInterface) -> set[ToolRef]:
    """The writes that a follower answers for."""
    return {each.ref for each in contract.references if each.purpose == "follows"}


def _acts(contract: ContractInterface) -> set[ToolRef]:
    return {tool.ref for tool in contract.tools if tool.form in (*_ACTS, Form.CANCEL)}


def _acting(contract: ContractInterface) -> ToolRef:
    return contract.tools[-1].ref


def _first(contract: ContractInterface) -> ToolRef:
    return contract.tools[0].ref


RULE = CatalogRule(id="tool/not-named-back", page=__doc__, check=check)
