"""A place inside a JSON Schema, and what a class that stands there would be called."""

from __future__ import annotations

from dataclasses import dataclass, replace

from toolcharter.emit.names import class_word, singular
from toolcharter.ir.model import JsonSchema
from toolcharter.ir.pointers import below, tokens_of


@dataclass(frozen=True, slots=True)
class Place:
    """``words`` lead from the root to here, each the beginning of a class name; ``is_field``: a
    field stands here, which carries the description."""

    document: JsonSchema
    pointer: str
    words: tuple[str, ...]
    is_field: bool = False

    @property
    def key(self) -> tuple[int, str]:
        """The place alone, for as long as the document lives."""
        return id(self.document), self.pointer

    @property
    def word(self) -> str:
        """The word of this place alone."""
        return self.words[-1]

    def named(self, word: str) -> Place:
        """The same place with another word of its own."""
        return replace(self, words=(*self.words[:-1], word))

    def property(self, name: str, word: str) -> Place:
        """The property ``name`` of the object that stands here."""
        pointer = below(self.pointer, "properties", name)
        return Place(self.document, pointer, (*self.words, word), is_field=True)

    def branch(self, keyword: str, index: int) -> Place:
        """A branch of the union that stands here; it goes by the same words."""
        return replace(self, pointer=f"{self.pointer}/{keyword}/{index}", is_field=False)

    def word_of_branch(self, tag: str) -> str:
        """The beginning of the class name of the branch that a tag stands for."""
        word = class_word(tag)
        return word if word.startswith(self.word) else f"{self.word}{word}"

    def one(self, keyword: str) -> Place:
        """An item or value of the list or map that stands here: one of ``orders`` is an order."""
        plural = tokens_of(self.pointer)[-1] if self.is_field else self.word
        one = replace(self, pointer=f"{self.pointer}/{keyword}", is_field=False)
        return one.named(class_word(singular(plural)))

    def elsewhere(self, pointer: str) -> Place:
        """The place that a reference here points to; what is defined there has a name."""
        place = Place(self.document, pointer, self.words)
        tokens = tokens_of(pointer)
        is_named = len(tokens) > 1 and not tokens[-1].isdecimal()
        return place.named(class_word(tokens[-1])) if is_named else place
