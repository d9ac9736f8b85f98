"""datamodel-code-generator alone: ``python -m benchmarks.peer_models COMBINED OUTPUT WAY``.

Walks in: one JSON Schema that holds every model of a compiled catalog. Walks out: one module of
models. ``combined`` builds that schema from the schemas of a generated package: input, answer and
every view of each tool version, with the keywords that models can say, and discriminators.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
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


_CODE_LISTS = ("#/$defs/country", "#/$defs/currency")


def combined(package: Path) -> Json:
    """One schema with every model of the package, in the order of the tools.

    As in our modules, an object that stands in several models of one tool is there once.
    """
    found: dict[str, Json] = {}
    for path in sorted((package / "schemas").glob("*.json")):
        found |= _of_tool(json.loads(path.read_bytes()), _title(path.stem))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": found}


def _of_tool(parts: Json, tool: str) -> dict[str, Json]:
    roots = {"input": parts["input"], "answer": parts["answer"]}
    roots |= {f"{name}_view": view["schema"] for name, view in parts["views"].items()}
    found: dict[str, Json] = {}
    for word, schema in roots.items():
        for inner, each in schema.get("$defs", {}).items():
            if f"#/$defs/{inner}" not in _CODE_LISTS:
                found[f"{tool}_{inner}"] = _said(each, tool)
        found[tool + _title(word)] = _said(schema, tool)
    places = Counter(json.dumps(each) for root in found.values() for each in _objects(root))
    shared = {text: f"{tool}Object{number}" for number, text in enumerate(places)}
    shared = {text: name for text, name in shared.items() if places[text] > 1}
    found = {name: _referring(root, shared, is_root=True) for name, root in found.items()}
    for text, name in shared.items():
        found[name] = _referring(json.loads(text), shared, is_root=True)
    return found


def _title(name: str) -> str:
    return "".join(word.title() for word in name.split("_"))


def _objects(schema: Json, *, is_root: bool = True) -> Iterator[Json]:
    """The objects inside a schema, which become models of their own."""
    if isinstance(schema, list):
        for each in schema:
            yield from _objects(each, is_root=False)
    elif isinstance(schema, dict):
        if not is_root and isinstance(schema.get("properties"), dict) and "type" in schema:
            yield schema
        for each in schema.values():
            yield from _objects(each, is_root=False)


def _referring(schema: Json, shared: Mapping[str, str], *, is_root: bool = False) -> Json:
    if isinstance(schema, list):
        return [_referring(each, shared) for each in schema]
    if not isinstance(schema, dict):
        return schema
    name = None if is_root else shared.get(json.dumps(schema))
    if name is not None:
        return {"$ref": f"#/$defs/{name}"}
    return {key: _referring(each, shared) for key, each in schema.items()}


def _said(schema: Json, prefix: str) -> Json:
    """What a model can say of a schema; code lists are strings, as in our models."""
    if not isinstance(schema, dict):
        return schema
    if schema.get("$ref") in _CODE_LISTS:
        return {"type": "string"}
    kept = {key: schema[key] for key in schema if key in _KEPT and schema[key] != ""}
    if "$ref" in kept:
        kept["$ref"] = kept["$ref"].replace("#/$defs/", f"#/$defs/{prefix}_")
    if "items" in kept:
        kept["items"] = _said({**kept["items"], "description": ""}, prefix)
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
