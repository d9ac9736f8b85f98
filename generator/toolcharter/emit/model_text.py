"""The text of models and aliases, piece by piece.

Walks in: definitions, and what the engine made of their fields. Walks out: views for the template,
whose every line is finished, and the names that the text needs to import.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from toolcharter.emit.definitions import Choice, Definition, Model, Words
from toolcharter.emit.docstrings import docstring
from toolcharter.emit.layout import (
    Brackets,
    Labelled,
    Node,
    Text,
    Union,
    alias,
    assignment,
    laid_out,
    names_in,
)
from toolcharter.emit.literals import literal
from toolcharter.emit.models import Fields


@dataclass(frozen=True, slots=True)
class FieldView:
    """``separated``: an empty line stands before it."""

    lines: str
    docstring: str
    separated: bool


@dataclass(frozen=True, slots=True)
class DefinitionView:
    """A class, or an alias, which has no ``config`` and no fields."""

    head: str
    docstring: str
    config: str = ""
    fields: tuple[FieldView, ...] = ()


@dataclass(frozen=True, slots=True)
class DefinitionText:
    """What the template writes of a definition, and the names that it needs to import."""

    view: DefinitionView
    names: frozenset[str]


def definition_text(definition: Definition, fields: Mapping[str, Fields]) -> DefinitionText:
    """The text of a definition; ``fields`` holds those of each model by its name."""
    match definition:
        case Model():
            return _model(definition, fields[definition.name])
        case Choice():
            tag = Brackets("Field(", (Labelled("discriminator=", _string(definition.tag)),), ")")
            branches = Union(tuple(Text(name) for name in definition.branches))
            node = Brackets("Annotated[", (branches, tag), "]")
            return _alias(definition.name, node, definition.describe)
        case Words():
            words = tuple(map(_string, definition.values))
            return _alias(definition.name, Brackets("Literal[", words, "]"), "")


def _model(model: Model, fields: Fields) -> DefinitionText:
    settings = {"extra": "allow" if model.is_open else "forbid", "strict": True}
    if any(each.name != each.wire for each in model.fields):
        settings["validate_by_name"] = True
    given = tuple(Labelled(f"{key}=", Text(literal(value))) for key, value in settings.items())
    config = laid_out(Brackets("ConfigDict(", given, ")"), indent=4, before="model_config = ")
    # In the head, because there a type checker sees that no field can be assigned to.
    bases = (Text("BaseModel"), Labelled("frozen=", Text("True")))
    head = laid_out(Brackets(f"class {model.name}(", bases, ")"), after=":")
    nodes = [
        node for field in fields for node in (field.annotation, field.default) if node is not None
    ]
    return DefinitionText(
        DefinitionView(
            head="\n".join(head),
            docstring=docstring(model.describe, indent=4),
            config="\n".join(config),
            fields=tuple(_fields(model, fields)),
        ),
        frozenset({"BaseModel", "ConfigDict", *_names(nodes)}),
    )


def _fields(model: Model, fields: Fields) -> Iterator[FieldView]:
    is_separated = True
    for field, written in zip(model.fields, fields, strict=True):
        lines = assignment(field.name, written.annotation, written.default, indent=4)
        prose = docstring(field.describe, indent=4)
        yield FieldView("\n".join(lines), prose, is_separated)
        is_separated = bool(prose)


def _alias(name: str, node: Node, describe: str) -> DefinitionText:
    view = DefinitionView(
        head="\n".join(alias(name, node)), docstring=docstring(describe, indent=0)
    )
    return DefinitionText(view, frozenset({"TypeAlias", *_names([node])}))


def _string(text: str) -> Node:
    return Text(literal(text))


def _names(nodes: Iterable[Node]) -> Iterator[str]:
    for node in nodes:
        yield from names_in(node)
