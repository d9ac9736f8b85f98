"""Generated fixtures say what the runtime says, and leave no object out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from generated_code.boundary import boundary, second_opinion
from generated_code.levels import Level, declared_levels, levels_at

Files = Mapping[str, str]
Fixture = dict[str, Any]
PARTS = ("input", "answer")


@pytest.fixture(scope="module")
def tools(package: Files) -> dict[str, tuple[dict[str, Any], list[Fixture]]]:
    """The schemas and the fixtures of every tool version, by wire name."""
    prefix = "acme_tools/schemas/"
    names = [path.removeprefix(prefix) for path in package if path.startswith(prefix)]
    assert len(names) >= 20
    return {
        name.removesuffix(".json"): (
            json.loads(package[f"{prefix}{name}"]),
            json.loads(package[f"acme_tools/fixtures/{name}"]),
        )
        for name in names
    }


Tools = dict[str, tuple[dict[str, Any], list[Fixture]]]


@pytest.mark.promise("G3")
def test_every_fixture_is_decided_at_the_boundary_as_it_says(tools: Tools) -> None:
    for tool, (schemas, fixtures) in tools.items():
        decide = {part: boundary(schemas[part]) for part in PARTS}
        for fixture in fixtures:
            found = decide[fixture["part"]](fixture["value"])
            assert found == (fixture["code"], fixture["field"]), (tool, fixture["id"])


def test_every_fixture_is_valid_or_not_for_a_second_validator_too(tools: Tools) -> None:
    for tool, (schemas, fixtures) in tools.items():
        accepts = {part: second_opinion(schemas[part]) for part in PARTS}
        for fixture in fixtures:
            is_valid = accepts[fixture["part"]](fixture["value"])
            assert is_valid is (fixture["code"] is None), (tool, fixture["id"])


def test_every_part_of_every_tool_has_a_fixture_that_passes_and_some_that_do_not(
    tools: Tools,
) -> None:
    for tool, (_, fixtures) in tools.items():
        assert len({fixture["id"] for fixture in fixtures}) == len(fixtures), tool
        for part in PARTS:
            codes = [fixture["code"] for fixture in fixtures if fixture["part"] == part]
            assert codes.count(None) == 1, (tool, part)
            assert "UNKNOWN_FIELD" in codes, (tool, part)
    assert sum(len(fixtures) for _, fixtures in tools.values()) > 500


@pytest.mark.promise("C4")
def test_every_object_is_sent_a_field_that_it_does_not_declare(tools: Tools) -> None:
    counted = 0
    for tool, (schemas, fixtures) in tools.items():
        for part in PARTS:
            proven = set()
            for fixture in fixtures:
                if fixture["part"] == part and fixture["code"] == "UNKNOWN_FIELD":
                    holder = fixture["field"].rpartition("/")[0]
                    proven |= levels_at(schemas[part], fixture["value"], holder)
            assert proven == set(declared_levels(schemas[part])), (tool, part)
            counted += len(proven)
    assert counted > 100


def test_every_required_field_of_every_object_is_left_out_once(tools: Tools) -> None:
    for tool, (schemas, fixtures) in tools.items():
        for part in PARTS:
            proven: dict[Level, set[str]] = {}
            for fixture in fixtures:
                if fixture["part"] == part and fixture["code"] == "MISSING_FIELD":
                    holder, _, name = fixture["field"].rpartition("/")
                    for level in levels_at(schemas[part], fixture["value"], holder):
                        proven.setdefault(level, set()).add(name)
            wanted = {
                level: names for level, names in declared_levels(schemas[part]).items() if names
            }
            assert proven == wanted, (tool, part)
