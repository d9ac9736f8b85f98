"""References inside ``schema:``.

Walks in: the text of a ``$ref``, the root it is written in, the files below ``schemas/`` and the
shared types. Walks out: what it names, or the diagnostic. ``#/...`` is a pointer into the same file
(in a contract: into the ``schema:`` itself), ``schemas/x.json#/...`` into that file,
``types/customer_id`` a shared type. Anything else is outside and is never opened.
"""

from __future__ import annotations

import re
from collections.abc import Mapping as Table
from dataclasses import dataclass
from urllib.parse import unquote

from toolcharter.ir.near import did_you_mean
from toolcharter.ir.pointers import below, tokens_of
from toolcharter.ir.type_table import NamedType, TypeTable
from toolcharter.source.document import Document, Mapping, Node, Sequence

_PLACE = re.compile("0|[1-9][0-9]{0,8}")
"""The place of an item in a pointer; no list has items of more digits."""


@dataclass(frozen=True, slots=True)
class Target:
    """A schema that a reference names, and the root that its own ``#/...`` refers to."""

    node: Node
    root: Node


@dataclass(frozen=True, slots=True)
class BadReference:
    """Why a reference cannot be followed: the rule, a sentence, what to type."""

    code: str
    message: str
    hint: str = ""


def resolve(
    reference: str, root: Node, types: TypeTable, schemas: Table[str, Document]
) -> Target | NamedType | BadReference | None:
    """What a reference names; None for a shared type that is broken and was reported."""
    path, _, fragment = reference.partition("#")
    path = unquote(path)
    if not path:
        return _target(root, unquote(fragment), reference)
    if _leaves_the_catalog(path):
        return BadReference(
            "ref/external",
            f"`{reference}` leaves the catalog; only types/ and schemas/ can be referred to.",
            "Copy the schema below schemas/ and refer to it there.",
        )
    if path.startswith("types/"):
        return _named_type(path.removeprefix("types/"), fragment, types)
    document = schemas.get(path)
    if document is None:
        near = did_you_mean(path, schemas)
        return BadReference("ref/unresolved", f"There is no file `{path}`.", near)
    return _target(document.root, unquote(fragment), reference)


def _leaves_the_catalog(path: str) -> bool:
    is_inside = path.startswith(("types/", "schemas/"))
    return not is_inside or "\\" in path or any(each in ("", ".", "..") for each in path.split("/"))


def _named_type(name: str, fragment: str, types: TypeTable) -> NamedType | BadReference | None:
    if name in types.broken:
        return None
    named = types.types.get(name)
    if named is None:
        near = did_you_mean(name, types.types)
        return BadReference("ref/unresolved", f"There is no type `{name}`.", near)
    if fragment:
        message = "A reference to a shared type names the whole type."
        return BadReference("ref/unresolved", message, f"Write `types/{name}`.")
    return named


def _target(root: Node, pointer: str, reference: str) -> Target | BadReference:
    if pointer and not pointer.startswith("/"):
        message = f"`{reference}` is no JSON Pointer."
        return BadReference("ref/unresolved", message, "Write `#/$defs/name`.")
    found, walked = root, ""
    for token in tokens_of(pointer):
        step = _step(found, token)
        if step is None:
            known = list(found) if isinstance(found, Mapping) else []
            near = did_you_mean(token, known)
            hint = near.replace(f"`{_named(near)}`", f"`#{below(walked, _named(near))}`")
            return BadReference("ref/unresolved", f"`{reference}` names nothing.", hint)
        found, walked = step, below(walked, token)
    return Target(found, root)


def _step(node: Node, token: str) -> Node | None:
    match node:
        case Mapping():
            return node.get(token)
        case Sequence() if _PLACE.fullmatch(token) and int(token) < len(node.items):
            return node.items[int(token)]
    return None


def _named(question: str) -> str:
    """The word between the backquotes of a question."""
    return question.partition("`")[2].partition("`")[0]
