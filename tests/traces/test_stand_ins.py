"""A stand-in is judged as the original, and gives nothing of it away."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import acme_tools
import orjson
import pytest
from generated_code.canonical_values import values
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from toolcharter_runtime import Raw
from toolcharter_runtime._tools import Tool
from toolcharter_runtime._trace import cuts
from toolcharter_runtime._trace.effort import NoStandInError
from toolcharter_runtime._trace.questions import TextQuestions
from toolcharter_runtime._trace.shapes import Shape, Shapes
from toolcharter_runtime._trace.structure import StandIns
from toolcharter_runtime._trace.table import Table
from toolcharter_runtime._trace.texts import SHARED
from toolcharter_runtime._trace.twins import text_of, twin_of_answer, twin_of_arguments
from traces.broken_values import broken
from traces.worked_tools import NAMES, SHAPES, TOOLS, pairs, published, stand_ins

FIXTURES = Path(acme_tools.__file__).parent / "fixtures"

usual = settings(
    max_examples=200 if os.environ.get("TOOLCHARTER_SOAK") else 8,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)


def held_alike(tool: Tool, part: str, value: Any, made: StandIns) -> Any:
    """The stand-in of a value, once it is known that both are judged alike."""
    shapes = SHAPES[tool.wire_name]
    if part == "input":
        twin = twin_of_arguments(tool, value, shapes.input, made)
    else:
        twin = twin_of_answer(tool, Raw(value), shapes.answer, made)
    assert twin.can_be_replayed, (value, twin)
    return orjson.loads(text_of(twin.form) or b"null")


def gives_nothing_away(tool: Tool, value: Any, stand_in: Any) -> None:
    """No four characters in a row are in both, unless the contract publishes them."""
    known = published(tool)
    for one, other in pairs(value, stand_in):
        assert type(one) is type(other)
        if isinstance(one, str):
            assert (len(one), len(one.encode())) == (len(other), len(other.encode())) or (
                other.startswith("unknown_")
            )
            for at in range(len(one) - SHARED + 1):
                shared = one[at : at + SHARED]
                assert shared not in other or shared in known or shared.isspace(), (one, other)


@pytest.mark.promise("T6")
@pytest.mark.parametrize("part", ["input", "answer"])
@pytest.mark.parametrize("name", NAMES)
def test_every_fixture_of_the_contracts_has_a_stand_in(name: str, part: str) -> None:
    fixtures = json.loads((FIXTURES / f"{name}.json").read_text())
    assert fixtures
    for each in fixtures:
        if each["part"] == part:
            held_alike(TOOLS[name], part, each["value"], stand_ins(each["id"]))


@pytest.mark.promise("T6")
@pytest.mark.parametrize("part", ["input", "answer"])
@pytest.mark.parametrize("name", NAMES)
@usual
@given(data=st.data())
def test_what_a_schema_accepts_has_a_stand_in_that_it_accepts(
    name: str, part: str, data: st.DataObject
) -> None:
    tool = TOOLS[name]
    value = data.draw(values(tool.schemas[part]))  # type: ignore[literal-required]
    made = stand_ins()
    stand_in = held_alike(tool, part, value, made)
    # Keys come back in the order in which a trace is written.
    in_order = orjson.loads(orjson.dumps(value, option=orjson.OPT_SORT_KEYS))
    gives_nothing_away(tool, in_order, stand_in)
    assert held_alike(tool, part, value, made) == stand_in


@pytest.mark.promise("T6")
@pytest.mark.parametrize("part", ["input", "answer"])
@pytest.mark.parametrize("name", NAMES)
@usual
@given(data=st.data())
def test_what_a_schema_refuses_has_a_stand_in_that_is_refused_for_the_same(
    name: str, part: str, data: st.DataObject
) -> None:
    tool = TOOLS[name]
    value = data.draw(broken(tool.schemas[part]))  # type: ignore[literal-required]
    held_alike(tool, part, value, stand_ins())


# --- what stays and what does not ----------------------------------------------------------------

OBJECT: dict[str, Any] = {"type": "object", "additionalProperties": False}


def shape(properties: dict[str, Any], **more: Any) -> Shape:
    return Shapes({**OBJECT, "properties": properties, **more}).top


def of(value: Any, at: Shape, made: StandIns | None = None) -> Any:
    return cuts.whole((made or stand_ins()).of(value, at))


def test_what_the_contract_publishes_stays() -> None:
    at = shape(
        {
            "kind": {"const": "saved"},
            "word": {"enum": ["damaged", "lost"]},
            "page_size": {"type": "integer", "minimum": 1, "maximum": 50, "default": 20},
            "note": {"type": "string", "default": "none given"},
            "is_new": {"type": "boolean"},
            "until": {"type": ["string", "null"]},
            "pair": {"enum": [["a", 7]]},
        }
    )
    value = {
        "kind": "saved",
        "word": "lost",
        "page_size": 20,
        "note": "none given",
        "is_new": True,
        "until": None,
        "pair": ["a", 7],
    }
    assert of(value, at) == value


def test_the_tag_of_a_union_stays_and_its_branch_decides() -> None:
    branch = {"id": {"type": "string", "pattern": "^adr_[0-9]{4}$"}}
    other = {"id": {"type": "string", "pattern": "^[A-Z]+$"}}
    tags = [{"kind": {"const": name}} for name in ("saved", "named")]
    at = Shapes(
        {
            "oneOf": [
                {**OBJECT, "properties": {**tag, **parts}, "required": ["kind", "id"]}
                for tag, parts in zip(tags, (branch, other), strict=True)
            ]
        }
    ).top
    made = of({"kind": "saved", "id": "adr_1234"}, at)
    assert made["kind"] == "saved"
    assert made["id"].startswith("adr_")
    assert not set(made["id"][4:]) & set("1234") or made["id"] != "adr_1234"


@pytest.mark.parametrize(
    ("pattern", "text", "kept"),
    [
        ("^cus_[0-9a-z]{8}$", "cus_4f7a2b9c", "cus_########"),
        ("^[0-9A-F]{8}$", "00FFA917", "########"),
        ("^https://[!-~]+$", "https://a.example/x?y=1", "https://###############"),
        ("^[+][0-9]{7,15}$", "+4930901820", "+##########"),
        ("^(?:0\\.[0-9]{2}|1\\.00)$", "0.25", "0.##"),
    ],
)
def test_of_a_machines_word_only_what_the_pattern_spells_out_stays(
    pattern: str, text: str, kept: str
) -> None:
    """In one trace or another every other character is another one, also where few can stand."""
    at = shape({"a": {"type": "string", "pattern": pattern}})
    made = [of({"a": text}, at, stand_ins(str(number)))["a"] for number in range(20)]
    assert text not in made
    assert {len(each) for each in made} == {len(text)}
    for one, others, rule in zip(text, zip(*made, strict=True), kept, strict=True):
        assert ({*others} == {one}) == (rule != "#"), (text, made)


@pytest.mark.parametrize(
    ("format_", "text"),
    [
        ("date", "2024-02-29"),
        ("date-time", "2026-08-14T16:30:00+02:00"),
        ("uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d16380"),
        ("email", "ada.lovelace@example.com"),
        ("uri", "https://example.com/a?b=c"),
    ],
)
def test_a_format_is_kept_and_the_value_is_not(format_: str, text: str) -> None:
    at = shape({"a": {"type": "string", "format": format_}})
    made = of({"a": text}, at)["a"]
    assert made != text
    assert at.member("a").texts.verdicts(made) == [True]


@pytest.mark.parametrize("text", ["0110", "YNYYNNYN", "0110" * 10, "GATTACA" * 60])
def test_where_few_characters_can_stand_the_stand_in_does_not_tell_which_it_was(text: str) -> None:
    """If each were replaced by another one, of two characters the one would tell the other."""
    letters = "".join(sorted(set(text)))
    at = shape({"a": {"type": "string", "pattern": f"^[{letters}]+$"}})
    made = [of({"a": text}, at, stand_ins(str(each)))["a"] for each in range(60)]
    for column in zip(*made, strict=True):
        assert {*column} == {*letters}


HOSTILE = {
    "bits": ("^[01]+$", "01" * 2000),
    "dots": ("^[.]+$", "." * 4000),
    "pairs": ("^([a-z0-9]-)+$", "a-" * 2000),
    "base64": ("^[A-Za-z0-9+/]+={0,2}$", "aB3+/" * 800),
    "capital hex": ("^[0-9A-F]+$", "0FA9" * 1000),
    "a longer one": ("^(?:[a-z]+-)*[a-z]+$", "3wJk8" * 960),
    "a long one": ("^[a-z]{3}", "x0Y" * 100_000),
}


@pytest.mark.promise("T6")
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_text_costs_no_more_than_it_may(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """What a call waits for its trace is bounded by the characters that schemas are asked about."""
    pattern, text = HOSTILE[name]
    judged: list[int] = []
    usual = TextQuestions.verdicts

    def counted(questions: TextQuestions, value: Any) -> list[bool]:
        judged.append(len(value))
        return usual(questions, value)

    monkeypatch.setattr(TextQuestions, "verdicts", counted)
    at = shape({"a": {"type": "string", "pattern": pattern}})
    made = of({"a": text}, at)["a"]
    assert made != text or name == "dots"
    assert len(made) == len(text)
    assert usual(at.member("a").texts, made) == usual(at.member("a").texts, text)
    assert sum(judged) < max(1_500_000, 6 * len(text)), sum(judged)


def test_what_is_hopeless_is_given_up() -> None:
    """Every letter of it would have to be tried alone, each time over the whole."""
    at = shape({"a": {"type": "string", "format": "uri"}})
    with pytest.raises(NoStandInError):
        of({"a": "https://example.com/" + "Xy%2Fz" * 600}, at)


def test_the_words_of_people_become_letters_that_mean_nothing() -> None:
    text = {"type": "string", "x-toolcharter": {"type": "text", "untrusted": True}}
    made = of({"a": "Call Ada, 030/12 34!"}, shape({"a": text}))["a"]
    assert len(made) == 20
    assert made.isalpha()
    assert made.islower()


def test_a_long_text_is_told_by_its_length() -> None:
    at = shape({"a": {"type": "string"}})
    text = 'Zoë said: "No."\n' * 4000
    standing = stand_ins().of({"a": text}, at)
    form = cuts.written(standing)
    assert len(orjson.dumps(form)) < 300
    made = cuts.read(orjson.loads(orjson.dumps(form)))
    assert isinstance(made, dict)
    again = str(made["a"])
    assert (len(again), len(again.encode())) == (len(text), len(text.encode()))
    assert len(orjson.dumps(again)) == len(orjson.dumps(text))
    assert again.count("\n") == 4000


def test_a_long_list_keeps_its_length() -> None:
    at = shape({"a": {"type": "array", "items": {"type": "string"}}})
    standing = stand_ins().of({"a": ["Ada"] * 5000}, at)
    form = cuts.written(standing)
    assert len(orjson.dumps(form)) < 500
    made = cuts.read(orjson.loads(orjson.dumps(form)))
    assert isinstance(made, dict)
    assert len(made["a"]) == 5000  # type: ignore[arg-type]


def test_a_fault_deep_in_a_long_list_is_kept_at_its_place() -> None:
    tool = TOOLS["list_opportunities_v1"]
    value = json.loads((FIXTURES / "list_opportunities_v1.json").read_text())
    answer = next(
        each["value"] for each in value if each["part"] == "answer" and each["code"] is None
    )
    item = {"opportunity_id": "opp_00000001"}
    name = tool.row["page"]["items"] if tool.row["page"] else ""
    held_alike(tool, "answer", {**answer, name: [item] * 150}, stand_ins())


@pytest.mark.parametrize("bad", ["x" * 99, "cus_", "CUS_4F7A2B9C", "cus_4f7a2b9c\n", ""])
def test_an_invalid_word_keeps_its_fault(bad: str) -> None:
    rule = {"type": "string", "pattern": "^cus_[0-9a-z]{8}$", "maxLength": 12}
    at = shape({"a": rule})
    made = of({"a": bad}, at)["a"]
    assert len(made) == len(bad)
    assert at.member("a").texts.verdicts(made) == [False]


def test_a_name_that_the_contract_does_not_know_says_nothing_and_is_the_same_again() -> None:
    at = shape({"a": {"type": "integer"}})
    made = of({"a": 5, "pässword": "hunter2", "pin": {"pässword": 1234}}, at)
    known, password, pin = made
    assert known == "a"
    assert password.startswith("unknown_")
    assert [*made[pin]] == [password] != [pin]
    assert "ssword" not in repr(made)
    assert "hunter2" not in repr(made)


def test_names_in_a_map_are_data() -> None:
    at = shape({"a": {"type": "object", "additionalProperties": {"type": "integer"}}})
    made = of({"a": {"Ada Lovelace": 17, "Grace Hopper": 17}}, at)
    assert len(made["a"]) == 2
    assert not {"Ada Lovelace", "Grace Hopper"} & made["a"].keys()


# --- numbers -------------------------------------------------------------------------------------

AMOUNT = {"type": "integer", "minimum": 1, "maximum": 500_000}


@pytest.mark.parametrize("number", [0, 1, 2, 49_999, 50_000, 50_001, 499_999, 500_000, 500_001])
def test_a_number_on_a_boundary_or_next_to_one_stays(number: int) -> None:
    at = Shapes({**OBJECT, "properties": {"a": AMOUNT}}, thresholds=(50_000,)).top
    assert of({"a": number}, at) == {"a": number}


@pytest.mark.parametrize(
    ("least", "number", "most"), [(3, 1234, 49_998), (50_002, 77_700, 499_998)]
)
def test_another_number_stays_between_the_same_boundaries(
    least: int, number: int, most: int
) -> None:
    at = Shapes({**OBJECT, "properties": {"a": AMOUNT}}, thresholds=(50_000,)).top
    for each in range(50):
        made = of({"a": number}, at, stand_ins(str(each)))["a"]
        assert made != number
        assert least <= made <= most
        assert len(str(made)) == len(str(number))


def test_steps_signs_and_fractions_are_kept() -> None:
    at = shape({"a": {"type": "number", "multipleOf": 25}, "b": {"type": "number"}})
    for each in range(50):
        made = of({"a": 1250, "b": -17.25}, at, stand_ins(str(each)))
        assert made["a"] % 25 == 0
        assert made["a"] != 1250
        assert made["b"] < 0
        assert not float(made["b"]).is_integer()
        assert len(repr(made["b"])) == len("-17.25")
    assert of({"a": 1251}, at)["a"] % 25 != 0


@pytest.mark.parametrize(
    ("rule", "number"),
    [
        ({"minimum": 180, "maximum": 181.9}, 180.5),
        ({"minimum": 123_450, "maximum": 123_460}, 123_456.789),
        ({"multipleOf": 0.37}, 12.95),
        ({"maximum": 0.001}, 0.00047),
        ({"minimum": 1_000_000, "maximum": 1_000_020}, 1_000_013),
        ({}, 1_500_000_000_000_000.5),
    ],
)
def test_a_number_for_which_few_can_stand_is_not_told_itself(
    rule: dict[str, Any], number: float
) -> None:
    at = shape({"a": {"type": "number", **rule}})
    engine = at.member("a").numbers
    made = [of({"a": number}, at, stand_ins(str(each)))["a"] for each in range(30)]
    assert number not in made
    assert len(set(made)) > 3
    for each in made:
        assert engine.verdicts(each) == engine.verdicts(number)
        assert len(repr(each)) == len(repr(number))
        assert float(each).is_integer() == float(number).is_integer()


def test_a_number_that_is_the_only_one_of_its_kind_stays() -> None:
    assert of({"a": 6}, shape({"a": {"type": "integer", "minimum": 4, "maximum": 8}})) == {"a": 6}


# --- equal and different -------------------------------------------------------------------------


def test_equal_values_are_equal_wherever_they_stand() -> None:
    made = stand_ins()
    one = of({"customer_id": "cus_4f7a2b9c"}, SHAPES["get_customer_v2"].input, made)
    other = of(
        {"customer_id": "cus_4f7a2b9c", "destination": {"kind": "saved", "address_id": "adr_1"}},
        SHAPES["preview_address_change_v2"].input,
        made,
    )
    assert one["customer_id"] == other["customer_id"]


def test_different_values_are_different() -> None:
    at = shape({"a": {"type": "array", "items": {"type": "string", "pattern": "^[!-~]+$"}}})
    versions = [str(each) for each in range(10)]
    made = stand_ins()
    found = of({"a": versions}, at, made)["a"]
    assert len(set(found)) == len(versions)
    many = [f"cus_{each:08}" for each in range(90)]
    assert len(set(of({"a": many}, at, made)["a"])) == len(many)
    numbers = shape({"a": {"type": "array", "items": {"type": "integer"}}})
    amounts = list(range(100, 190))
    assert len(set(of({"a": amounts}, numbers, made)["a"])) == len(amounts)


@pytest.mark.parametrize(
    ("items", "values"),
    [
        ({"type": "integer", "minimum": 0, "maximum": 9}, [3, 2, 4, 5, 6, 7]),
        ({"type": "number", "minimum": 0, "maximum": 0.9}, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]),
        ({"type": "string", "pattern": "^[a-f]$"}, ["a", "b", "c", "d", "e", "f"]),
    ],
)
def test_all_values_of_a_small_kind_stay_different(
    items: dict[str, Any], values: list[Any]
) -> None:
    at = shape({"a": {"type": "array", "items": items, "uniqueItems": True}})
    for each in range(50):
        made = of({"a": values}, at, stand_ins(str(each)))["a"]
        assert len(set(made)) == len(values), made


def test_another_run_and_another_trace_have_other_stand_ins() -> None:
    at = SHAPES["get_customer_v2"].input
    value = {"customer_id": "cus_4f7a2b9c"}
    one = StandIns((table := Table()), "acme", "ines", "run-1")
    other = StandIns(table, "acme", "ines", "run-2")
    third = stand_ins()
    assert len({of(value, at, each)["customer_id"] for each in (one, other, third)}) == 3


def test_ids_of_the_runtime_are_equal_in_all_runs_of_a_trace() -> None:
    table = Table()
    proposal = "pro_" + "0" * 32
    names = {StandIns(table, "acme", "ines", run).id(proposal) for run in ("run-1", "run-2")}
    (name,) = names
    assert name.startswith("pro_")
    assert name != proposal
    assert len(name) == len(proposal)


def test_the_table_forgets_what_was_not_asked_for_and_says_the_same_again() -> None:
    table = Table(most=50)
    at = shape({"a": {"type": "string", "pattern": "^[0-9]{12}$"}})
    made = StandIns(table, "run")
    first = of({"a": "123456789012"}, at, made)
    for each in range(200):
        of({"a": f"{each:012}"}, at, made)
    assert len(table._given) <= 50
    assert len(table._owners) <= 50
    assert of({"a": "123456789012"}, at, made) == first


def test_a_person_a_run_and_a_name_are_called_the_same_for_ever() -> None:
    table = Table(most=10)
    at = shape({"a": {"type": "string", "pattern": "^[0-9]{12}$"}})
    made = StandIns(table, "run")

    def names() -> tuple[Any, ...]:
        field = [*of({"pin": 1}, at, made)]
        return table.named("person", "acme", "ines"), made.id("pro_" + "7" * 32), field

    first = names()
    for each in range(200):
        of({"a": f"{each:012}"}, at, made)
    assert names() == first


def test_the_table_is_bounded_however_long_its_values_are() -> None:
    table = Table(most=500)
    at = shape({"a": {"type": "string", "pattern": "^[a-z]+$"}})
    made = StandIns(table, "run")
    for each in range(200):
        of({"a": chr(ord("a") + each % 26) * 3000 + "b" * each}, at, made)
    kept = sum(len(str(given)) for each in table._given.values() for _, given in each)
    assert kept <= 64 * 500
    assert sum(map(len, table._given.values())) == len(table._owners) < 20


def test_a_value_that_is_asked_for_again_and_again_is_remembered_once() -> None:
    """Also one that looks like an id of the runtime and is another's, whose pattern says more."""
    table = Table()
    at = shape({"a": {"type": "string", "pattern": "^pro_[0-9]{6}$"}})
    made = StandIns(table, "run")
    found = {of({"a": "pro_123456"}, at, made)["a"] for _ in range(50)}
    (stand_in,) = found
    assert stand_in != "pro_123456"
    assert at.member("a").texts.verdicts(stand_in) == [True]
    assert [len(each) for each in table._given.values()] == [1]


def test_no_value_is_kept_in_the_table() -> None:
    made = StandIns(table := Table(), "run")
    at = shape({"a": {"type": "string"}, "b": {"type": "integer"}})
    of({"a": "canary-77", "b": 771234}, at, made)
    kept = repr((table._given, table._owners))
    assert "canary" not in kept
    assert "771234" not in kept


# --- what was found by many examples -------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "part", "value"),
    [
        ("cancel_export_v1", "answer", {"answer": "stopped", "_": None}),
        ("commit_send_email_v1", "input", {"proposal_id": "0" * 9999}),
        ("start_export_v1", "input", {"records": "customers", "from": "2000-01-01" * 999}),
    ],
    ids=["a name that fills the limit", "a long word", "a long date"],
)
def test_a_value_that_once_had_no_stand_in_has_one(name: str, part: str, value: Any) -> None:
    held_alike(TOOLS[name], part, value, stand_ins())
