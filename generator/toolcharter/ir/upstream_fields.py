"""Every declared field of an http adapter's contract is filled exactly once, and no other.

Walks in: a linked contract and its adapter. Walks out: diagnostics about fields that are not
filled, not declared, or filled twice, at any depth. Whether what fills a field fits it is asked in
``upstream_fit``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolcharter.diagnostics import Diagnostic, Related, Span
from toolcharter.ir.model import Contract
from toolcharter.ir.model.upstream import FieldMap, HttpAdapter, MappedField, Taken
from toolcharter.ir.near import did_you_mean
from toolcharter.ir.upstream_fit import fit_diagnostics, item_of
from toolcharter.ir.upstream_shapes import Expected, children, expected_maps
from toolcharter.ir.walk import SchemaPart, walk


def field_diagnostics(contract: Contract, http: HttpAdapter) -> Iterator[Diagnostic]:
    """What is wrong with the maps of an adapter."""
    expected = expected_maps(contract)
    for name, each in expected.items():
        written = http.maps.get(name)
        if name == "page" and written is None:
            continue
        span = contract.adapter.span or contract.name.span
        root = next(iter(walk(each.shape)))
        fields = () if written is None else written.fields
        yield from _level(
            contract,
            each,
            children(each.shape, root),
            fields,
            where=name,
            span=span if written is None else written.span,
        )
    for name, written in http.maps.items():
        if name not in expected:
            yield from _useless(contract, name, written)


def _useless(contract: Contract, name: str, written: FieldMap) -> Iterator[Diagnostic]:
    # A page that the contract does not have is found where its items stand.
    if name != "page" and written.fields:
        yield Diagnostic(
            code="adapter/unknown-field",
            span=written.span,
            message=f"The adapter fills `{name}`, and `{contract.name.value}` has none.",
            hint=f"Take `{name}` out of the adapter, or declare it.",
        )


def _level(
    contract: Contract,
    expected: Expected,
    known: Mapping[str, SchemaPart],
    fields: tuple[MappedField, ...],
    *,
    where: str,
    span: Span,
) -> Iterator[Diagnostic]:
    """The fields of one object, and below them."""
    filled = {each.name.value: each.name.span for each in fields}
    yield from _flags(fields, known, filled, where)
    for name, part in known.items():
        if name not in filled and expected.must_be_filled(part):
            yield Diagnostic(
                code="adapter/unmapped-field",
                span=span,
                message=f"Nothing in the adapter says where `{where}.{name}` comes from.",
                hint=f"Add `{name}: {{at: <pointer>}}`.",
                # A fixed field stands in no file.
                related=()
                if expected.is_fixed
                else (Related(span=part.span, message="it is declared here"),),
            )
    for each in fields:
        name = each.name.value
        if name not in known:
            yield Diagnostic(
                code="adapter/unknown-field",
                span=each.name.span,
                message=f"The adapter fills `{where}.{name}`, which is not declared.",
                hint=did_you_mean(name, known) or "Take it out, or declare the field.",
            )
            continue
        part = known[name]
        yield from fit_diagnostics(contract, expected.shape, part, each, where=f"{where}.{name}")
        if isinstance(each.origin, Taken) and each.origin.fields is not None:
            inner = part if each.origin.each is None else item_of(expected.shape, part)
            yield from _level(
                contract,
                expected,
                {} if inner is None else children(expected.shape, inner),
                each.origin.fields,
                where=f"{where}.{name}",
                span=each.span,
            )


def _flags(
    fields: tuple[MappedField, ...],
    known: Mapping[str, SchemaPart],
    filled: dict[str, Span],
    where: str,
) -> Iterator[Diagnostic]:
    """Fields that say whether another was cut; they count as filled by that one."""
    for each in fields:
        flag = each.origin.cut_flag if isinstance(each.origin, Taken) else None
        if flag is None:
            continue
        if flag.value not in known:
            yield Diagnostic(
                code="adapter/unknown-field",
                span=flag.span,
                message=f"The adapter fills `{where}.{flag.value}`, which is not declared.",
                hint=did_you_mean(flag.value, known) or "Declare the field as a boolean.",
            )
        elif flag.value in filled:
            yield Diagnostic(
                code="adapter/field-mapped-twice",
                span=flag.span,
                message=f"`{where}.{flag.value}` is filled twice.",
                hint="Leave one of them out; a `cut_flag` is filled by what it is about.",
                related=(Related(span=filled[flag.value], message="it is filled here too"),),
            )
        elif known[flag.value].schema.get("type") != "boolean":
            yield Diagnostic(
                code="adapter/mapping-misfit",
                span=flag.span,
                message=f"`{where}.{flag.value}` is to say whether something was cut, and is no "
                "boolean.",
                hint="Name a field of the type boolean.",
            )
        filled.setdefault(flag.value, flag.span)
