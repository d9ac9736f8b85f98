"""What the answers of a service mean: an error that the tool may give, or the success of its form.

Walks in: a linked contract, its http adapter and the environment. Walks out: diagnostics about rows
of ``answers``, the call's own and those of the service that come after them.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Diagnostic, Related
from toolcharter.ir.error_codes import error_codes
from toolcharter.ir.model import Contract, Environment
from toolcharter.ir.model.upstream import AnswerRow, Call, CallRole, HttpAdapter
from toolcharter.ir.upstream_codes import ANSWER_CODES, hint_for_code
from toolcharter.ir.upstream_rows import covers, idle_rows


def answer_diagnostics(
    contract: Contract, http: HttpAdapter, environment: Environment
) -> Iterator[Diagnostic]:
    """What is wrong with the answers of an adapter, and of its service as this contract uses it."""
    service = environment.services.get(http.service.value)
    shared = service.answers if service else ()
    codes = error_codes(contract, environment)
    for call in http.calls:
        for row in call.answers:
            if row.is_error and row.meaning.value not in (*codes, *ANSWER_CODES):
                yield _unknown(contract, row, codes, environment)
        yield from idle_rows(call.answers, f"`{contract.name.value}`")
        yield from _success(contract, call, (*call.answers, *shared), is_known=service is not None)
    yield from _shared(contract, http, shared, codes, environment)


def answered_codes(call: Call, http: HttpAdapter, environment: Environment) -> set[str]:
    """The errors that a call can answer with, by its own rows and by those of the service."""
    service = environment.services.get(http.service.value)
    rows = (*call.answers, *(service.answers if service else ()))
    return {row.meaning.value for row in rows if row.is_error}


def _unknown(
    contract: Contract, row: AnswerRow, codes: tuple[str, ...], environment: Environment
) -> Diagnostic:
    code = row.meaning.value
    return Diagnostic(
        code="adapter/unknown-code",
        span=row.meaning.span,
        message=f"`{contract.name.value}` answers {row.status} with `{code}`, which is none of its "
        "errors and no code of the runtime that an answer can mean.",
        hint=hint_for_code(code, own=codes, known=environment.errors),
    )


def _success(
    contract: Contract, call: Call, rows: tuple[AnswerRow, ...], *, is_known: bool
) -> Iterator[Diagnostic]:
    """A call succeeds in the word of its form: a write that starts long work is ``accepted``."""
    starts_work = contract.operation is not None and call.role is not CallRole.PREVIEW
    right, wrong = ("accepted", "success") if starts_work else ("success", "accepted")
    for row in call.answers:
        if row.meaning.value == wrong:
            yield Diagnostic(
                code="adapter/wrong-success",
                span=row.meaning.span,
                message=f"`{contract.name.value}` starts long work, so an answer is `accepted`; "
                "its evidence comes from the poll tool."
                if starts_work
                else "Only a write with `operation` has answers that are `accepted`.",
                hint=f"Write `is: {right}`.",
            )
    if is_known and not any(row.meaning.value in (right, wrong) for row in rows):
        yield Diagnostic(
            code="adapter/no-success",
            span=call.span,
            message=f"No answer of this call of `{contract.name.value}` is `{right}`, so it can "
            "only fail.",
            hint=f"Add the status that means it to `answers`: `{{status: 200, is: {right}}}`.",
        )


def _shared(
    contract: Contract,
    http: HttpAdapter,
    shared: tuple[AnswerRow, ...],
    codes: tuple[str, ...],
    environment: Environment,
) -> Iterator[Diagnostic]:
    """Rows of the service count here as if they were written here."""
    for row in shared:
        code = row.meaning.value
        is_reached = any(not any(covers(own, row) for own in call.answers) for call in http.calls)
        # A code that the catalog does not have is found in the service's own file.
        if not is_reached or code in codes or code not in environment.errors:
            continue
        yield Diagnostic(
            code="adapter/unknown-code",
            span=http.service.span,
            message=f"The service `{http.service.value}` answers {row.status} with `{code}`, "
            f"which is none of the errors of `{contract.name.value}`.",
            hint=f"List `{code}` in `failure.errors`, or say in the call's own `answers` what "
            f"{row.status} means here.",
            related=(Related(span=row.span, message="an answer of every call to the service"),),
        )
