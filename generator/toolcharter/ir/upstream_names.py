"""Every header of a request is set in one place, in any case of its letters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolcharter.diagnostics import Diagnostic, Related, Span
from toolcharter.ir.model import Located, Service
from toolcharter.ir.model.upstream import Call, HttpAdapter, Part


def header_diagnostics(http: HttpAdapter, services: Mapping[str, Service]) -> Iterator[Diagnostic]:
    """A diagnostic for each header of a call that something else sets as well."""
    service = services.get(http.service.value)
    for call in http.calls:
        taken: dict[str, tuple[Span, str]] = {}
        if service is not None:
            for header in service.headers:
                taken[header.value.casefold()] = header.span, "the service sets it"
        if any(placed.part is Part.BODY for placed in call.placed):
            taken["content-type"] = call.span, "`encode` sets it"
        if call.if_match is not None:
            taken["if-match"] = call.if_match, "`if_match` sets it"
        for name, why in _set_by(call):
            other = taken.get(name.value.casefold())
            if other is None:
                taken[name.value.casefold()] = name.span, why
                continue
            yield Diagnostic(
                code="adapter/repeated-header",
                span=name.span,
                message=f"The header `{name.value}` is set twice in one request.",
                hint="Leave one of them out; case makes no difference in the name of a header.",
                related=(Related(span=other[0], message=other[1]),),
            )


def _set_by(call: Call) -> Iterator[tuple[Located[str], str]]:
    if call.key_header is not None:
        yield call.key_header, "`key_header` sets it"
    for placed in call.placed:
        if placed.part is Part.HEADERS:
            yield placed.name, "the call sets it"
