"""The engine's verdict, with the settings of this house, against a second implementation."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import jsonschema_rs
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_package import PackageMaker, closed
from source.corpora import corpus
from toolcharter.ir.validators import FORMATS
from toolcharter_runtime import Raw, _validators
from toolcharter_runtime._fault_location import FaultLocator
from toolcharter_runtime._validators import is_valid, validator
from toolcharter_runtime.errors import CatalogError

BUGS = Path(__file__).parent.parent / "cases" / "bugs"


def bug(name: str) -> Any:
    return json.loads((BUGS / name / "input.json").read_text())


def test_bug_058_every_format_is_checked_with_the_declared_dependencies_only() -> None:
    case = bug("058-date-time-format-never-checked")
    del case["schema"]["properties"]["z"]
    engine = validator(case["schema"])
    assert [is_valid(engine, each) for each in case["reject"]] == [False] * len(case["reject"])
    assert [is_valid(engine, each) for each in case["accept"]] == [True] * len(case["accept"])


def test_bug_058_an_unknown_format_is_refused() -> None:
    schema = bug("058-date-time-format-never-checked")["schema"]
    with pytest.raises(jsonschema_rs.ValidationError, match="Unknown format"):
        validator(schema)


def test_bug_058_a_start_up_test_notices_a_format_that_is_not_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(_validators._NEVER, "date", "2026-02-28")
    _validators._self_test.cache_clear()
    with pytest.raises(CatalogError, match="format date is not checked"):
        validator({})
    monkeypatch.undo()
    validator({})


def test_the_formats_that_are_proven_are_those_that_compile() -> None:
    assert set(_validators._NEVER) == FORMATS


@pytest.mark.parametrize(
    "name", ["059-dollar-accepts-trailing-newline", "060-digit-class-takes-other-scripts"]
)
def test_bugs_059_060_patterns_mean_what_ecma_262_says(name: str) -> None:
    case = bug(name)
    engine = validator(case["schema"])
    assert [is_valid(engine, each) for each in case["reject"]] == [False] * len(case["reject"])
    assert [is_valid(engine, each) for each in case["accept"]] == [True] * len(case["accept"])


@pytest.mark.promise("B3")
async def test_bug_106_a_map_survives_the_boundary(make_package: PackageMaker) -> None:
    case = bug("106-map-valued-arguments-stripped")
    made = make_package(input=case["schema"])
    dispatcher = made.dispatcher()
    run = made.run(dispatcher)
    for value in case["accept"]:
        assert b'"ok":true' in await dispatcher.call(run, "tool_v1", orjson.dumps(value))
    assert made.received == case["accept"]
    fields = []
    for value in case["reject"]:
        envelope = orjson.loads(await dispatcher.call(run, "tool_v1", orjson.dumps(value)))
        fields.append((envelope["error"]["code"], envelope["error"]["field"]))
    assert fields == [("INVALID_ARGUMENT", "/query/kind"), ("INVALID_ARGUMENT", "/query/Kind")]


@pytest.mark.promise("B3")
async def test_bug_107_text_that_looks_like_json_stays_text(make_package: PackageMaker) -> None:
    case = bug("107-text-that-looks-like-json")
    made = make_package(input=case["schema"])
    dispatcher = made.dispatcher()
    run = made.run(dispatcher)
    for value in case["accept"]:
        assert b'"ok":true' in await dispatcher.call(run, "tool_v1", orjson.dumps(value))
    assert made.received == case["accept"]
    for value in case["reject"]:
        envelope = orjson.loads(await dispatcher.call(run, "tool_v1", orjson.dumps(value)))
        assert envelope["error"]["code"] == "INVALID_ARGUMENT"
        assert envelope["error"]["field"] == f"/{next(iter(value))}"
    assert len(made.received) == len(case["accept"])


async def test_a_pattern_that_is_slow_elsewhere_is_not_slow_here(
    make_package: PackageMaker,
) -> None:
    made = make_package(input=closed({"a": {"type": "string", "pattern": "^(a+)+$"}}))
    dispatcher = made.dispatcher()
    run = made.run(dispatcher)
    text = await dispatcher.call(run, "tool_v1", orjson.dumps({"a": "a" * 50_000 + "b"}))
    assert b"INVALID_ARGUMENT" in text


def test_no_reference_is_ever_fetched() -> None:
    with pytest.raises(jsonschema_rs.ValidationError, match="disabled"):
        validator({"$ref": "http://127.0.0.1:9/schema.json"})
    with pytest.raises(jsonschema_rs.ValidationError, match="disabled"):
        validator({"$ref": "file:///etc/hostname"})


def test_a_value_that_is_no_json_is_invalid_and_no_accident() -> None:
    engine = validator(closed({"a": {"type": "string", "pattern": "^a"}}))
    assert not is_valid(engine, {"a": "\ud800"})
    assert not is_valid(engine, {"a": object()})


# --- a second opinion ----------------------------------------------------------------------------

# Patterns of the dialect, with the expression that means the same in Python.
PATTERNS = {
    "^[A-Z]{2}$": r"\A[A-Z]{2}\Z",
    "^\\d+$": r"\A[0-9]+\Z",
    "^[^\\x00-\\x1F]*$": r"\A[^\x00-\x1f]*\Z",
    "b": r"b",
}


def _pattern(_: Any, pattern: str, instance: Any, __: Any) -> Iterator[jsonschema.ValidationError]:
    if isinstance(instance, str) and not re.search(PATTERNS[pattern], instance):
        yield jsonschema.ValidationError("pattern")


Second = jsonschema.validators.extend(  # type: ignore[no-untyped-call]
    jsonschema.Draft202012Validator, {"pattern": _pattern}
)

WORDS = st.sampled_from(["", "ES", "ES\n", "b", "12", "\u0662", "x" * 5, "\u00e9", "\U0001f600"])
NAMES = st.sampled_from(["a", "b", "kind", "zz"])
LEAVES: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | st.integers(-3, 12) | WORDS | st.sampled_from([0.5, 2.5, 2**53 - 1])
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=8,
)


@st.composite
def leaf_schemas(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(["string", "integer", "number", "boolean", "enum", "const"]))
    match kind:
        case "string":
            schema: dict[str, Any] = {"type": "string", "maxLength": draw(st.integers(0, 5))}
            if draw(st.booleans()):
                schema["pattern"] = draw(st.sampled_from(sorted(PATTERNS)))
        case "enum":
            schema = {"enum": draw(st.lists(LEAVES, min_size=1, max_size=3))}
        case "const":
            schema = {"const": draw(LEAVES)}
        case "boolean":
            schema = {"type": "boolean"}
        case _:
            schema = {"type": kind, "minimum": draw(st.integers(-2, 2)), "maximum": 10}
            if draw(st.booleans()):
                schema["multipleOf"] = draw(st.integers(1, 3))
    if "type" in schema and draw(st.booleans()):
        schema["type"] = [schema["type"], "null"]
    return schema


def grown(inner: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    objects = st.dictionaries(NAMES, inner, max_size=3).flatmap(
        lambda properties: (
            st.lists(st.sampled_from(sorted(properties)), unique=True).map(
                lambda optional: closed(properties, *optional)
            )
            if properties
            else st.just(closed({}))
        )
    )
    lists = st.builds(
        lambda items, most, unique: {
            "type": "array",
            "items": items,
            "maxItems": most,
            "uniqueItems": unique,
        },
        inner,
        st.integers(0, 3),
        st.booleans(),
    )
    maps = st.builds(
        lambda values, most: {
            "type": "object",
            "propertyNames": {"pattern": "b"},
            "additionalProperties": values,
            "maxProperties": most,
        },
        inner,
        st.integers(0, 3),
    )
    unions = st.lists(inner, min_size=2, max_size=3).map(
        lambda parts: {
            "oneOf": [
                closed({"kind": {"const": name}, name: part})
                for name, part in zip("abc", parts, strict=False)
            ]
        }
    )
    nullable = inner.map(lambda schema: {"anyOf": [schema, {"type": "null"}]})
    return objects | lists | maps | unions | nullable


SCHEMAS = st.recursive(leaf_schemas(), grown, max_leaves=6)


@st.composite
def cases(draw: st.DrawFn) -> tuple[dict[str, Any], Any]:
    """A schema, and a value that is often close to what it wants."""
    schema = draw(SCHEMAS)
    return schema, draw(near(schema) if draw(st.integers(0, 3)) else VALUES)


def near(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that are valid in many places and wrong in some."""
    right = _right(schema)
    return st.one_of(right, right, right, VALUES)


