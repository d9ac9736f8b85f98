"""The one door to datamodel-code-generator: what it makes of our definitions.

Walks in: definitions with rebuilt types. Walks out: for each model its fields as annotations and
defaults, ready to be laid out. The engine sees types of the listed keywords and names of ours, and
never a description. What it returns is read as a syntax tree, compared with what was asked for, and
only then written, string by string, by our own hand; anything unexpected is a ModelEngineError.

The engine is slow to import: nothing happens before the first call.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from toolcharter.emit.annotations import ModelEngineError, annotation, default_value
from toolcharter.emit.definitions import NO_DEFAULT, Model
from toolcharter.emit.layout import Node

_CLASS = "EngineModel{}"


@dataclass(frozen=True, slots=True)
class WrittenField:
    """A field as it is written: its annotation, and its default if it has one."""

    annotation: Node
    default: Node | None


Fields = tuple[WrittenField, ...]


def annotated_fields(models: Sequence[Model]) -> list[Fields]:
    """The written fields of each model, in the order of its fields.

    Models with the same fields are given to the engine once.
    """
    keys = [_key(model) for model in models]
    unique = dict(zip(keys, models, strict=True))
    made = dict(zip(unique, _generated(list(unique.values())), strict=True))
    return [made[key] for key in keys]


def _key(model: Model) -> str:
    return json.dumps(
        [
            [each.name, each.wire, each.type, each.is_required, repr(each.default)]
            for each in model.fields
        ]
    )


def _generated(models: Sequence[Model]) -> list[Fields]:
    if not any(model.fields for model in models):
        return [() for _ in models]
    names = [_CLASS.format(index) for index in range(len(models))]
    aliases = {
        f"{name}.{each.wire}": each.name
        for name, model in zip(names, models, strict=True)
        for each in model.fields
        if each.wire != each.name
    }
    schemas = {name: _schema(model) for name, model in zip(names, models, strict=True)}
    source = _engine(schemas, aliases)
    classes = {node.name: node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}
    if set(classes) != set(names):
        raise ModelEngineError("other classes than were asked for")
    return [_fields(model, classes[name]) for name, model in zip(names, models, strict=True)]


def _schema(model: Model) -> dict[str, Any]:
    """What the engine sees of a model. A field with a default never lacks a value: to the engine,
    which never sees a default, it is required."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [
            each.wire for each in model.fields if each.is_required or each.default is not NO_DEFAULT
        ],
        "properties": {each.wire: each.type for each in model.fields},
    }


def _engine(schemas: Mapping[str, Any], aliases: Mapping[str, str]) -> str:
    from datamodel_code_generator import generate
    from datamodel_code_generator.config import GenerateConfig
    from datamodel_code_generator.enums import (
        DataModelType,
        InputFileType,
        TargetPydanticVersion,
    )
    from datamodel_code_generator.format import PythonVersion
    from datamodel_code_generator.parser import LiteralType

    config = GenerateConfig(
        input_file_type=InputFileType.JsonSchema,
        output_model_type=DataModelType.PydanticV2BaseModel,
        target_python_version=PythonVersion.PY_311,
        target_pydantic_version=TargetPydanticVersion.V2_12,
        aliases=aliases,
        allow_remote_refs=False,
        disable_timestamp=True,
        enum_field_as_literal=LiteralType.All,
        field_constraints=True,
        formatters=[],
        skip_root_model=True,
        strict_nullable=True,
        strict_refs=True,
        use_annotated=True,
        use_missing_sentinel=True,
        use_standard_collections=True,
        use_union_operator=True,
    )
    source = generate({"$defs": schemas}, config=config)
    if not isinstance(source, str):
        raise ModelEngineError("several modules, or none")
    return source


def _fields(model: Model, node: ast.ClassDef) -> Fields:
    written = [each for each in node.body if isinstance(each, ast.AnnAssign)]
    names = [each.target.id for each in written if isinstance(each.target, ast.Name)]
    if names != [each.name for each in model.fields]:
        raise ModelEngineError("other fields than were asked for")
    return tuple(
        WrittenField(
            annotation(each.annotation, field),
            default_value(each.value, field),
        )
        for each, field in zip(written, model.fields, strict=True)
    )
