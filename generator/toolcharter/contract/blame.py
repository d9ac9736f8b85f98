"""Makes a violation out of a node, the part of the schema that it breaks, and all that apply."""

from __future__ import annotations

from toolcharter.contract.applying import Part, Parts, allowed, described, noun
from toolcharter.contract.language.parts import Schema
from toolcharter.contract.violation import Place, Sin, Violation
from toolcharter.source.document import Mapping, Node


def about(
    sin: Sin, node: Node, place: Place, part: Part, parts: Parts, *, keyword: str = ""
) -> Violation:
    """A sin of a node itself."""
    return Violation(
        sin=sin,
        span=node.span,
        place=place,
        record=part.record,
        key=place.key,
        noun=noun(parts),
        schema=described(parts, part.schema),
        node=node,
        keyword=keyword,
    )


def about_key(
    sin: Sin,
    node: Mapping,
    key: str,
    place: Place,
    owner: Part,
    parts: Parts,
    *,
    others: tuple[str, ...] = (),
) -> Violation:
    """A sin of one key of a record; ``others`` are the keys that may stand there instead."""
    return Violation(
        sin=sin,
        span=node.key_spans[key],
        place=place,
        record=owner.record,
        key=key,
        noun=noun(parts),
        schema=owner.schema,
        node=node.entries[key],
        others=others or allowed(parts),
    )


def about_absence(
    key: str,
    place: Place,
    part: Part,
    parts: Parts,
    schema: Schema,
    *,
    others: tuple[str, ...] = (),
) -> Violation:
    """A key that is not there; ``others`` are those of which one is needed, where any will do."""
    return Violation(
        sin=Sin.MISSING,
        span=place.anchor,
        place=place,
        record=part.record,
        key=key,
        noun=noun(parts),
        schema=schema,
        others=others,
    )
