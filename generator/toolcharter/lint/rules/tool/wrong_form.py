"""A tool that is named for a purpose has the form that the purpose needs.

Why
    A status tool that is a write would act while the runtime only wants to know. A compensation
    that is a preview makes up for nothing.

Bad
    # tools/customers/phone_change.v1.yaml
    idempotency: {service_keys: true, keys_kept: 24h, status: get_customer.v1}

Good
    # tools/customers/phone_change.v1.yaml
    idempotency: {service_keys: true, keys_kept: 24h, status: get_phone_change_status.v1}

Silence
    It cannot be silenced.

    status: a tool that `follows` as status or poll. poll, cancel: one that follows as that.
    compensation: a commit. follows: a commit or a direct write. use: a tool of the same effect.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related
from toolcharter.ir.model import Catalog, ContractInterface, Form, Reference, ToolInterface
from toolcharter.lint.rule import CatalogRule, Finding

_FORMS: dict[str, tuple[Form, ...]] = {
    "status": (Form.STATUS, Form.POLL),
    "poll": (Form.POLL,),
    "cancel": (Form.CANCEL,),
    "compensation": (Form.COMMIT,),
    "follows": (Form.COMMIT, Form.WRITE),
}


def check(catalog: Catalog) -> Iterator[Finding]:
    tools = catalog.tools()
    for contract in catalog.contracts:
        for reference in contract.references:
            if reference.ref not in tools:
                continue
            target, tool = tools[reference.ref]
            wrong = _wrong(contract, reference, tool)
            if wrong:
                yield Finding(
                    span=reference.span,
                    message=wrong,
                    hint=_hint(reference),
                    related=(Related(span=target.name.span, message="the tool"),),
                )


def _wrong(contract: ContractInterface, reference: Reference, tool: ToolInterface) -> str:
    """What is wrong with the form of the tool that is named, or nothing."""
    if reference.purpose == "use":
        own = {each.effect_class for each in contract.tools}
        if tool.effect_class in own:
            return ""
        return (
            f"`{contract.name.value}` is to be replaced by `{reference.ref}`, "
            f"which has another effect: {tool.effect_class.value}."
        )
    if tool.form in _FORMS[reference.purpose]:
        return ""
    if reference.purpose == "follows":
        return f"`{contract.name.value}` follows `{reference.ref}`, which is a {tool.form.value}."
    return f"`{reference.ref}` cannot serve as {reference.purpose}: it is a {tool.form.value}."


def _hint(reference: Reference) -> str:
    if reference.purpose == "use":
        return "Name a tool that does the same."
    forms = " or ".join(form.value for form in _FORMS[reference.purpose])
    if reference.purpose in ("status", "poll", "cancel"):
        return f"Name a tool with `follows: {{as: {forms}}}`."
    return f"Name a {forms}."


RULE = CatalogRule(id="tool/wrong-form", page=__doc__, check=check)
