"""datamodel-code-generator alone: ``python -m benchmarks.peer_models COMBINED OUTPUT WAY``.

Walks in: one JSON Schema that holds every model of a compiled catalog. Walks out: one module of
models. ``combined`` builds that schema from the schemas of a generated package: input, answer and
every view of each tool version, with the keywords that models can say, and discriminators.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

Json = Any

WAYS = ("plain", "builtin")
"""Without a formatter, and with the one that comes with it."""

_KEPT = {
    "$ref", "type", "enum", "const", "default", "description",
    "minimum", "maximum", "multipleOf", "minLength", "maxLength", "pattern",
    "items", "minItems", "maxItems", "minProperties", "maxProperties", "required",
}  # fmt: skip


def combined(package: Path) -> Json:
    """One schema with every model of the package, in the order of the tools.

    As in our modules, what the roots of one tool share is there once.
    """
    found: dict[str, Json] = {}
    for path in sorted((package / "schemas").glob("*.json")):
        parts = json.loads(path.read_bytes())
        roots = {"input": parts["input"], "answer": parts["answer"]}
        roots |= {f"{name}_view": view["schema"] for name, view in parts["views"].items()}
        tool = "".join(word.title() for word in path.stem.split("_"))
        for word, schema in roots.items():
            for inner, each in schema.get("$defs", {}).items():
                found[f"{tool}_{inner}"] = _said(each, tool)
            found[tool + "".join(part.title() for part in word.split("_"))] = _said(schema, tool)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": found}


def _said(schema: Json, prefix: str) -> Json:
    """What a model can say of a schema; code lists are strings, as in our models."""
    if not isinstance(schema, dict):
        return schema
    if schema.get("x-toolcharter", {}).get("type") in ("country", "currency"):
        return {"type": "string"}
    kept = {key: schema[key] for key in schema if key in _KEPT}
    if "$ref" in kept:
        kept["$ref"] = kept["$ref"].replace("#/$defs/", f"#/$defs/{prefix}_")
    if "items" in kept:
        kept["items"] = _said(kept["items"], prefix)
    if "properties" in schema:
        kept["properties"] = {
            name: _said(each, prefix) for name, each in schema["properties"].items()
        }
    if "additionalProperties" in schema:
        kept["additionalProperties"] = _said(schema["additionalProperties"], prefix)
    for keyword in ("oneOf", "anyOf"):
        if keyword in schema:
            kept[keyword] = [_said(each, prefix) for each in schema[keyword]]
            tag = _tag(schema[keyword])
            kept |= {"discriminator": {"propertyName": tag}} if tag else {}
    return kept


def _tag(branches: Json) -> str | None:
    constants = [
        {name for name, each in branch.get("properties", {}).items() if "const" in each}
        for branch in branches
    ]
    return next(iter(sorted(set.intersection(*constants))), None)


def generate(source: Path, output: Path, way: str) -> None:
    """Generates the models the way we have ours generated, in this process."""
    from datamodel_code_generator import InputFileType
    from datamodel_code_generator import generate as generate_models
    from datamodel_code_generator.config import GenerateConfig
    from datamodel_code_generator.enums import DataModelType
    from datamodel_code_generator.format import Formatter, PythonVersion
    from datamodel_code_generator.parser import LiteralType

    config = GenerateConfig(
        input_file_type=InputFileType.JsonSchema,
        output=output,
        output_model_type=DataModelType.PydanticV2BaseModel,
        target_python_version=PythonVersion.PY_311,
        disable_timestamp=True,
        enum_field_as_literal=LiteralType.All,
        field_constraints=True,
        formatters=[Formatter.BUILTIN] if way == "builtin" else [],
        skip_root_model=True,
        use_annotated=True,
        use_standard_collections=True,
        use_union_operator=True,
    )
    generate_models(source, config=config)


if __name__ == "__main__":
    generate(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
