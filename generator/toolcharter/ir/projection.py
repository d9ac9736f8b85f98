"""A shape cut down to what a view shows.

Walks in: a shape, the leaf paths that are hidden and the masks. Walks out: how the runtime cuts the
value (a *reveal*) and the schema of what is left. What is shown whole stays as it is, references
too; anything else is written out. What was required stays required.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from toolcharter.diagnostics import Span
from toolcharter.ir.masks import masked_schema
from toolcharter.ir.model import Pointer, Reveal, Shape
from toolcharter.ir.pointers import below
from toolcharter.ir.resolution import NULL, resolved

_KEYWORDS = """
    type title description required items prefixItems minItems maxItems additionalProperties
    unevaluatedProperties x-toolcharter
"""
_KEPT = frozenset(_KEYWORDS.split())
"""What stays of an object or list that is cut; bounds on the number of fields do not."""


@dataclass(frozen=True, slots=True)
class Projected:
    """A shape's reveal, and the shape of what it leaves."""

    reveal: Reveal
    shape: Shape


def project(
    shape: Shape, *, shown: frozenset[str], hidden: frozenset[str], masks: Mapping[str, str]
) -> Projected:
    """The shape with its leaves shown, hidden or masked; every leaf is one of these."""
    if not hidden and not masks:
        return Projected(True, shape)
    touched = _prefixes((*hidden, *masks))
    cut = _Cut(shape, masks, touched, _prefixes((*shown, *masks)), {})
    reveal, schema = cut.object(shape.schema, "", "", "")
    definitions = needed_definitions(schema, shape.schema.get("$defs", {}))
    if definitions:
        schema["$defs"] = definitions
    return Projected(reveal, Shape(schema=schema, spans=cut.spans))


def needed_definitions(schema: Any, definitions: Mapping[str, Any]) -> dict[str, Any]:
    """The definitions that a schema refers to, directly or through others, by name."""
    found: dict[str, Any] = {}
    open_parts = [schema]
    while open_parts:
        part = open_parts.pop()
        if isinstance(part, list):
            open_parts.extend(each for each in part if isinstance(each, dict))
        elif isinstance(part, dict):
            reference = part.get("$ref")
            name = reference.removeprefix("#/$defs/") if isinstance(reference, str) else None
            if name is not None and name not in found and name in definitions:
                found[name] = definitions[name]
                open_parts.append(definitions[name])
            open_parts.extend(part.values())
    return dict(sorted(found.items()))


@dataclass(frozen=True, slots=True)
class _Cut:
    """``touched`` holds every path at or above a hidden or masked one, ``kept`` every path at or
    above a shown or masked one."""

    shape: Shape
    masks: Mapping[str, str]
    touched: frozenset[str]
    kept: frozenset[str]
    spans: dict[Pointer, Span]

    def part(self, raw: Any, at: str, path: str, to: str) -> tuple[Reveal, Any] | None:
        """The reveal and the schema of a part; None where nothing of it is shown."""
        if path not in self.kept:
            return None
        self.spans[Pointer(to)] = self.shape.span_at(at)
        if path not in self.touched:
            return True, raw
        if path in self.masks:
            return self.masks[path], self._masked(raw, self.masks[path])
        return self._inner(raw, at, path, to)

    def object(
        self, schema: Mapping[str, Any], at: str, path: str, to: str
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """An object, a union or a list of them; another branch may show more of the same path."""
        self.spans[Pointer(to)] = self.shape.span_at(at)
        left = {key: schema[key] for key in schema if key in _KEPT}
        reveal: dict[str, Any] = {}
        if isinstance(left.get("additionalProperties"), dict):
            left["additionalProperties"] = False
        if "properties" in schema:
            shown = dict(self._properties(schema["properties"], at, path, to))
            reveal = {name: each for name, (each, _) in shown.items()}
            left["properties"] = {name: part for name, (_, part) in shown.items()}
        # What is required may be declared in another part of an ``allOf``.
        required = schema.get("required", ())
        left["required"] = [name for name in required if _onward(path, name) in self.kept]
        for keyword in ("oneOf", "anyOf", "allOf", "prefixItems"):
            if keyword in schema:
                found = list(self._each(schema[keyword], keyword, at, path, to))
                left[keyword] = [part for _, part in found]
                reveal = _merged((reveal, *(each for each, _ in found)))
        if isinstance(schema.get("items"), dict):
            ((items, left["items"]),) = self._each([schema["items"]], "items", at, path, to)
            reveal = _merged((reveal, items))
        if not left["required"]:
            del left["required"]
        return reveal, left

    def _properties(
        self, properties: Mapping[str, Any], at: str, path: str, to: str
    ) -> Iterator[tuple[str, tuple[Reveal, Any]]]:
        for name, raw in properties.items():
            found = self.part(
                raw,
                below(at, "properties", name),
                _onward(path, name),
                below(to, "properties", name),
            )
            if found is not None:
                yield name, found

    def _each(
        self, parts: list[Any], keyword: str, at: str, path: str, to: str
    ) -> Iterator[tuple[dict[str, Any], Any]]:
        """Branches and items: they have the path of the part they belong to."""
        for place, raw in enumerate(parts):
            step = (keyword,) if keyword == "items" else (keyword, place)
            yield self._inner(raw, below(at, *step), path, below(to, *step))

    def _inner(
        self, raw: Any, at: str, path: str, to: str
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """What is behind a reference or beside null, cut, and nullable again."""
        schema, pointer, is_nullable = resolved(raw, self.shape.schema, at)
        if not is_nullable:
            return self.object(schema, pointer, path, to)
        if "type" not in schema:
            reveal, left = self.object(schema, pointer, path, below(to, "anyOf", 0))
            return reveal, {"anyOf": [left, NULL]}
        reveal, left = self.object(schema, pointer, path, to)
        kinds = left["type"]
        return reveal, left if isinstance(kinds, list) else {**left, "type": [kinds, "null"]}

    def _masked(self, raw: Any, mask: str) -> dict[str, Any]:
        """The masked value, or a list of masked items, which need not be different any more."""
        schema, _, is_nullable = resolved(raw, self.shape.schema, "")
        if mask == "present" or not {"items", "prefixItems"} & schema.keys():
            return masked_schema(mask, schema, is_nullable=is_nullable)
        kept = {key: value for key, value in schema.items() if key in _KEPT}
        if "prefixItems" in schema:
            kept["prefixItems"] = [self._masked(item, mask) for item in schema["prefixItems"]]
        if isinstance(schema.get("items"), dict):
            kept["items"] = self._masked(schema["items"], mask)
        return kept


def _merged(reveals: Iterable[Mapping[str, Reveal]]) -> dict[str, Any]:
    """What is revealed in any branch.

    A path is shown whole, masked or cut in every branch that has it; where it is cut, each branch
    may hold other fields.
    """
    found: dict[str, Any] = {}
    for reveal in reveals:
        for name, kept in reveal.items():
            before = found.get(name)
            if isinstance(before, dict) and isinstance(kept, dict):
                found[name] = _merged((before, kept))
            else:
                found[name] = kept
    return found


def _onward(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _prefixes(paths: Iterable[str]) -> frozenset[str]:
    """The paths and all above them."""
    return frozenset(
        ".".join(names[:count])
        for path in paths
        for names in [path.split(".")]
        for count in range(1, len(names) + 1)
    )
