"""Links an http adapter: the nodes of its requests and mappings become values with their places.

Walks in: the validated node under ``adapter``. Walks out: an ``HttpAdapter``. Whether a path leads
somewhere, or a code is known, is asked in ``upstream_*``, when the whole contract stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolcharter.ir.model import Located
from toolcharter.ir.model.upstream import (
    AllTouched,
    AnswerRow,
    Call,
    CallRole,
    Check,
    CheckedBy,
    Constant,
    FieldMap,
    FromInput,
    Given,
    HttpAdapter,
    MappedField,
    Origin,
    Part,
    Placed,
    Present,
    Source,
    Taken,
    WhenAbsent,
    Word,
)
from toolcharter.ir.reading import (
    integer,
    items,
    mapping,
    optional_integer,
    optional_string,
    optional_text,
    pairs,
    string,
    strings,
)
from toolcharter.source.document import Mapping, Node, Scalar, Sequence

_HOLE = re.compile(r"\{input\.([^{}]*)\}")
_MAPS = ("output", "evidence", "before", "after", "consequences")


def link_http(node: Mapping) -> HttpAdapter:
    """The requests of an adapter, what is taken from their answers, and who answers the checks."""
    maps: dict[str, FieldMap] = {}
    for holder in (node, mapping(node.get("preview")), mapping(node.get("commit"))):
        for name in _MAPS:
            if name in holder:
                maps[name] = _field_map(mapping(holder.entries[name]))
        if "target_version" in holder:
            maps["target_version"] = _alone("target_version", holder)
    page = mapping(node.get("page"))
    if "cursor" in page:
        maps["page"] = _alone("cursor", page)
    return HttpAdapter(
        service=string(node.entries["service"]),
        calls=tuple(_calls(node)),
        maps=maps,
        items=optional_string(page.get("items")),
        checks=tuple(
            _check(Located(name, span), mapping(check))
            for name, span, check in pairs(node.get("checks"))
        ),
    )


def link_answers(node: Node | None) -> tuple[AnswerRow, ...]:
    """The rows that say what answers mean, of a call or of a service, in their order."""
    return tuple(_answer(mapping(each)) for each in items(node))


def _calls(node: Mapping) -> Iterator[Call]:
    for role in CallRole:
        holder = node if role is CallRole.CALL else mapping(node.get(role.value))
        if "call" in holder:
            yield _call(role, mapping(holder.entries["call"]))


def _call(role: CallRole, node: Mapping) -> Call:
    path, if_match = string(node.entries["path"]), node.get("if_match")
    return Call(
        role=role,
        span=node.span,
        method=string(node.entries["method"]).value,
        path=_path(path.value),
        path_span=path.span,
        placed=tuple(
            _placed(part, Located(name, span), mapping(value))
            for part in Part
            for name, span, value in pairs(node.get(part.value))
        ),
        encode=optional_text(node.get("encode")) or "json",
        key_header=optional_string(node.get("key_header")),
        if_match=None if if_match is None else if_match.span,
        answers=link_answers(node.get("answers")),
    )


def _path(text: str) -> tuple[str | FromInput, ...]:
    """Literal text and holes, in turn; empty text is left out."""
    pieces = _HOLE.split(text)
    parts = (FromInput(piece) if place % 2 else piece for place, piece in enumerate(pieces))
    return tuple(part for part in parts if part)


def _placed(part: Part, name: Located[str], node: Mapping) -> Placed:
    when_absent = None
    if "when_absent" in node:
        is_null = _word(node.entries["when_absent"]) is None
        when_absent = WhenAbsent.NULL if is_null else WhenAbsent.LEAVE_OUT
    return Placed(
        part=part, name=name, source=_source(node), when_absent=when_absent, span=node.span
    )


def _source(node: Mapping) -> Source:
    if "constant" in node:
        return Constant(_word(node.entries["constant"]))
    written = string(node.entries["from"]).value
    where, _, path = written.partition(".")
    return FromInput(path) if where == "input" else Given(written)


def _answer(node: Mapping) -> AnswerRow:
    return AnswerRow(
        status=integer(node.entries["status"]),
        meaning=string(node.entries["is"]),
        span=node.span,
        header={name: string(value).value for name, _, value in pairs(node.get("header"))},
        has_header=optional_text(node.get("has_header")),
        problem_type=optional_text(node.get("problem_type")),
        effect=optional_text(node.get("effect")),
    )


def _field_map(node: Mapping) -> FieldMap:
    return FieldMap(
        span=node.span,
        fields=tuple(_mapped(Located(name, span), value) for name, span, value in pairs(node)),
    )


def _alone(key: str, holder: Mapping) -> FieldMap:
    node = holder.entries[key]
    return FieldMap(span=node.span, fields=(_mapped(Located(key, holder.key_spans[key]), node),))


def _mapped(name: Located[str], node: Node) -> MappedField:
    return MappedField(name=name, origin=_origin(node), span=node.span)


def _origin(node: Node) -> Origin:
    if isinstance(node, Scalar):
        return AllTouched.ALL
    written = mapping(node)
    if "present" in written:
        return Present(string(written.entries["present"]).value)
    if "from" in written or "constant" in written:
        source = _source(written)
        if not isinstance(source, Given):
            return source
    return _taken(written)


def _taken(node: Mapping) -> Taken:
    at, missing, fields = node.get("at"), node.get("missing"), node.get("fields")
    if at is None:
        pointers: tuple[str, ...] = ()
    elif isinstance(at, Sequence):
        pointers = tuple(each.value for each in strings(at))
    else:
        pointers = (string(at).value,)
    return Taken(
        at=pointers,
        each=optional_text(node.get("each")),
        turned_into=optional_text(node.get("as")),
        cut_to=optional_integer(node.get("cut_to")),
        cut_flag=optional_string(node.get("cut_flag")),
        missing=None if missing is None else str(_word(missing) or "null"),
        words={theirs: string(ours) for theirs, _, ours in pairs(node.get("values"))},
        fields=None if fields is None else _field_map(mapping(fields)).fields,
    )


def _check(name: Located[str], node: Mapping) -> Check:
    equals = node.get("equals")
    return Check(
        name=name,
        by=CheckedBy(string(node.entries["by"]).value),
        span=node.span,
        at=optional_text(node.get("at")),
        equals=None if equals is None else _word(equals),
    )


def _word(node: Node) -> Word:
    if isinstance(node, Scalar):
        return node.value
    raise TypeError(f"{node.span}: a single value was expected")
