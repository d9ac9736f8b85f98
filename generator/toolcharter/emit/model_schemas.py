"""Schemas rebuilt for models: every object and union a definition of its own, with our name.

Walks in: the canonical schemas of one module, each the root of a model. Walks out: definitions in
reading order, a definition before those that use it. Types in them hold the keywords of this list
and no other, and name other definitions by ``reference``:

    type  enum  minimum  maximum  multipleOf  minLength  maxLength  pattern
    items  minItems  maxItems  additionalProperties  minProperties  maxProperties  anyOf

What a model cannot say is left out, so a model accepts every value that the schema accepts; the
schema is the authority. Nothing is refused here: the linter has judged the schemas before.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from toolcharter.emit.definitions import (
    NO_DEFAULT,
    Choice,
    Definition,
    Model,
    ModelField,
    Root,
    Type,
    Words,
    reference,
    referred,
)
from toolcharter.emit.names import (
    ClassNames,
    class_word,
    field_names,
    handle_class,
    identifier_class,
    singular,
)
from toolcharter.emit.scalar_types import bare, counts, literal_values, nullable, number, string
from toolcharter.emit.schema_reading import (
    capitalised_properties,
    escaped,
    has_fields,
    is_open,
    last_step,
    looked_up,
    marks_of_identifiers,
    merged,
    resolved,
    tag_of,
)
from toolcharter.ir.model import JsonSchema

_NULL: Type = {"type": "null"}


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """The definitions of a module, and the classes of identifiers that they name."""

    definitions: tuple[Definition, ...]
    identifiers: frozenset[str]


def rebuilt(
    roots: Sequence[Root],
    *,
    taken: frozenset[str] = frozenset(),
    composite_ids: Mapping[str, JsonSchema] | None = None,
) -> Rebuilt:
    """The definitions for the roots of a module. ``taken`` are names of other classes in it;
    ``composite_ids`` maps id types of several parts to their schemas: they are imported too."""
    known = {*taken, *(root.name for root in roots)}
    known |= {name for root in roots for name in _identifiers(root.schema)}
    capitals = {name for root in roots for name in capitalised_properties(root.schema)}
    walk = _Walk(frozenset(known), frozenset(capitals), composite_ids or {})
    for root in roots:
        walk.add_root(root)
    return Rebuilt(tuple(walk.found), frozenset(walk.identifiers))


def _identifiers(schema: JsonSchema) -> Iterator[str]:
    for marks in marks_of_identifiers(schema):
        if marks["type"] == "id" and "name" in marks:
            yield identifier_class(marks["name"])
        if marks["type"] == "handle" and "kind" in marks:
            yield handle_class(marks["kind"])


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the walk is: the document, a pointer into it, the words of names from the root to
    here, and whether the field above carries the description."""

    document: JsonSchema
    pointer: str
    words: tuple[str, ...]
    is_field: bool = False

    @property
    def key(self) -> tuple[int, str]:
        return id(self.document), self.pointer

    @property
    def word(self) -> str:
        return self.words[-1]

    def below(self, *steps: str) -> _Place:
        pointer = "".join((self.pointer, *(f"/{escaped(step)}" for step in steps)))
        return replace(self, pointer=pointer, is_field=False)

    def property(self, name: str, word: str) -> _Place:
        pointer = f"{self.pointer}/properties/{escaped(name)}"
        return _Place(self.document, pointer, (*self.words, word), is_field=True)

    def named(self, word: str) -> _Place:
        return replace(self, words=(*self.words[:-1], word))


