"""Links the facets of a contract that stand on their own, each from a node to a value."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as Table
from typing import Any

from toolcharter.contract.literals import size_bytes
from toolcharter.ir.link_http import link_http
from toolcharter.ir.link_mcp import link_mcp
from toolcharter.ir.model import (
    Adapter,
    EffectClass,
    Fact,
    Follows,
    Idempotency,
    Judgement,
    Limits,
    Located,
    Operation,
    Page,
    Reversibility,
    Settings,
    Status,
    Visibility,
    WriteEffect,
)
from toolcharter.ir.model.upstream import Upstream
from toolcharter.ir.reading import (
    duration,
    integer,
    items,
    mapping,
    optional_duration,
    optional_integer,
    optional_string,
    optional_text,
    optional_tool_ref,
    pairs,
    string,
    strings,
    tool_ref,
    truth,
)
from toolcharter.source.document import Mapping, Node, Scalar, plain


def link_status(node: Node | None) -> Status:
    """The life of a tool version; silent means active and stable."""
    written = mapping(node)
    return Status(
        state=optional_text(written.get("state")) or "active",
        stability=optional_text(written.get("stability")) or "stable",
        since=optional_text(written.get("since")),
        sunset=optional_text(written.get("sunset")),
        live_window_ms=optional_duration(written.get("live_window")),
        use=optional_tool_ref(written.get("use")),
        reason=optional_text(written.get("reason")),
    )


def link_effect(node: Mapping) -> WriteEffect:
    """The effect of a write or a change."""
    reversibility = mapping(node.entries["reversibility"])
    return WriteEffect(
        span=node.span,
        summary=string(node.entries["summary"]),
        touches=strings(node.entries["touches"]),
        external=Located(truth(node.entries["external"]), node.entries["external"].span),
        consequence=string(node.entries["consequence"]),
        reversibility=Reversibility(
            kind=string(reversibility.entries["kind"]).value,
            span=reversibility.span,
            how=optional_text(reversibility.get("how")),
            by=optional_tool_ref(reversibility.get("by")),
            because=optional_text(reversibility.get("because")),
        ),
        creates=optional_string(node.get("creates")),
        next_states=strings(node.get("next_states")),
    )


def link_follows(node: Node | None) -> Follows | None:
    """What a status, poll or cancel tool asks about."""
    if node is None:
        return None
    written = mapping(node)
    return Follows(
        role=string(written.entries["as"]).value,
        of=tuple(tool_ref(each) for each in items(written.entries["of"])),
        span=written.span,
    )


def link_visibility(node: Node | None) -> Visibility | None:
    """Why a tool may use the service's sight; None where it has the requester's."""
    if node is None:
        return None
    written = mapping(node)
    return Visibility(
        check=string(written.entries["check"]), because=string(written.entries["because"]).value
    )


def link_page(node: Node | None) -> Page | None:
    """The page of a read; None where it answers one value."""
    if node is None:
        return None
    written = mapping(node)
    return Page(
        span=written.span,
        items=string(written.entries["items"]).value,
        size=integer(written.entries["size"]),
        max_size=integer(written.entries["max_size"]),
        order=strings(written.entries["order"]),
    )


def link_facts(node: Node | None) -> tuple[Fact, ...]:
    """The canonical facts that the policy row may look at, in the order of the file."""
    return tuple(_fact(name, value) for name, _, value in pairs(node))


def link_operation(node: Node | None) -> Operation | None:
    """The long work that a write starts; None where it is done when it answers."""
    if node is None:
        return None
    written = mapping(node)
    return Operation(
        poll=tool_ref(written.entries["poll"]),
        cancel=optional_tool_ref(written.entries["cancel"], none_word="none"),
        longest_ms=duration(written.entries["longest"]),
        span=written.span,
    )


def link_idempotency(node: Node | None) -> Idempotency | None:
    """What the service does with a repeated write; None for a read."""
    if node is None:
        return None
    written = mapping(node)
    return Idempotency(
        service_keys=truth(written.entries["service_keys"]),
        keys_kept_ms=optional_duration(written.get("keys_kept")),
        status=optional_tool_ref(written.entries["status"], none_word="none"),
        span=written.span,
    )


def link_limits(
    node: Mapping, effect: EffectClass, settings: Settings, *, largest_answer: int
) -> Limits:
    """The effective limits: what is written, else the defaults of the settings.

    ``largest_answer`` is the size in bytes of the largest answer that the declared bounds allow; it
    is the limit of the result where the contract writes none.
    """
    concurrency = mapping(node.get("concurrency"))
    default = settings.concurrency[effect]
    request, result = optional_text(node.get("request")), optional_text(node.get("result"))
    serialize_by = optional_text(node.get("serialize_by"))
    if effect is EffectClass.WRITE and serialize_by is None:
        serialize_by = "target"
    return Limits(
        span=node.span,
        timeout_ms=duration(node.entries["timeout"]),
        request_bytes=settings.request_bytes if request is None else size_bytes(request),
        result_bytes=largest_answer if result is None else size_bytes(result),
        per_run=optional_integer(concurrency.get("per_run")) or default.per_run,
        per_tenant=optional_integer(concurrency.get("per_tenant")) or default.per_tenant,
        serialize_by=serialize_by,
        because=optional_text(node.get("because")),
    )


def link_adapter(node: Node | None) -> Adapter:
    """How the operation is carried out; silent means Python with its own transaction."""
    if node is None:
        return Adapter()
    written = mapping(node)
    settings: dict[str, Any] = {
        key: plain(value)
        for key, value in written.entries.items()
        if key not in ("kind", "transaction")
    }
    kind = string(written.entries["kind"]).value
    return Adapter(
        kind=kind,
        transaction=optional_text(written.get("transaction")) or "own",
        settings=settings,
        upstream=_UPSTREAM[kind](written) if kind in _UPSTREAM else None,
        span=written.span,
    )


_UPSTREAM: dict[str, Callable[[Mapping], Upstream]] = {"http": link_http, "mcp": link_mcp}


def link_judgements(node: Node | None) -> tuple[Judgement, ...]:
    """What people answered to the questions of the linter."""
    return tuple(_judgement(mapping(each).entries) for each in items(node))


def _judgement(entries: Table[str, Node]) -> Judgement:
    return Judgement(
        at=string(entries["at"]),
        answer=string(entries["is"]).value,
        reason=string(entries["reason"]).value,
    )


def _fact(name: str, node: Node) -> Fact:
    if isinstance(node, Scalar):
        return Fact(name=name, span=node.span, path=string(node).value)
    return Fact(name=name, span=node.span, unknown=string(mapping(node).entries["unknown"]).value)
