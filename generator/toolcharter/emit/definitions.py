"""What a generated module defines: models, and aliases of unions and of shared words.

Values only. A ``Type`` is a small JSON Schema (``model_schemas`` lists its keywords) in which a
definition, or a class that the module imports, is named by ``reference``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from toolcharter.ir.model import JsonSchema

Type = dict[str, Any]

NO_DEFAULT: Final = object()

_REFERENCE = "references.Ref__"


def reference(name: str) -> Type:
    """The type of a class or alias with this name."""
    return {"customTypePath": _REFERENCE + name}


def referred(made: Type) -> str | None:
    """The name that a type refers to, if it is nothing but a reference."""
    path = made.get("customTypePath")
    return None if path is None else str(path).removeprefix(_REFERENCE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelField:
    """``wire`` is the name in JSON, ``name`` in Python."""

    name: str
    wire: str
    type: Type
    is_required: bool
    default: Any = NO_DEFAULT
    describe: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A class; an open one takes further properties."""

    name: str
    fields: tuple[ModelField, ...]
    is_open: bool
    describe: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """An alias of the union of models that differ in the constant of the field ``tag``."""

    name: str
    branches: tuple[str, ...]
    tag: str
    describe: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """An alias of the words of a shared enum."""

    name: str
    values: tuple[str, ...]


Definition = Model | Choice | Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Root:
    """A schema that becomes the model ``name``. ``word`` stands for it in the names of its parts;
    ``words`` names the class of a property where the property's own name would not do; a part with
    the same fields whose word is ``also`` is this model too."""

    name: str
    word: str
    schema: JsonSchema
    describe: str
    words: Mapping[str, str] = field(default_factory=dict)
    also: str = ""
