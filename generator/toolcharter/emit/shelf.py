"""The definitions of one module as they are found: each has one name, and equal ones are shared."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace

from toolcharter.emit.definitions import Definition, Model, Type, reference
from toolcharter.emit.names import ClassNames
from toolcharter.emit.place import Place


class Shelf:
    """``found`` holds the definitions in order, ``identifiers`` the classes that are imported."""

    def __init__(self, taken: Iterable[str]) -> None:
        self.found: list[Definition] = []
        self.identifiers: set[str] = set()
        self._names = ClassNames(taken)
        self._shared: dict[tuple[str, str], Type] = {}
        self._early: dict[tuple[int, str], str] = {}

    def identifier(self, name: str) -> Type:
        """The type of a class of identifiers."""
        self.identifiers.add(name)
        return reference(name)

    def early(self, place: Place) -> Type:
        """The type of what is being defined at the place: it is inside itself."""
        if place.key not in self._early:
            self._early[place.key] = self._names.claim(place.words)
        return reference(self._early[place.key])

    def reserve(self, place: Place, name: str) -> None:
        """What will be defined at the place has this name."""
        self._early[place.key] = name

    def define(self, definition: Definition, place: Place) -> Type:
        """The type of a definition, new or shared: one equal in word and content."""
        key = (place.word, _content(definition))
        early = self._early.get(place.key)
        if early is None and key in self._shared:
            return self._shared[key]
        name = early or self._names.claim(place.words)
        self.found.append(replace(definition, name=name))
        self._shared[key] = reference(name)
        return self._shared[key]

    def share(self, model: Model, word: str) -> None:
        """A model with the same fields and this word shall be this one."""
        self._shared[word, _content(replace(model, describe=""))] = reference(model.name)


def _content(definition: Definition) -> str:
    if not isinstance(definition, Model):
        return repr(definition)
    fields = [
        (each.name, each.wire, each.type, each.is_required, repr(each.default), each.describe)
        for each in definition.fields
    ]
    return json.dumps([definition.is_open, definition.describe, fields])
