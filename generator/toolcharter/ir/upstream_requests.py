"""What an http adapter sends is there, is one value where it must be, and is nobody's words.

Walks in: a linked contract and its adapter. Walks out: diagnostics about the values of paths,
queries, headers and bodies, about the version of the target, and about the page.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Diagnostic, Related, Span
from toolcharter.ir.model import Contract, Shape
from toolcharter.ir.model.upstream import (
    Call,
    CallRole,
    FromInput,
    Given,
    HttpAdapter,
    Part,
    Placed,
)
from toolcharter.ir.near import did_you_mean
from toolcharter.ir.paths import known_paths, look_up
from toolcharter.ir.sent_values import (
    is_always_there,
    is_never_null,
    is_one_value,
    is_prose,
    is_sensitive,
)

_NAMES = {Part.QUERY: "query value", Part.HEADERS: "header", Part.BODY: "body value"}


def request_diagnostics(contract: Contract, http: HttpAdapter) -> Iterator[Diagnostic]:
    """What is wrong with the requests of an adapter."""
    for call in http.calls:
        yield from _path(contract, call)
        for placed in call.placed:
            yield from _value(contract, call, placed)
        yield from _condition(contract, call)
    yield from _page(contract, http)


def sendable(contract: Contract) -> Shape:
    """What ``input.<path>`` walks through: the declared input, of a follower its operation."""
    return contract.input or contract.tools[0].input


def unknown_path(contract: Contract, path: str, says: str, span: Span) -> Diagnostic:
    """The diagnostic about a path of the arguments that is not there."""
    near = did_you_mean(path, known_paths(sendable(contract))).replace("`", "`input.", 1)
    return Diagnostic(
        code="adapter/unknown-path",
        span=span,
        message=f"{says} `input.{path}`, and `input` has no such field.",
        hint=near or "Name a field of `input`.",
    )


def _path(contract: Contract, call: Call) -> Iterator[Diagnostic]:
    for hole in call.path:
        if not isinstance(hole, FromInput):
            continue
        shape = sendable(contract)
        found = look_up(shape, hole.path)
        says, span = f"The path of the call is filled with `input.{hole.path}`", call.path_span
        if found is None:
            yield unknown_path(contract, hole.path, "The path of the call is filled with", span)
        elif not is_one_value(found):
            yield _not_one(says, span)
        elif not (is_always_there(found) and is_never_null(found)):
            yield Diagnostic(
                code="adapter/uncertain-path",
                span=span,
                message=f"{says}, which an accepted call need not hold.",
                hint="Fill a path with required fields that are never null.",
            )
        elif is_prose(shape, found.parts) or is_sensitive(shape, found.parts):
            yield _free(says, span)


def _value(contract: Contract, call: Call, placed: Placed) -> Iterator[Diagnostic]:
    whose = f"The {_NAMES[placed.part]} `{placed.name.value}`"
    if isinstance(placed.source, Given):
        yield from _given(contract, call, placed, placed.source, whose)
        return
    if not isinstance(placed.source, FromInput):
        return
    path = placed.source.path
    shape = sendable(contract)
    found = look_up(shape, path)
    if found is None:
        yield unknown_path(contract, path, f"{whose} is", placed.span)
        return
    says = f"{whose} is `input.{path}`"
    is_json = placed.part is Part.BODY and call.encode == "json"
    if not is_json and not is_one_value(found):
        yield _not_one(says, placed.span)
    elif placed.when_absent is None and not (
        is_always_there(found) and (is_json or is_never_null(found))
    ):
        yield _uncertain(says, placed.span)
    elif placed.part is Part.HEADERS and (
        is_prose(shape, found.parts) or is_sensitive(shape, found.parts)
    ):
        yield _free(says, placed.span)


def _given(
    contract: Contract, call: Call, placed: Placed, source: Given, whose: str
) -> Iterator[Diagnostic]:
    says = f"{whose} is `{source.value}`"
    if source is Given.TARGET_VERSION:
        if call.role is not CallRole.COMMIT:
            yield _no_version(says, placed.span)
        elif placed.when_absent is None and _version_may_be_null(contract):
            yield _uncertain(says, placed.span)
    elif contract.page is None:
        yield Diagnostic(
            code="adapter/page-disagrees",
            span=placed.span,
            message=f"{says}, and `{contract.name.value}` answers no page.",
            hint="Take it out, or declare `page`.",
        )
    elif source is Given.PAGE_CURSOR and placed.when_absent is None:
        yield _uncertain(says, placed.span)


def _condition(contract: Contract, call: Call) -> Iterator[Diagnostic]:
    """A conditional write sends the version, and nothing else can."""
    target = contract.target
    if call.if_match is not None:
        if call.role is not CallRole.COMMIT:
            yield _no_version("`if_match` sends `target.version`", call.if_match)
        elif _version_may_be_null(contract):
            yield Diagnostic(
                code="adapter/uncertain-path",
                span=call.if_match,
                message="`if_match` sends `target.version`, which is null where nobody checks it.",
                hint="Leave `if_match` out, or write `version_checked_by: service`.",
            )
    if call.role is not CallRole.COMMIT or target is None:
        return
    is_sent = call.if_match or any(each.source is Given.TARGET_VERSION for each in call.placed)
    if target.version_checked_by == "service" and not is_sent:
        yield Diagnostic(
            code="adapter/version-not-sent",
            span=call.span,
            message="The service is to check the version of the target, and the commit never "
            "sends it.",
            hint="Add `if_match: target.version`, or send it as `{from: target.version}`.",
            related=(Related(span=target.span, message="`version_checked_by: service`"),),
        )


def _page(contract: Contract, http: HttpAdapter) -> Iterator[Diagnostic]:
    name, page = contract.name.value, contract.page
    if page is None:
        if http.items is not None:
            yield Diagnostic(
                code="adapter/page-disagrees",
                span=http.items.span,
                message=f"The adapter says where a page stands, and `{name}` answers none.",
                hint="Take `page` out of the adapter, or declare `page`.",
            )
        return
    if http.items is None:
        yield Diagnostic(
            code="adapter/page-disagrees",
            span=contract.adapter.span or page.span,
            message=f"`{name}` answers pages, and the adapter does not say where their items "
            "stand.",
            hint="Add `page: {items: <pointer>, cursor: {at: <pointer>, missing: null}}`.",
        )
    sent = {placed.source for call in http.calls for placed in call.placed}
    if "page" in http.maps and Given.PAGE_CURSOR not in sent:
        yield Diagnostic(
            code="adapter/page-disagrees",
            span=http.maps["page"].span,
            message="The adapter takes a cursor from the answer, and no call sends it back.",
            hint="Send it: `cursor: {from: page.cursor, when_absent: leave_out}`.",
        )


def _version_may_be_null(contract: Contract) -> bool:
    return contract.target is not None and contract.target.version_checked_by == "nobody"


def _not_one(says: str, span: Span) -> Diagnostic:
    return Diagnostic(
        code="adapter/not-one-value",
        span=span,
        message=f"{says}, which is an object, a list, or inside a list.",
        hint="Name one field that holds a single value; only a JSON body takes more.",
    )


def _uncertain(says: str, span: Span) -> Diagnostic:
    return Diagnostic(
        code="adapter/uncertain-path",
        span=span,
        message=f"{says}, which need not be there.",
        hint="Add `when_absent: leave_out` or `when_absent: null`.",
    )


def _free(says: str, span: Span) -> Diagnostic:
    return Diagnostic(
        code="adapter/free-text",
        span=span,
        message=f"{says}: words of people or of the model, and sensitive data, never stand in a "
        "path or a header.",
        hint="Send it in the query or the body.",
    )


def _no_version(says: str, span: Span) -> Diagnostic:
    return Diagnostic(
        code="adapter/no-target-version",
        span=span,
        message=f"{says}, and only the commit of a change knows the version of its target.",
        hint="Take it out.",
    )