class _Walk:
    """The walk over the documents of one module.

    ``_open`` holds the references and objects that the walk is inside of; an object that refers to
    itself gets its name early.
    """

    def __init__(
        self,
        known: frozenset[str],
        capitals: frozenset[str],
        composite_ids: Mapping[str, JsonSchema],
    ) -> None:
        self.found: list[Definition] = []
        self.identifiers: set[str] = set()
        self._names = ClassNames(known | capitals)
        self._avoid = known
        self._composite_ids = composite_ids
        self._shared: dict[tuple[str, str], Type] = {}
        self._done: dict[tuple[int, str], Type] = {}
        self._inside: set[tuple[int, str]] = set()
        self._early: dict[tuple[int, str], str] = {}

    def add_root(self, root: Root) -> None:
        place = _Place(root.schema, "", (root.word,))
        self._early[place.key] = root.name
        model = self._built(root.schema, place, root.words)
        self.found.append(replace(model, name=root.name, describe=root.describe))

    def _type(self, schema: Any, place: _Place) -> Type:
        if not isinstance(schema, Mapping):
            return {}
        if "$ref" in schema:
            return self._referred(schema["$ref"], place)
        schema = merged(schema, place.document)
        if "const" in schema or "enum" in schema:
            return self._listed(schema, place)
        types = schema.get("type")
        if isinstance(types, list):
            return self._one_of_types(types, schema, place)
        branches = schema.get("oneOf") or schema.get("anyOf")
        if branches and (types is None or (types == "object" and not has_fields(schema))):
            return self._alternatives(schema, place)
        match types:
            case "string":
                return self._string(schema)
            case "integer" | "number":
                return number(types, schema)
            case "boolean" | "null":
                return {"type": types}
            case "array":
                return self._list(schema, place)
            case "object" if has_fields(schema):
                return self._object(schema, place)
            case "object":
                return self._map(schema, place)
        return {}

    def _string(self, schema: JsonSchema) -> Type:
        marks = schema.get("x-toolcharter", {})
        # A masked identifier is another string; its pattern is gone.
        if "pattern" in schema and marks.get("type") == "id" and "name" in marks:
            return self._identifier(identifier_class(marks["name"]))
        if "pattern" in schema and marks.get("type") == "handle" and "kind" in marks:
            return self._identifier(handle_class(marks["kind"]))
        return string(schema)

    def _identifier(self, name: str) -> Type:
        self.identifiers.add(name)
        return reference(name)

    def _listed(self, schema: JsonSchema, place: _Place) -> Type:
        """A constant or an enum; the words of a named type become an alias."""
        marks = schema.get("x-toolcharter", {})
        if "const" in schema:
            return literal_values([schema["const"]], is_code_list=False)
        is_code_list = marks.get("type") in ("country", "currency")
        listed = literal_values(schema["enum"], is_code_list=is_code_list)
        words = tuple(word for word in listed.get("enum", ()) if isinstance(word, str))
        if "name" in marks and len(words) > 1 and set(listed["enum"]) <= {*words, None}:
            alias = Words(name="", values=words)
            made = self._define(alias, place.named(class_word(marks["name"])))
            listed = nullable(made) if None in schema["enum"] else made
        # Any other word is mapped to "other" before the answer is validated.
        return {"anyOf": [listed, {"type": "string"}]} if marks.get("unknown") == "other" else listed

    def _list(self, schema: JsonSchema, place: _Place) -> Type:
        item: Type = {}
        if "prefixItems" not in schema:
            one = place.below("items").named(class_word(singular(_spelling(place))))
            item = bare(self._type(schema.get("items"), one))
        return {"type": "array", "items": item, **counts(schema, "minItems", "maxItems")}

    def _map(self, schema: JsonSchema, place: _Place) -> Type:
        value: Type = {}
        if "patternProperties" not in schema:
            one = place.below("additionalProperties").named(class_word(singular(_spelling(place))))
            value = bare(self._type(schema.get("additionalProperties"), one))
        bounds = counts(schema, "minProperties", "maxProperties")
        return {"type": "object", "additionalProperties": value or True, **bounds}

    def _object(self, schema: JsonSchema, place: _Place) -> Type:
        marks = schema.get("x-toolcharter", {})
        if marks.get("type") == "id" and self._is_whole_id(schema, marks.get("name")):
            return self._identifier(identifier_class(marks["name"]))
        if "name" in marks:
            place = place.named(class_word(marks["name"]))
        describe = "" if place.is_field else schema.get("description", "")
        model = replace(self._built(schema, place, {}), describe=describe)
        return self._define(model, place, self._early.get(place.key))

    def _built(self, schema: JsonSchema, place: _Place, words: Mapping[str, str]) -> Model:
        """The model of an object, without its name."""
        self._inside.add(place.key)
        schema = merged(schema, place.document)
        properties: Mapping[str, Any] = schema.get("properties", {})
        required = frozenset(schema.get("required", ()))
        names = field_names(properties, self._avoid)
        fields = tuple(
            self._field(
                names[wire],
                wire,
                properties[wire],
                place.property(wire, words.get(wire) or class_word(wire)),
                is_required=wire in required,
            )
            for wire in properties
        )
        self._inside.discard(place.key)
        return Model(name="", fields=fields, is_open=is_open(schema), describe="")

    def _field(
        self, name: str, wire: str, schema: Any, place: _Place, *, is_required: bool
    ) -> ModelField:
        notes = schema if isinstance(schema, Mapping) else {}
        default = notes.get("default", NO_DEFAULT)
        if is_required or isinstance(default, list | Mapping):
            default = NO_DEFAULT
        return ModelField(
            name=name,
            wire=wire,
            type=self._type(schema, place),
            is_required=is_required,
            default=default,
            describe=notes.get("description", ""),
        )

    def _alternatives(self, schema: JsonSchema, place: _Place) -> Type:
        keyword = "oneOf" if schema.get("oneOf") else "anyOf"
        branches = [
            (branch, place.below(keyword, str(index)))
            for index, branch in enumerate(schema[keyword])
            if branch != _NULL
        ]
        found = self._choice(schema, branches, place) or self._any_of(branches)
        return nullable(found) if len(branches) < len(schema[keyword]) else found

    def _choice(
        self, schema: JsonSchema, branches: Sequence[tuple[Any, _Place]], place: _Place
    ) -> Type | None:
        """A discriminated union, when a constant tells the branches apart."""
        objects = [resolved(branch, place.document) for branch, _ in branches]
        tag = tag_of(objects) if len(objects) > 1 else None
        if tag is None:
            return None
        if "name" in schema.get("x-toolcharter", {}):
            place = place.named(class_word(schema["x-toolcharter"]["name"]))
        names = {field_names(one["properties"], self._avoid)[tag] for one in objects}
        if len(names) > 1:
            return None
        branch_types = [
            self._type(branch, at.named(place.word + class_word(one["properties"][tag]["const"])))
            for (branch, at), one in zip(branches, objects, strict=True)
        ]
        classes = tuple(name for made in branch_types if (name := referred(made)))
        describe = "" if place.is_field else schema.get("description", "")
        choice = Choice(name="", branches=classes, tag=names.pop(), describe=describe)
        return self._define(choice, place)

    def _any_of(self, branches: Sequence[tuple[Any, _Place]]) -> Type:
        found: list[Type] = []
        for branch, at in branches:
            made = bare(self._type(branch, at))
            if not made:
                return {}
            found += [made] if made not in found else []
        return {"anyOf": found} if len(found) > 1 else found[0] if found else _NULL

    def _one_of_types(self, types: Sequence[str], schema: JsonSchema, place: _Place) -> Type:
        schemas = [{**schema, "type": name} for name in types if name != "null"]
        if len(schemas) == 1:
            found = self._type(schemas[0], place)
        else:
            found = self._any_of([(each, place) for each in schemas])
        return nullable(found) if "null" in types else found

    def _referred(self, target: Any, place: _Place) -> Type:
        pointer, found = looked_up(place.document, target)
        if not isinstance(found, Mapping):
            return {}
        at = _Place(place.document, pointer, place.words)
        if pointer.count("/") > 1 and not last_step(pointer).isdecimal():
            at = at.named(class_word(last_step(pointer)))
        if at.key in self._done:
            return self._done[at.key]
        if at.key in self._inside:
            return self._myself(found, at)
        self._inside.add(at.key)
        made = self._type(found, at)
        self._inside.discard(at.key)
        self._done[at.key] = made
        return made

    def _myself(self, schema: JsonSchema, place: _Place) -> Type:
        """An object inside itself is named before it is known; anything else in itself is any."""
        if not has_fields(merged(schema, place.document)):
            return {}
        if place.key not in self._early:
            self._early[place.key] = self._names.claim(place.words)
        return reference(self._early[place.key])

    def _is_whole_id(self, schema: JsonSchema, name: Any) -> bool:
        """Whether it is the id type itself, not what a view shows of it."""
        whole = self._composite_ids.get(name)
        return whole is not None and whole.get("properties") == schema.get("properties")

    def _define(self, definition: Definition, place: _Place, name: str | None = None) -> Type:
        """The reference to a definition; one that is equal in word and content is shared."""
        key = (place.word, _content(definition))
        if name is None and key in self._shared:
            return self._shared[key]
        made = reference(name or self._names.claim(place.words))
        self.found.append(replace(definition, name=referred(made)))
        self._shared[key] = made
        return made


def _spelling(place: _Place) -> str:
    """The property that a list or map stands in, for the name of its items."""
    return last_step(place.pointer) if place.is_field else place.word


def _content(definition: Definition) -> str:
    if not isinstance(definition, Model):
        return repr(definition)
    fields = [
        (each.name, each.wire, each.type, each.is_required, repr(each.default), each.describe)
        for each in definition.fields
    ]
    return json.dumps([definition.is_open, definition.describe, fields])
