"""``rules``, ``explain`` and ``schema``: what the compiler knows, printed."""

from __future__ import annotations

import json

from jsonschema import Draft202012Validator
from toolcharter.contract.published import SCHEMA_NAMES
from toolcharter.lint.explain import catalogue, page

from .conftest import Toolcharter


def test_every_rule_is_listed_with_its_weight_and_promise(tc: Toolcharter) -> None:
    found = tc("rules")
    assert found.code == 0
    lines = found.out.splitlines()
    assert len(lines) == len(catalogue())
    for line, (rule, severity, promise) in zip(lines, catalogue(), strict=True):
        assert line.split(maxsplit=2) == [rule, severity.value, promise]


def test_the_rules_are_listed_for_programs_too(tc: Toolcharter) -> None:
    listed = json.loads(tc("rules", "--output-format", "json").out)
    assert [each["rule"] for each in listed] == [rule for rule, _, _ in catalogue()]


def test_every_rule_is_explained_by_its_page(tc: Toolcharter) -> None:
    for rule, _, promise in catalogue():
        found = tc("explain", rule)
        assert (found.code, found.out) == (0, page(rule))
        assert promise in found.out


def test_an_unknown_rule_is_wrong_usage_and_the_nearest_is_named(tc: Toolcharter) -> None:
    rule = catalogue()[0][0]
    found = tc("explain", f"{rule}x")
    assert found.code == 2
    assert rule in found.err
    assert tc("explain").code == 2


def test_every_schema_is_printed_and_is_one(tc: Toolcharter) -> None:
    assert tc("schema", "--list").out.split() == list(SCHEMA_NAMES)
    for name in SCHEMA_NAMES:
        found = tc("schema", name)
        assert found.code == 0
        Draft202012Validator.check_schema(json.loads(found.out))


def test_without_a_name_it_is_the_schema_of_a_contract(tc: Toolcharter) -> None:
    assert tc("schema").out == tc("schema", "contract").out


def test_an_unknown_schema_is_wrong_usage_and_the_names_are_told(tc: Toolcharter) -> None:
    found = tc("schema", "contracts")
    assert found.code == 2
    assert "contract, toolcharter, role" in found.err
