"""Generated models hold every value that their schema accepts, and give it back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from pydantic import BaseModel
from toolcharter_runtime._answers import Answers
from toolcharter_runtime._validators import is_valid, validator

from generated_code.canonical_values import values
from generated_code.packages import imported
from generated_code.profiles import examples

Files = Mapping[str, str]
ANSWERS = ("Output", "Plan", "Result", "Accepted", "Answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Modelled:
    """A schema and the model that was generated for it."""

    schema: dict[str, Any]
    model: type[BaseModel]


@pytest.fixture(scope="module")
def load(package: Files, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with imported(tmp_path_factory.mktemp("models"), package) as found:
        yield found


def camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def modelled(load: Any, package: Files, tool: str) -> dict[str, Modelled]:
    """The parts of a tool: its input, its answer, its views."""
    module = load(f"tools.{tool}")
    schemas = json.loads(package[f"acme_tools/schemas/{tool}.json"])
    (answer,) = [
        model for word in ANSWERS if (model := getattr(module, f"{camel(tool)}{word}", None))
    ]
    return {
        "input": Modelled(schema=schemas["input"], model=getattr(module, f"{camel(tool)}Input")),
        "answer": Modelled(schema=schemas["answer"], model=answer),
        **{
            name: Modelled(
                schema=view["schema"], model=getattr(module, f"{camel(tool)}{camel(name)}View")
            )
            for name, view in schemas["views"].items()
        },
    }


def wire_names(package: Files) -> list[str]:
    prefix = "acme_tools/schemas/"
    return [
        path.removeprefix(prefix).removesuffix(".json")
        for path in package
        if path.startswith(prefix)
    ]


@pytest.mark.promise("G1")
def test_every_canonical_value_builds_its_model_and_is_given_back(
    load: Any, package: Files
) -> None:
    parts = 0
    for tool in wire_names(package):
        for each in modelled(load, package, tool).values():
            check_values_survive(each)
            parts += 1
    assert parts > 75


def check_values_survive(part: Modelled) -> None:
    engine = validator(part.schema)
    answers = Answers(part.schema, 1 << 20)

    @examples(12)
    @given(values(part.schema))
    def survives(value: Any) -> None:
        assert is_valid(engine, value)
        canonical = rfc8785.dumps(value)
        model = part.model.model_validate(value)
        dumped = model.model_dump(mode="json", by_alias=True, exclude_unset=True)
        assert rfc8785.dumps(dumped) == canonical
        text = model.model_dump_json(by_alias=True, exclude_unset=True)
        assert rfc8785.dumps(json.loads(text)) == canonical
        read, replaced = answers.read(model)
        assert (rfc8785.dumps(read), replaced) == (canonical, 0)

    survives()


def test_every_generated_fixture_that_is_accepted_builds_its_model(
    load: Any, package: Files
) -> None:
    built = 0
    for tool in wire_names(package):
        parts = modelled(load, package, tool)
        for fixture in json.loads(package[f"acme_tools/fixtures/{tool}.json"]):
            if fixture["code"] is None:
                part = parts[fixture["part"]]
                model = part.model.model_validate(fixture["value"])
                dumped = model.model_dump(mode="json", by_alias=True, exclude_unset=True)
                assert dumped == fixture["value"], (tool, fixture["id"])
                built += 1
    assert built == 2 * len(wire_names(package))


def test_no_model_takes_a_field_that_its_schema_does_not_declare(load: Any, package: Files) -> None:
    refused = 0
    for tool in wire_names(package):
        parts = modelled(load, package, tool)
        for fixture in json.loads(package[f"acme_tools/fixtures/{tool}.json"]):
            if fixture["code"] in ("UNKNOWN_FIELD", "MISSING_FIELD"):
                with pytest.raises(ValueError, match=fixture["field"].rpartition("/")[2]):
                    parts[fixture["part"]].model.model_validate(fixture["value"])
                refused += 1
    assert refused > 400
