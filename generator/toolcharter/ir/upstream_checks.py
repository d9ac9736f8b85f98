"""Every precondition of an http adapter's contract is answered, by a call that can say no.

Walks in: a linked contract, its adapter and the environment. Walks out: diagnostics about
``checks``: one that is missing, one that the contract does not ask, one that never refuses.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Diagnostic, Related
from toolcharter.ir.model import Contract, EffectClass, Environment
from toolcharter.ir.model.upstream import Call, Check, CheckedBy, HttpAdapter
from toolcharter.ir.near import did_you_mean
from toolcharter.ir.upstream_answers import answered_codes


def check_diagnostics(
    contract: Contract, http: HttpAdapter, environment: Environment
) -> Iterator[Diagnostic]:
    """What is wrong with the checks of an adapter."""
    asked = {each.name: each for each in contract.preconditions}
    given = {check.name.value for check in http.checks}
    for name, precondition in asked.items():
        if name not in given:
            yield Diagnostic(
                code="adapter/check-missing",
                span=contract.adapter.span or contract.name.span,
                message=f"`{contract.name.value}` asks `{name}`, and no check of its adapter "
                "answers it.",
                hint=f"Add `{name}: {{by: {_role(contract).value}}}` or `{name}: {{by: code}}` "
                "to `checks`.",
                related=(Related(span=precondition.span, message="it is asked because of this"),),
            )
    for check in http.checks:
        if check.name.value in asked:
            yield from _answered(contract, http, environment, check)
            continue
        yield Diagnostic(
            code="adapter/check-unknown",
            span=check.name.span,
            message=f"`{contract.name.value}` asks no precondition `{check.name.value}`.",
            hint=did_you_mean(check.name.value, asked)
            or "Take it out, or add it to `preconditions`.",
        )


def _answered(
    contract: Contract, http: HttpAdapter, environment: Environment, check: Check
) -> Iterator[Diagnostic]:
    if check.by is CheckedBy.CODE:
        return
    call = _call(http, check.by)
    name = check.name.value
    if call is None:
        yield _misfit(
            check,
            f"The check `{name}` is answered by `{check.by.value}`, and there is no such call "
            "before the effect.",
            f"Write `by: {_role(contract).value}` or `by: code`.",
        )
    elif check.at is not None:
        is_write = contract.tools[-1].effect_class is EffectClass.WRITE
        if is_write and check.by is CheckedBy.CALL:
            yield _misfit(
                check,
                f"The check `{name}` looks at the answer of the write, when it has happened.",
                "Leave `at` and `equals` out and let an error of the call refuse, or write "
                "`by: code`.",
            )
    else:
        precondition = environment.preconditions.get(name)
        if precondition is None or precondition.error.value in answered_codes(
            call, http, environment
        ):
            return
        yield Diagnostic(
            code="adapter/check-never-fails",
            span=check.span,
            message=f"The check `{name}` is the answer `{precondition.error.value}` of the call, "
            "and no row of its `answers` is that.",
            hint=f"Add the status that means it: `{{status: 404, is: {precondition.error.value}}}`.",
        )


def _call(http: HttpAdapter, by: CheckedBy) -> Call | None:
    return next((call for call in http.calls if call.role.value == by.value), None)


def _role(contract: Contract) -> CheckedBy:
    return CheckedBy.PREVIEW if contract.is_change else CheckedBy.CALL


def _misfit(check: Check, message: str, hint: str) -> Diagnostic:
    return Diagnostic(code="adapter/check-misfit", span=check.span, message=message, hint=hint)
