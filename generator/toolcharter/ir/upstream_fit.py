"""What fills a field of an adapter's answer fits the field that is declared.

Walks in: a declared part and the mapping that fills it. Walks out: diagnostics where no answer of
the service could make a valid value: a list taken as one value, text for a number, null for a field
that is never null, a word that the enum does not have, machine text that would be shortened.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from toolcharter.diagnostics import Diagnostic, Span
from toolcharter.ir.model import Contract, Shape
from toolcharter.ir.model.upstream import (
    AllTouched,
    Constant,
    FromInput,
    MappedField,
    Present,
    Taken,
)
from toolcharter.ir.near import did_you_mean
from toolcharter.ir.paths import look_up
from toolcharter.ir.sent_values import (
    is_always_there,
    is_never_null,
    is_prose,
    json_types,
    lost_mark,
)
from toolcharter.ir.upstream_requests import sendable, unknown_path
from toolcharter.ir.validators import misfit
from toolcharter.ir.walk import ANY, SchemaPart, walk


def fit_diagnostics(
    contract: Contract, shape: Shape, part: SchemaPart, mapped: MappedField, *, where: str
) -> Iterator[Diagnostic]:
    """Why what is mapped can never fill the part; ``where`` is how the file calls the field."""
    match mapped.origin:
        case Present():
            if "boolean" not in json_types(part.schema):
                yield _misfit(
                    mapped.span, where, "no boolean", "Only a boolean says what is present."
                )
        case Constant(value):
            definitions = shape.schema.get("$defs", {})
            if misfit({**part.schema, "$defs": definitions}, value) is not None:
                yield _misfit(
                    mapped.span,
                    where,
                    "never this constant",
                    "Write a value that the field may have.",
                )
        case FromInput(path):
            yield from _argument(contract, shape, part, path, mapped.span, where)
        case Taken():
            yield from _taken(shape, part, mapped.origin, mapped.span, where)
        case AllTouched():
            return
        case _:
            assert_never(mapped.origin)


def item_of(shape: Shape, part: SchemaPart) -> SchemaPart | None:
    """The items of a list; None where the part is none."""
    return next(
        (
            each
            for each in walk(shape)
            if each.parent is part and each.path == (*part.path, ANY) and not each.is_in_map
        ),
        None,
    )


def _argument(
    contract: Contract, shape: Shape, part: SchemaPart, path: str, span: Span, where: str
) -> Iterator[Diagnostic]:
    sent_shape = sendable(contract)
    found = look_up(sent_shape, path)
    if found is None:
        yield unknown_path(contract, path, f"`{where}` is taken from", span)
        return
    sent = frozenset(kind for each in found.parts for kind in json_types(each.schema))
    declared = json_types(part.schema)
    if sent and declared and not sent & declared and not any(ANY in p.path for p in found.parts):
        yield _misfit(
            span, where, f"never what `input.{path}` is", "Name an argument of the field's type."
        )
    elif is_prose(sent_shape, found.parts) and not is_prose(shape, (part,)):
        yield _misfit(
            span, where, "never words of people", "Name an argument of the field's own type."
        )
    elif (mark := lost_mark(sent_shape, found.parts, shape, part)) is not None:
        yield _misfit(
            span,
            where,
            f"not marked {mark}, as `input.{path}` is",
            f"Mark the field `sensitive: {mark}`, or take it from elsewhere.",
        )
    elif (part.is_required and not is_always_there(found)) or not (
        part.is_nullable or is_never_null(found)
    ):
        yield Diagnostic(
            code="adapter/uncertain-path",
            span=span,
            message=f"`{where}` is taken from `input.{path}`, which an accepted call need not "
            "hold.",
            hint="Name a required argument, or let the field be absent or null too.",
        )


def _taken(
    shape: Shape, part: SchemaPart, taken: Taken, span: Span, where: str
) -> Iterator[Diagnostic]:
    if json_types(part.schema) == {"null"}:
        yield _misfit(span, where, "never anything but null", "Take it out.")
        return
    if taken.missing == "null" and not part.is_nullable:
        yield _misfit(span, where, "never null", "Leave `missing` out, or make it `nullable`.")
    if taken.missing == "absent" and part.is_required:
        yield _misfit(span, where, "never absent", "Leave `missing` out, or make it `optional`.")
    value = part
    if taken.each is not None:
        item = item_of(shape, part)
        if item is None:
            yield _misfit(span, where, "no list", "Write `at` alone; `each` walks through a list.")
            return
        value = item
    if taken.fields is not None and "object" not in json_types(value.schema):
        yield _misfit(span, where, "no object", "Write `at`; only an object has `fields`.")
        return
    yield from _converted(value, taken, span, where)
    yield from _cut(value, taken, span, where)
    yield from _words(value, taken, where)


def _converted(value: SchemaPart, taken: Taken, span: Span, where: str) -> Iterator[Diagnostic]:
    wanted = {"text": "string", "integer": "integer"}.get(taken.turned_into or "")
    if wanted is not None and wanted not in json_types(value.schema):
        noun = "text" if wanted == "string" else "an integer"
        yield _misfit(span, where, f"never {noun}", "Leave `as` out, or name the field's own type.")


def _cut(value: SchemaPart, taken: Taken, span: Span, where: str) -> Iterator[Diagnostic]:
    if taken.cut_to is None:
        return
    longest = value.schema.get("maxLength")
    if "untrusted" not in value.notes and value.type not in ("text", "line"):
        yield _misfit(
            span,
            where,
            "no text of people",
            "Leave `cut_to` out: what a machine wrote means something else when it is shortened.",
        )
    elif longest is not None and taken.cut_to > longest:
        yield _misfit(
            span,
            where,
            f"never longer than {longest} characters",
            f"Write a `cut_to` of at most {longest}.",
        )


def _words(value: SchemaPart, taken: Taken, where: str) -> Iterator[Diagnostic]:
    known = value.schema.get("enum")
    if known is None:
        return
    for ours in taken.words.values():
        if ours.value not in known:
            yield Diagnostic(
                code="adapter/mapping-misfit",
                span=ours.span,
                message=f"`{where}` is never `{ours.value}`, which `values` makes of it.",
                hint=did_you_mean(ours.value, (each for each in known if isinstance(each, str)))
                or "Write one of the values of the field.",
            )


def _misfit(span: Span, where: str, what: str, hint: str) -> Diagnostic:
    return Diagnostic(
        code="adapter/mapping-misfit",
        span=span,
        message=f"`{where}` is {what}, and the adapter fills it as if it were.",
        hint=hint,
    )
