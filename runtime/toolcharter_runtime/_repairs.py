"""What of an answer is put right instead of refused, where the contract says so.

Two things only, in places that the answer's schema marks: a character that ``text`` or ``line``
forbids becomes U+FFFD, and a word that an enum with ``unknown: other`` does not list becomes
``other``. Evidence and machine strings carry no mark and are never touched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from toolcharter_runtime._schema_nodes import Node, constant, discriminator

_CONTROLS = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
_FORBIDDEN = {
    "text": re.compile(f"[{_CONTROLS}]"),
    "line": re.compile(f"[{_CONTROLS}\t\n\r\u2028\u2029]"),
}
_REPLACEMENT = "\ufffd"

Repair = Callable[[Any], tuple[Any, int]]
"""From a value to the value put right, and how many characters were replaced."""


def repair_of(schema: dict[str, Any]) -> Repair | None:
    """What puts answers of ``schema`` right; None where nothing in it is marked."""
    return _Compiler().of(Node.top(schema)) if _is_marked(schema) else None


def _is_marked(schema: object) -> bool:
    if isinstance(schema, dict):
        note = schema.get("x-toolcharter")
        if isinstance(note, dict) and (note.get("untrusted") or note.get("unknown") == "other"):
            return True
        return any(map(_is_marked, schema.values()))
    return isinstance(schema, list) and any(map(_is_marked, schema))


class _Compiler:
    """Turns each part of a schema into one function, once, also where parts refer to themselves."""

    def __init__(self) -> None:
        self._made: dict[str, Repair | None] = {}

    def of(self, node: Node) -> Repair:
        node = node.resolved()
        if node.at not in self._made:
            self._made[node.at] = None
            self._made[node.at] = self._repair(node)
        # Looked up when called: a part that refers to itself is not finished yet here.
        return lambda value: (self._made[node.at] or _as_it_is)(value)

    def _repair(self, node: Node) -> Repair:
        if isinstance(note := node.schema.get("x-toolcharter"), dict):
            if note.get("untrusted"):
                return partial(_text, _FORBIDDEN["line" if note.get("type") == "line" else "text"])
            if note.get("unknown") == "other":
                return partial(_word, frozenset(map(str, node.schema.get("enum", ()))))
        if "oneOf" in node.schema or "anyOf" in node.schema:
            return self._union(node)
        members = {
            name: self.of(node.child("properties", name))
            for name in node.schema.get("properties", ())
        }
        others = self._part(node, "additionalProperties")
        items = self._part(node, "items")

        def repair(value: Any) -> tuple[Any, int]:
            if isinstance(value, dict):
                done = {name: members.get(name, others)(part) for name, part in value.items()}
                return {name: part for name, (part, _) in done.items()}, _sum(done.values())
            if isinstance(value, list):
                items_done = [items(item) for item in value]
                return [item for item, _ in items_done], _sum(items_done)
            return value, 0

        return repair

    def _part(self, node: Node, keyword: str) -> Repair:
        return self.of(node.child(keyword)) if node.has(keyword) else _as_it_is

    def _union(self, node: Node) -> Repair:
        branches = node.alternatives()
        if len(branches) == 1:
            return self.of(branches[0])
        tag = discriminator(branches)
        steps = {constant(each, tag): self.of(each) for each in branches} if tag else {}

        def repair(value: Any) -> tuple[Any, int]:
            chosen = value.get(tag) if isinstance(value, dict) else None
            step = steps.get(chosen) if isinstance(chosen, str) else None
            return step(value) if step else (value, 0)

        return repair


def _as_it_is(value: Any) -> tuple[Any, int]:
    return value, 0


def _text(forbidden: re.Pattern[str], value: Any) -> tuple[Any, int]:
    return forbidden.subn(_REPLACEMENT, value) if isinstance(value, str) else (value, 0)


def _word(listed: frozenset[str], value: Any) -> tuple[Any, int]:
    return ("other" if isinstance(value, str) and value not in listed else value), 0


def _sum(done: Iterable[tuple[Any, int]]) -> int:
    return sum(count for _, count in done)
