"""Every path that a contract writes names something that is there.

Walks in: a linked contract. Walks out: findings for templates, facts, the order of a page and safe
fields whose path leads nowhere, or to what must not stand there (people's words in a template, a
sensitive field in a log). Views and the target are looked up where they are linked.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.contract.templates import Hole, template
from toolcharter.diagnostics import Diagnostic, Span
from toolcharter.ir.model import Contract, Shape
from toolcharter.ir.near import did_you_mean
from toolcharter.ir.paths import Lookup, known_paths, look_up, type_at
from toolcharter.ir.walk import SchemaPart, walk

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
_NEVER_SAFE = ("text", "line", "email", "url")


def path_findings(contract: Contract) -> Iterator[Diagnostic]:
    """What is wrong with the paths of a contract."""
    yield from _summary(contract)
    yield from _facts(contract)
    yield from _page(contract)
    yield from _safe_fields(contract)


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


def _page(contract: Contract) -> Iterator[Diagnostic]:
    page, item = contract.page, contract.output
    if page is None or item is None:
        return
    fields = item.schema.get("properties", {})
    for name in page.order:
        if name not in fields:
            yield Diagnostic(
                code="page/unknown-order",
                span=page.span,
                message=f"The page is ordered by `{name}`, which an item does not have.",
                hint=did_you_mean(name, fields) or "Order by fields of `output`.",
            )
    if page.size > page.max_size:
        yield Diagnostic(
            code="page/size-above-maximum",
            span=page.span,
            message=f"The page holds {page.size} items unless asked, and {page.max_size} at most.",
            hint=f"Write a `size` of at most {page.max_size}.",
        )


def _safe_fields(contract: Contract) -> Iterator[Diagnostic]:
    for field in contract.safe_fields:
        found = look_up(contract.input, field.value) if contract.input else None
        if found is None:
            known = known_paths(contract.input) if contract.input else ()
            yield Diagnostic(
                code="log/unknown-field",
                span=field.span,
                message=f"`{field.value}` is called safe to log, and `input` has no such field.",
                hint=did_you_mean(field.value, known) or "Name a field of `input`.",
            )
        elif contract.input is not None and _is_unsafe(contract.input, found):
            yield Diagnostic(
                code="log/raw-args",
                span=field.span,
                message=f"`{field.value}` holds, or is part of, people's words or sensitive data; "
                "a log must not keep it.",
                hint="Leave it out of `safe_fields`.",
            )


def _is_unsafe(shape: Shape, found: Lookup) -> bool:
    """Whether the parts, something below them (keys of maps too) or above them must not be kept."""
    if any(_is_marked(above) for part in found.parts for above in _lineage(part)):
        return True
    return any(
        _is_marked(part) or _holds_words(part)
        for part in walk(shape)
        if any(above is named for above in _lineage(part) for named in found.parts)
    )


def _lineage(part: SchemaPart) -> Iterator[SchemaPart]:
    """The part and everything that it is in."""
    above: SchemaPart | None = part
    while above is not None:
        yield above
        above = above.parent


def _is_marked(part: SchemaPart) -> bool:
    return "sensitive" in part.notes or "untrusted" in part.notes


def _holds_words(part: SchemaPart) -> bool:
    """A string of plain JSON Schema holds words too, unless its values are listed or its pattern
    or format says what they are."""
    if part.type in _NEVER_SAFE:
        return True
    kinds = part.schema.get("type", ())
    is_plain = "type" not in part.notes and part.type not in ("enum", "constant")
    is_string = "string" in ((kinds,) if isinstance(kinds, str) else kinds)
    return is_plain and is_string and not {"pattern", "format"} & set(part.schema)
