"""Every path that a contract writes names something that is there.

Walks in: a linked contract. Walks out: diagnostics for templates, facts, the order of a page and
safe fields whose path leads nowhere, or to what must not stand there. Views and the target are
looked up where they are linked.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.contract.templates import Hole, template
from toolcharter.diagnostics import Diagnostic, Span
from toolcharter.ir.model import Contract, Shape
from toolcharter.ir.near import did_you_mean
from toolcharter.ir.page_order import page_diagnostics
from toolcharter.ir.paths import Lookup, known_paths, look_up, type_at
from toolcharter.ir.safe_fields import safe_field_diagnostics

_IN_TEMPLATES = (
    "id",
    "integer",
    "decimal",
    "enum",
    "date",
    "instant",
    "country",
    "currency",
    "money",
)
_WHY_NO_VERSION = {
    None: "a direct write reads no version",
    "nobody": "nobody checks the version, which may be null",
}


def path_diagnostics(contract: Contract) -> Iterator[Diagnostic]:
    """What is wrong with the paths of a contract."""
    yield from _summary(contract)
    yield from _facts(contract)
    yield from page_diagnostics(contract)
    yield from safe_field_diagnostics(contract)


def path_of_call(contract: Contract, path: str) -> Lookup | None:
    """What ``input.x`` or ``plan.y`` names: an input field, a consequence, or a value after."""
    where, _, below = path.partition(".")
    for shape in _shapes_of(contract, where):
        found = look_up(shape, below)
        if found is not None:
            return found
    return None


def _shapes_of(contract: Contract, where: str) -> list[Shape]:
    if where == "input":
        return [contract.input] if contract.input else []
    if contract.plan is None:
        return []
    parts = (contract.plan.consequences, contract.plan.before_after)
    return [part for part in parts if part is not None]


def _summary(contract: Contract) -> Iterator[Diagnostic]:
    if contract.effect is None:
        return
    summary = contract.effect.summary
    try:
        parts = template(summary.value)
    except ValueError as problem:
        yield Diagnostic(code="template/malformed", span=summary.span, message=str(problem))
        return
    for part in parts:
        if isinstance(part, Hole):
            yield from _hole(contract, part, summary.span)


def _hole(contract: Contract, hole: Hole, span: Span) -> Iterator[Diagnostic]:
    written = ".".join(hole.path)
    if hole.path[0] == "facts":
        known = {fact.name for fact in contract.facts} | {"environment"}
        if hole.path[1] not in known:
            yield Diagnostic(
                code="template/unknown-path",
                span=span,
                message=f"The summary shows `{{{written}}}`, a fact that `facts` does not bind.",
                hint=did_you_mean(hole.path[1], known) or f"Bind `{hole.path[1]}` in `facts`.",
            )
        return
    if hole.path[0] == "target":
        yield from _target(contract, hole, span)
        return
    found = path_of_call(contract, written)
    if found is None:
        yield _unknown(
            contract, "template/unknown-path", f"The summary shows `{{{written}}}`", written, span
        )
    elif not found.is_certain:
        yield Diagnostic(
            code="template/uncertain-path",
            span=span,
            message=f"The summary shows `{{{written}}}`, which an accepted call need not hold.",
            hint="Show a required field that stands in no branch and no list.",
        )
    elif type_at(found) not in _IN_TEMPLATES:
        yield Diagnostic(
            code="template/free-text",
            span=span,
            message=f"The summary shows `{{{written}}}`, a {type_at(found) or 'mixed'} field: "
            "words of people or of the model never stand in a sentence of trusted code.",
            hint=f"Show a field of one of the types {', '.join(_IN_TEMPLATES)}.",
        )


def _target(contract: Contract, hole: Hole, span: Span) -> Iterator[Diagnostic]:
    """What is not known of the target while the sentence is filled in."""
    is_version, target = hole.path[1] == "version", contract.target
    if target is None:
        why = "the operation that it stops has no version" if is_version else ""
    elif target.is_new:
        why = "the record is not there yet"
    else:
        why = _WHY_NO_VERSION.get(target.version_checked_by, "") if is_version else ""
    if why:
        yield Diagnostic(
            code="template/uncertain-path",
            span=span,
            message=f"The summary shows `{{{'.'.join(hole.path)}}}`, but {why}.",
            hint="Leave it out, or show a required field of the input.",
        )


def _facts(contract: Contract) -> Iterator[Diagnostic]:
    for fact in contract.facts:
        if fact.path is not None and path_of_call(contract, fact.path) is None:
            yield _unknown(
                contract,
                "policy/fact-unknown-path",
                f"The fact `{fact.name}` is bound to `{fact.path}`",
                fact.path,
                fact.span,
            )


def _unknown(contract: Contract, code: str, says: str, path: str, span: Span) -> Diagnostic:
    where, _, below = path.partition(".")
    known = [each for shape in _shapes_of(contract, where) for each in known_paths(shape)]
    near = did_you_mean(below, known).replace("`", f"`{where}.", 1)
    return Diagnostic(
        code=code,
        span=span,
        message=f"{says}, and `{where}` has no such field.",
        hint=near or f"Name a field of `{where}`.",
    )
