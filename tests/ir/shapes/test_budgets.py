"""Questions that a short text could make take minutes are bounded, and answered where they can be."""

from __future__ import annotations

import itertools
import json
from typing import Any

from ir.shapes.made import mapping_of, refused
from toolcharter.ir.fields import Place, shape_of
from toolcharter.ir.pattern_syntax import parse
from toolcharter.ir.pattern_trouble import trouble
from toolcharter.ir.types import TypeTable
from toolcharter.ir.union_ways import MOST_WAYS, crowded_part


def _closed(part: Any) -> str:
    whole = {"type": "object", "properties": {"a": part}, "additionalProperties": False}
    return json.dumps({"schema": whole})


def _unions(count: int, branches: int) -> dict[str, Any]:
    return {
        "allOf": [
            {
                "anyOf": [
                    {"type": "string", "maxLength": 90, "pattern": f"^[a-z]{{{low},{80 + high}}}$"}
                    for high in range(branches)
                ]
            }
            for low in range(count)
        ]
    }


def test_unions_that_can_be_chosen_in_too_many_ways_are_refused_at_their_place() -> None:
    _, findings = shape_of(mapping_of(_closed(_unions(6, 6))), TypeTable(), {}, place=Place.OUTPUT)
    (finding,) = findings
    assert finding.code == "in/depth-size"
    assert finding.span.pointer == "/schema/properties/a"


def test_a_few_unions_that_are_joined_are_looked_at() -> None:
    assert refused(_closed(_unions(3, 6))) == []


def test_a_long_union_has_as_many_ways_as_branches() -> None:
    long = {"anyOf": [{"const": each} for each in range(2 * MOST_WAYS)]}
    assert crowded_part(long) is None
    assert crowded_part({"allOf": [long, {"anyOf": [{"minimum": 1}, {"minimum": 2}]}]}) == ""


def test_ways_are_counted_through_definitions() -> None:
    union = {"anyOf": [{"const": each} for each in range(40)]}
    joined = {"allOf": [{"$ref": "#/$defs/u"}, {"$ref": "#/$defs/u"}], "$defs": {"u": union}}
    assert crowded_part(joined) == ""


def test_a_long_row_of_repetitions_is_told_from_one_that_is_read_in_two_ways() -> None:
    assert trouble(parse("^" + "[a-z]*[0-9]*" * 75 + "$")) is None
    assert trouble(parse("^(?:0" + "[a-z]" * 148 + ")*$")) is None
    assert trouble(parse("^(?:0" + "[a-z]?" * 148 + ")*$")) is not None


def test_the_ways_of_short_patterns_are_those_that_counting_finds() -> None:
    """Of a loop over words, the ways to read a text are counted one by one."""
    texts = ["".join(each) for n in range(1, 9) for each in itertools.product("ab", repeat=n)]
    known = ["".join(each) for size in (1, 2, 3) for each in itertools.product("ab", repeat=size)]
    for words in itertools.combinations(known, 3):
        is_double = any(_readings(text, words) > 1 for text in texts)
        found = trouble(parse(f"^(?:{'|'.join(words)})*$"))
        assert (found is not None) is is_double, words


def _readings(text: str, words: tuple[str, ...]) -> int:
    ways = [1]
    for end in range(1, len(text) + 1):
        ways.append(sum(ways[end - len(word)] for word in words if text[:end].endswith(word)))
    return ways[-1]
