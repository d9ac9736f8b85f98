"""The walk over the canonical schemas of one module, which puts what it meets on a shelf.

Walks in: the root of a model. Walks out: definitions on the shelf, of the root and of every object,
union and shared enum in it. It keeps what a model can say of a type and leaves out the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from toolcharter.emit.definitions import (
    NO_DEFAULT,
    Choice,
    Model,
    ModelField,
    Root,
    Type,
    Words,
    referred,
)
from toolcharter.emit.identifier_marks import identifier_named_by, is_whole
from toolcharter.emit.names import class_word, field_names, identifier_class
from toolcharter.emit.place import Place
from toolcharter.emit.scalar_types import bare, counts, literal_values, nullable, number, string
from toolcharter.emit.schema_reading import (
    has_fields,
    is_open,
    looked_up,
    merged,
    resolved,
    tag_of,
)
from toolcharter.emit.shelf import Shelf
from toolcharter.ir.model import JsonSchema

_NULL: Type = {"type": "null"}


class SchemaWalk:
    """The walk over the documents of one module.

    ``_done`` holds the types of places that were left, ``_inside`` the places that it is inside of,
    as they were entered.
    """

    def __init__(
        self, shelf: Shelf, avoid: frozenset[str], composite_ids: Mapping[str, JsonSchema]
    ) -> None:
        self._shelf = shelf
        self._avoid = avoid
        self._composite_ids = composite_ids
        self._done: dict[tuple[int, str], Type] = {}
        self._inside: dict[tuple[int, str], Place] = {}

    def add_root(self, root: Root) -> None:
        """Put the model of a root on the shelf, and everything in it before."""
        place = Place(root.schema, "", (root.word,))
        self._shelf.reserve(place, root.name)
        model = self._built(root.schema, place, root.words)
        model = replace(model, name=root.name, describe=root.describe)
        self._shelf.define(model, place)
        if root.also:
            self._shelf.share(model, root.also)

    def _type(self, schema: Any, place: Place) -> Type:
        if not isinstance(schema, dict):
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
        # An identifier has a pattern; what a mask leaves of one is another string.
        names = identifier_named_by(schema.get("x-toolcharter")) if "pattern" in schema else ()
        return self._shelf.identifier(names[0]) if names else string(schema)

    def _listed(self, schema: JsonSchema, place: Place) -> Type:
        """A constant or an enum; the words of a named type become an alias."""
        marks = schema.get("x-toolcharter", {})
        if "const" in schema:
            return literal_values([schema["const"]], is_code_list=False)
        is_code_list = marks.get("type") in ("country", "currency")
        listed = literal_values(schema["enum"], is_code_list=is_code_list)
        words = tuple(word for word in listed.get("enum", ()) if isinstance(word, str))
        if "name" in marks and len(words) > 1 and set(listed["enum"]) <= {*words, None}:
            alias = Words(name="", values=words)
            made = self._shelf.define(alias, place.named(class_word(marks["name"])))
            listed = nullable(made) if None in schema["enum"] else made
        # Any other word is mapped to "other" before the answer is validated.
        return (
            {"anyOf": [listed, {"type": "string"}]} if marks.get("unknown") == "other" else listed
        )

    def _list(self, schema: JsonSchema, place: Place) -> Type:
        item: Type = {}
        if "prefixItems" not in schema:
            item = bare(self._type(schema.get("items"), place.one("items")))
        return {"type": "array", "items": item, **counts(schema, "minItems", "maxItems")}

    def _map(self, schema: JsonSchema, place: Place) -> Type:
        value: Type = {}
        if "patternProperties" not in schema:
            one = place.one("additionalProperties")
            value = bare(self._type(schema.get("additionalProperties"), one))
        bounds = counts(schema, "minProperties", "maxProperties")
        return {"type": "object", "additionalProperties": value or True, **bounds}

    def _object(self, schema: JsonSchema, place: Place) -> Type:
        marks = schema.get("x-toolcharter", {})
        if marks.get("type") == "id" and is_whole(
            schema, self._composite_ids.get(marks.get("name", ""))
        ):
            return self._shelf.identifier(identifier_class(marks["name"]))
        if "name" in marks:
            place = place.named(class_word(marks["name"]))
        if place.key not in self._done:
            describe = "" if place.is_field else schema.get("description", "")
            model = replace(self._built(schema, place, {}), describe=describe)
            self._done[place.key] = self._shelf.define(model, place)
        return self._done[place.key]

    def _built(self, schema: JsonSchema, place: Place, words: Mapping[str, str]) -> Model:
        """The model of an object, without its name."""
        self._inside[place.key] = place
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
            # In an open model a further property may have any Python name that we could choose:
            # there only names that stay are fields, and the rest are further properties too.
            if not is_open(schema) or names[wire] == wire
        )
        self._inside.pop(place.key, None)
        return Model(name="", fields=fields, is_open=is_open(schema), describe="")

    def _field(
        self, name: str, wire: str, schema: Any, place: Place, *, is_required: bool
    ) -> ModelField:
        notes = schema if isinstance(schema, dict) else {}
        default = notes.get("default", NO_DEFAULT)
        if is_required or isinstance(default, list | dict):
            default = NO_DEFAULT
        return ModelField(
            name=name,
            wire=wire,
            type=self._type(schema, place),
            is_required=is_required,
            default=default,
            describe=notes.get("description", ""),
        )

    def _alternatives(self, schema: JsonSchema, place: Place) -> Type:
        keyword = "oneOf" if schema.get("oneOf") else "anyOf"
        branches = [
            (branch, place.branch(keyword, index))
            for index, branch in enumerate(schema[keyword])
            if branch != _NULL
        ]
        found = self._choice(schema, branches, place) or self._any_of(branches)
        return nullable(found) if len(branches) < len(schema[keyword]) else found

    def _choice(
        self, schema: JsonSchema, branches: Sequence[tuple[Any, Place]], place: Place
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
            self._type(branch, at.named(place.word_of_branch(one["properties"][tag]["const"])))
            for (branch, at), one in zip(branches, objects, strict=True)
        ]
        classes = tuple(name for made in branch_types if (name := referred(made)))
        describe = "" if place.is_field else schema.get("description", "")
        choice = Choice(name="", branches=classes, tag=names.pop(), describe=describe)
        return self._shelf.define(choice, place)

    def _any_of(self, branches: Sequence[tuple[Any, Place]]) -> Type:
        found: list[Type] = []
        for branch, at in branches:
            made = bare(self._type(branch, at))
            if not made:
                return {}
            found += [made] if made not in found else []
        return {"anyOf": found} if len(found) > 1 else found[0] if found else _NULL

    def _one_of_types(self, types: Sequence[str], schema: JsonSchema, place: Place) -> Type:
        schemas = [{**schema, "type": name} for name in types if name != "null"]
        if len(schemas) == 1:
            found = self._type(schemas[0], place)
        else:
            found = self._any_of([(each, place) for each in schemas])
        return nullable(found) if "null" in types else found

    def _referred(self, target: Any, place: Place) -> Type:
        pointer, found = looked_up(place.document, target)
        if not isinstance(found, dict):
            return {}
        at = place.elsewhere(pointer)
        if at.key in self._done:
            return self._done[at.key]
        if at.key in self._inside:
            # Anything but an object that is inside itself has no name to be called by.
            is_object = has_fields(merged(found, place.document))
            return self._shelf.early(self._inside[at.key]) if is_object else {}
        self._inside[at.key] = at
        made = self._type(found, at)
        self._inside.pop(at.key, None)
        self._done[at.key] = made
        return made
