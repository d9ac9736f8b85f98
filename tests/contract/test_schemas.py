"""The published schemas: what they are made of, what they say, what editors can show."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from contract.documents import language_folder
from toolcharter.contract import SCHEMA_NAMES, FileKind, schema_text
from toolcharter.contract.language.assemble import FOLDER, schema_files
from toolcharter.contract.published import schema_of
from toolcharter.contract.validate import schema_name

ANNOTATIONS = {"title", "description", "examples", "errorMessage", "defaultSnippets"}
CONDITION_KEYWORDS = {"type", "const", "enum", "pattern", "properties", "required", "allOf", "not"}
KEYWORDS = {
    *("$schema", "$id", "$defs", "$ref", "format", "minLength", "maxLength", "minimum", "maximum"),
    *("minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "prefixItems"),
    *("additionalProperties", "propertyNames", "items", "dependentRequired", "anyOf", "oneOf"),
    *("if", "then", "else"),
    *ANNOTATIONS,
    *CONDITION_KEYWORDS,
}
"""The subset that the walk reads; anything else would be accepted by it in silence."""


def _schemas(schema: Any) -> Iterator[dict[str, Any]]:
    """Every schema inside a schema."""
    if not isinstance(schema, dict):
        return
    yield schema
    for word in ("additionalProperties", "propertyNames", "items", "if", "then", "else", "not"):
        yield from _schemas(schema.get(word))
    for word in ("properties", "$defs"):
        for part in schema.get(word, {}).values():
            yield from _schemas(part)
    for word in ("allOf", "anyOf", "oneOf", "prefixItems"):
        for part in schema.get(word, ()):
            yield from _schemas(part)


@pytest.mark.parametrize("name", SCHEMA_NAMES)
def test_a_published_file_is_what_the_definitions_make(name: str) -> None:
    assert schema_files()[f"{name}.schema.json"] == schema_text(name)


def test_there_is_no_other_file_beside_the_published_schemas() -> None:
    files = {path.name for path in FOLDER.iterdir()}
    assert files == set(schema_files()) == {f"{name}.schema.json" for name in SCHEMA_NAMES}


def test_every_kind_of_file_that_is_validated_has_a_published_schema() -> None:
    read = set(FileKind) - {FileKind.JSON_SCHEMA, FileKind.CASE}
    assert {schema_name(kind) for kind in read} == set(SCHEMA_NAMES)


@pytest.mark.parametrize("name", SCHEMA_NAMES)
def test_a_published_schema_is_valid_2020_12_and_self_contained(name: str) -> None:
    schema = json.loads(schema_text(name))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$id"] == f"https://toolcharter.dev/schemas/1/{name}.schema.json"
    used = {part["$ref"] for part in _schemas(schema) if "$ref" in part}
    assert used == {f"#/$defs/{definition}" for definition in schema.get("$defs", {})}


@pytest.mark.parametrize("name", SCHEMA_NAMES)
def test_a_published_schema_keeps_to_the_keywords_that_the_walk_reads(name: str) -> None:
    for part in _schemas(schema_of(name)):
        assert set(part) <= KEYWORDS
        for condition in (part.get("if"), part.get("not")):
            for each in _schemas(condition):
                assert set(each) <= CONDITION_KEYWORDS
        for choice in (*part.get("oneOf", ()), *part.get("anyOf", ())):
            assert set(choice) == {"required"}
            assert len(choice["required"]) == 1


@pytest.mark.parametrize("name", SCHEMA_NAMES)
def test_every_key_of_every_closed_record_is_described(name: str) -> None:
    definitions = schema_of(name).get("$defs", {})
    for part in _schemas(schema_of(name)):
        if part.get("additionalProperties") is not False:
            continue
        for key, value in part["properties"].items():
            if value is False:
                continue
            used = definitions.get(value.get("$ref", "").removeprefix("#/$defs/"), {})
            described = value.get("description") or used.get("description")
            assert described, f"{part.get('title')}: {key}"
            assert described[-1] in ".", f"{part.get('title')}: {key}"


def test_every_closed_record_has_a_name_for_messages() -> None:
    for name in SCHEMA_NAMES:
        for part in _schemas(schema_of(name)):
            if part.get("additionalProperties") is False:
                assert re.fullmatch(r"(an?|the|what) .+", part["title"])


def _keys_of_the_tables(text: str) -> set[str]:
    """What stands in code in the first cells of the tables about keys, and the keys of types."""
    keys: set[str] = set()
    for section in ("3. A contract", "4. Effect", "9. `adapter"):
        body = text.split(f"## {section}", 1)[1].split("\n## ", 1)[0]
        for row in re.findall(r"^\| (`.+?) \|", body, re.MULTILINE):
            for code in re.findall(r"`([^`]+)`", row):
                keys.update(re.findall(r"[a-z_]+", code.partition(":")[0]))
    types = text.split("## 6. ", 1)[1].split("**Canonical", 1)[0]
    for needs, may in re.findall(r"^\| `.+?\|(.*?)\|(.*?)\|", types, re.MULTILINE):
        keys.update(re.findall(r"\b[a-z]+(?:_[a-z]+)*\b", re.sub(r"\([^)]*\)", "", needs)))
        keys.update(re.findall(r"\b[a-z]+_[a-z]+\b|\b(?:step|unit|default|unknown)\b", may))
    return keys - {"and", "or", "of", "a", "with"}


def test_the_schemas_know_every_key_of_the_tables_of_the_language() -> None:
    text = (language_folder() / "LANGUAGE.md").read_text(encoding="utf-8")
    known = {
        key
        for name in SCHEMA_NAMES
        for part in _schemas(schema_of(name))
        for key in part.get("properties", {})
    }
    keys = _keys_of_the_tables(text)
    assert len(keys) > 70
    assert keys - known == set()


def test_the_types_of_fields_are_those_of_the_language() -> None:
    text = (language_folder() / "LANGUAGE.md").read_text(encoding="utf-8")
    rows = text.split("## 6. ", 1)[1].split("**Canonical", 1)[0]
    types = {
        code
        for cell in re.findall(r"^\| (`.+?) \|", rows, re.MULTILINE)
        for code in re.findall(r"`([a-z_]+)`", cell)
    }
    definitions = schema_of("types")["$defs"]
    assert {f"shared_{name}" for name in types} == {
        name for name in definitions if name.startswith("shared_")
    } - {"shared_type", "shared_named"}