def _right(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "const" in schema:
        return st.just(schema["const"])
    if "oneOf" in schema or "anyOf" in schema:
        return st.one_of([_right(each) for each in schema.get("oneOf") or schema["anyOf"]])
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if types[0] == "object" and "properties" in schema:
        return st.fixed_dictionaries(
            {name: near(part) for name, part in schema["properties"].items()},
            optional={} if "zz" in schema["properties"] else {"zz": LEAVES},
        )
    if types[0] == "object":
        return st.dictionaries(
            st.sampled_from(["b", "bb", "x"]), near(schema["additionalProperties"])
        )
    if types[0] == "array":
        return st.lists(near(schema["items"]), max_size=3)
    return WORDS if types[0] == "string" else LEAVES


@pytest.mark.promise("B3")
@given(cases())
def test_two_implementations_give_one_verdict(case: tuple[dict[str, Any], Any]) -> None:
    schema, value = case
    assert is_valid(validator(schema), value) == Second(schema).is_valid(value)


@pytest.mark.promise("C5")
@given(cases())
def test_the_reported_place_is_one_that_the_second_implementation_objects_to(
    case: tuple[dict[str, Any], Any],
) -> None:
    schema, value = case
    if is_valid(validator(schema), value):
        return
    refusal = FaultLocator(schema).refusal(value)
    path = [part.replace("~1", "/").replace("~0", "~") for part in (refusal.field or "").split("/")]
    place, parent = value, None
    for name in path[1:]:
        parent = place
        place = place[int(name)] if isinstance(place, list) else place.get(name, _ABSENT)
    if refusal.code == "MISSING_FIELD":
        assert place is _ABSENT
        return
    assert place is not _ABSENT
    if refusal.code == "UNKNOWN_FIELD":
        assert isinstance(parent, dict)
    # Without the part that is named, or with another one there, less is wrong: some error of the
    # second implementation lies at that place, above it in a union, or below it.
    found = {
        tuple(map(str, error.absolute_path))
        for top in Second(schema).iter_errors(value)
        for error in _with_context(top)
    }
    at = tuple(path[1:])
    assert any(at[: len(each)] == each or each[: len(at)] == at for each in found)


_ABSENT = object()


def _with_context(error: jsonschema.ValidationError) -> Iterator[jsonschema.ValidationError]:
    yield error
    for inner in error.context or ():
        yield from _with_context(inner)


def test_the_official_suite_agrees_in_its_required_tests() -> None:
    folder = corpus("json-schema-test-suite") / "tests" / "draft2020-12"
    count = 0
    for path in sorted(folder.glob("*.json")):
        if path.name == "vocabulary.json":
            continue  # no schema of ours names a metaschema of its own
        for group in json.loads(path.read_text()):
            try:
                engine = validator(group["schema"])
            except (jsonschema_rs.ValidationError, ValueError):
                continue  # a reference outside the schema, or an engine feature we switch off
            for test in group["tests"]:
                count += 1
                assert is_valid(engine, test["data"]) == test["valid"], (
                    path.name,
                    group["description"],
                    test["description"],
                )
    assert count > 400


async def test_an_answer_is_never_read_as_arguments(make_package: PackageMaker) -> None:
    async def op(call: Any, arguments: Any) -> Raw:
        return Raw({"a": 1})

    made = make_package(answer=closed({"a": {"type": "integer"}}), op=op)
    dispatcher = made.dispatcher()
    text = await dispatcher.call(made.run(dispatcher), "tool_v1", b'{"a":1}')
    assert b'"UNKNOWN_FIELD"' in text
