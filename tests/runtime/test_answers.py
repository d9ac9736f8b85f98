"""What of an adapter's answer reaches the agent: all of it proven, only what its view shows."""

from __future__ import annotations

import math
import warnings
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_package import Made, PackageMaker, closed, limits
from pydantic import BaseModel, ConfigDict
from sample_host import Host, Recorder
from sample_tools.tools.get_customer_v1 import GetCustomerV1Output
from sample_tools.tools.search_customers_v1 import SearchCustomersV1Output
from toolcharter_runtime import Raw
from toolcharter_runtime._masks import MASKS
from toolcharter_runtime._repairs import repair_of
from toolcharter_runtime._views import projection
from toolcharter_runtime.formats import v1

RESULTS = Path(__file__).parent.parent / "cases" / "hostile" / "result"
CUSTOMER = {"customer_id": "C-1842"}


def answering(host: Host, answer: Any, tool: str = "get_customer_v1") -> None:
    async def op(call: Any, arguments: Any) -> Any:
        return answer

    host.service.behaviour[tool] = op


async def answered(made: Made, answer: Any) -> tuple[dict[str, Any], Recorder]:
    async def op(call: Any, arguments: Any) -> Any:
        return answer

    sink = Recorder()
    dispatcher = Made(made.catalog, op, {}).dispatcher(sink=sink)
    text = await dispatcher.call(made.run(dispatcher), "tool_v1", b"{}")
    envelope: dict[str, Any] = orjson.loads(text)
    return envelope, sink


# --- hostile results -----------------------------------------------------------------------------


@pytest.mark.promise("B5")
@pytest.mark.parametrize("id_", ["U01", "U03"])
async def test_a_hostile_result_of_a_read_is_refused_without_a_body(host: Host, id_: str) -> None:
    answering(host, Raw((RESULTS / f"{id_}.json").read_bytes()))
    text = await host.dispatcher.call(host.run(), "get_customer_v1", orjson.dumps(CUSTOMER))
    assert orjson.loads(text) == {
        "ok": False,
        "tool": "get_customer_v1",
        "untrusted": True,
        "error": {
            "code": "OUTPUT_INVALID",
            "message": "The service gave an answer that breaks its contract.",
            "retryable": False,
            "field": None,
        },
    }
    assert host.outcome.code == "OUTPUT_INVALID"
    for secret in ("SECRETSECRET", "password_hash", "502", "a@b.c"):
        assert secret not in text.decode() + host.outcome.as_json()


@pytest.mark.promise("B7")
async def test_u06_an_instruction_in_stored_text_stays_content_of_an_untrusted_result(
    host: Host,
) -> None:
    raw = (RESULTS / "U06.json").read_bytes()
    answering(host, Raw(raw))
    run = host.run()
    envelope = await host.call(run, "get_customer_v1", CUSTOMER)
    assert envelope["untrusted"] is True
    assert envelope["result"] == {**orjson.loads(raw), "credit_limit": False}
    assert host.service.operations() == ["get_customer_v1"]
    again = await host.call(run, "commit_refund", {"amount": 99999})
    assert again["error"]["code"] == "UNKNOWN_TOOL"


@pytest.mark.promise("B7")
async def test_every_envelope_is_marked_untrusted_whatever_its_origin(host: Host) -> None:
    run = host.run()
    for tool, raw in (
        ("get_customer_v1", b'{"customer_id":"C-1"}'),
        ("get_customer_v1", b"{"),
        ("nothing_v1", b"{}"),
    ):
        assert (await host.call(run, tool, raw))["untrusted"] is True


# --- what is no answer ---------------------------------------------------------------------------


class Lax(BaseModel):
    model_config = ConfigDict(extra="allow")
    customer_id: Any = None
    credit_limit: Any = None


def unset(**fields: Any) -> GetCustomerV1Output:
    return GetCustomerV1Output.model_construct(_fields_set=set(fields), **fields)


BAD_ANSWERS: dict[str, Any] = {
    "nothing": None,
    "a dictionary": {"customer_id": "C-1"},
    "text": "C-1",
    "another model": SearchCustomersV1Output(customers=[], next_cursor=None),
    "an extra field": Lax.model_validate({"customer_id": "C-1", "more": "canary"}),
    "a missing field": unset(status="active"),
    "a wrong type": unset(customer_id="C-1", credit_limit="5"),
    "a truth value for a number": unset(customer_id="C-1", credit_limit=True),
    "bytes for text": unset(customer_id="C-1", note=b"canary"),
    "a tuple for an object": unset(customer_id=("C-1",)),
    "out of range": unset(customer_id="C-1", credit_limit=1_000_001),
    "not a number": unset(customer_id="C-1", credit_limit=math.nan),
    "infinity": unset(customer_id="C-1", credit_limit=math.inf),
    "a large integer": unset(customer_id="C-1", credit_limit=2**70),
    "a lone surrogate": unset(customer_id="C-1", note="canary \ud800"),
    "an unlisted word": unset(customer_id="C-1", email="canary"),
    "a line break in an identifier": unset(customer_id="C-1\n"),
    "an object that is no json": Lax(customer_id=object()),
    "bytes": Lax(customer_id=b"\xff"),
    "raw nothing": Raw(b""),
    "raw list": Raw(b"[]"),
    "raw text around json": Raw(b'{"customer_id":"C-1"} canary'),
    "raw duplicate key": Raw(b'{"customer_id":"C-1","customer_id":"C-2"}'),
    "raw nan": Raw(b'{"customer_id":"C-1","credit_limit":NaN}'),
    "raw surrogate": Raw(b'{"customer_id":"C-1","note":"\\ud800"}'),
    "raw value with a tuple": Raw({"customer_id": ("C-1",)}),  # type: ignore[dict-item]
    "raw value with nan": Raw({"customer_id": "C-1", "credit_limit": math.nan}),
    "raw value with a surrogate": Raw({"customer_id": "C-1", "note": "\ud800"}),
    "raw null for an absent field": Raw({"customer_id": "C-1", "note": None}),
    "raw beyond the limit": Raw({"customer_id": "C-1", "note": "canary" * 1000}),
    "raw bytes beyond the limit": Raw(b'{"customer_id":"C-1","note":"' + b"c" * 5000 + b'"}'),
}


@pytest.mark.promise("B5")
@pytest.mark.parametrize("name", BAD_ANSWERS)
async def test_an_answer_that_breaks_the_contract_is_refused(host: Host, name: str) -> None:
    answering(host, BAD_ANSWERS[name])
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        text = await host.dispatcher.call(host.run(), "get_customer_v1", orjson.dumps(CUSTOMER))
    assert [str(each.message) for each in seen] == []
    assert orjson.loads(text)["error"]["code"] == "OUTPUT_INVALID"
    assert b"result" not in text
    assert "canary" not in text.decode() + host.outcome.as_json()
    assert host.outcome.attempts == 1


GOOD_ANSWERS: dict[str, tuple[Any, dict[str, Any]]] = {
    "a model": (unset(customer_id="C-1", credit_limit=5), {"credit_limit": True}),
    "a float that is an integer": (
        unset(customer_id="C-1", credit_limit=5.0),
        {"credit_limit": True},
    ),
    "raw bytes": (Raw(b' {"customer_id" : "C-1"} '), {}),
    "raw value": (Raw({"customer_id": "C-1", "note": "x"}), {"note": "x"}),
}


@pytest.mark.parametrize("name", GOOD_ANSWERS)
async def test_an_answer_may_be_a_model_or_raw_json(host: Host, name: str) -> None:
    answer, shown = GOOD_ANSWERS[name]
    answering(host, answer)
    envelope = await host.call(host.run(), "get_customer_v1", CUSTOMER)
    assert envelope["result"] == {"customer_id": "C-1", "credit_limit": False, **shown}


async def test_numbers_of_answers_are_canonical_too(make_package: PackageMaker) -> None:
    made = make_package(answer=closed({"n": {"type": "number"}, "i": {"type": "integer"}}))

    class Answer(BaseModel):
        n: float
        i: int

    # A model that checks nothing, as model_construct makes it, is judged by what it dumps.
    for answer in (
        Answer(n=2.0, i=3),
        Answer.model_construct(_fields_set={"n", "i"}, n=2, i=3.0),
        Raw(b'{"n":2.0,"i":3e0}'),
        Raw({"n": 2.0, "i": 3.0}),
    ):
        envelope, _ = await answered(made, answer)
        assert repr(envelope["result"]) == "{'n': 2, 'i': 3}"
    envelope, _ = await answered(made, Answer(n=0.1, i=-0))
    assert envelope["result"] == {"n": 0.1, "i": 0}


async def test_a_model_never_turns_nan_into_null(make_package: PackageMaker) -> None:
    made = make_package(answer=closed({"anything": {}}))

    class Answer(BaseModel):
        anything: Any

    for value in (math.nan, -math.inf, [math.inf]):
        envelope, _ = await answered(made, Answer(anything=value))
        assert envelope["error"]["code"] == "OUTPUT_INVALID"
    envelope, _ = await answered(made, Answer(anything=None))
    assert envelope["result"] == {"anything": None}


async def test_the_limit_counts_the_canonical_bytes_before_the_view(
    make_package: PackageMaker,
) -> None:
    answer = {"shown": "é", "hidden": "x" * 20}
    length = len('{"hidden":"","shown":"é"}'.encode()) + 20
    text = {"type": "string"}

    class Answer(BaseModel):
        shown: str
        hidden: str

    for limit, code in ((length, None), (length - 1, "OUTPUT_INVALID")):
        made = make_package(
            answer=closed({"shown": text, "hidden": text}),
            view={"reveal": {"shown": True}, "schema": closed({"shown": text})},
            limits=limits(result_bytes=limit),
        )
        for each in (
            Answer(**answer),
            Raw(orjson.dumps(answer)),
            Raw(dict(answer)),
            Raw(b" " + orjson.dumps(answer)),
        ):
            envelope, _ = await answered(made, each)
            assert envelope.get("error", {}).get("code") == code


# --- views ---------------------------------------------------------------------------------------


@pytest.mark.promise("B6")
async def test_two_roles_see_one_answer_through_their_own_views(host: Host) -> None:
    explorer = await host.call(host.run("explorer"), "get_customer_v1", CUSTOMER)
    support = await host.call(host.run("support"), "get_customer_v1", CUSTOMER)
    assert explorer["result"] == {"customer_id": "C-1842", "status": "active"}
    assert support["result"] == {
        "customer_id": "C-1842",
        "status": "active",
        "email": "***@example.com",
        "note": "Prefers letters.",
        "credit_limit": True,
    }


@pytest.mark.promise("B6")
async def test_the_items_of_a_page_are_projected_and_its_cursor_stays(host: Host) -> None:
    answering(
        host,
        Raw({"customers": [{"customer_id": "C-1", "name": "Ada"}], "next_cursor": "c"}),
        "search_customers_v1",
    )
    envelope = await host.call(host.run("explorer"), "search_customers_v1", {"query": "a"})
    assert envelope["result"] == {"customers": [{"customer_id": "C-1"}], "next_cursor": "c"}


@pytest.mark.promise("B6")
async def test_a_projection_that_its_own_schema_refuses_is_not_shown(
    make_package: PackageMaker,
) -> None:
    secret = closed({"id": {"type": "string"}, "secret": {"type": "string"}})
    made = make_package(
        answer=secret,
        view={"reveal": True, "schema": closed({"id": {"type": "string"}})},
    )
    envelope, sink = await answered(made, Raw({"id": "1", "secret": "canary"}))
    assert envelope["error"]["code"] == "OUTPUT_INVALID"
    assert "canary" not in str(envelope) + sink.outcomes[0].as_json()


TEXT = {"type": "string"}
FLAG = {"type": "boolean"}

PROJECTIONS: list[tuple[str, Any, Any, Any, Any]] = [
    ("whole", True, {}, {"a": 1}, {"a": 1}),
    ("nothing revealed", {}, closed({}), {"a": 1}, {}),
    ("all fields", {"a": True, "b": True}, closed({"a": TEXT}, "b"), {"a": "1"}, {"a": "1"}),
    ("some", {"a": True}, closed({"a": TEXT}), {"a": "1", "b": "2"}, {"a": "1"}),
    (
        "absent stays absent",
        {"a": True, "b": "last_4"},
        closed({"a": TEXT, "b": TEXT}, "b"),
        {"a": "1"},
        {"a": "1"},
    ),
    ("null stays null", {"a": "email"}, closed({"a": TEXT}), {"a": None}, {"a": None}),
    (
        "inside",
        {"a": {"b": True}},
        closed({"a": closed({"b": TEXT})}),
        {"a": {"b": 1, "c": 2}},
        {"a": {"b": 1}},
    ),
    (
        "null inside",
        {"a": {"b": True}},
        closed({"a": {"anyOf": [closed({"b": TEXT}), {"type": "null"}]}}),
        {"a": None},
        {"a": None},
    ),
    (
        "lists",
        {"a": {"b": True}},
        closed({"a": {"type": "array", "items": closed({"b": TEXT})}}),
        {"a": [{"b": 1, "c": 2}]},
        {"a": [{"b": 1}]},
    ),
    (
        "masked list",
        {"a": "last_4"},
        closed({"a": {"type": "array"}}),
        {"a": ["12345678", "1"]},
        {"a": ["***5678", "***"]},
    ),
    ("present", {"a": "present"}, closed({"a": FLAG}), {"a": "x"}, {"a": True}),
    ("present and null", {"a": "present"}, closed({"a": FLAG}), {"a": None}, {"a": False}),
    ("present and absent", {"a": "present"}, closed({"a": FLAG}), {}, {"a": False}),
]


@pytest.mark.promise("B6")
@pytest.mark.parametrize(("name", "reveal", "schema", "answer", "shown"), PROJECTIONS)
def test_a_view_shows(name: str, reveal: Any, schema: Any, answer: Any, shown: Any) -> None:
    assert projection(reveal, schema)(answer) == shown, name


@pytest.mark.promise("B6")
def test_a_union_is_projected_by_its_branch() -> None:
    schema = {
        "oneOf": [
            closed({"by": {"const": "card"}, "number": TEXT, "note": FLAG}),
            closed({"by": {"const": "bank"}, "iban": TEXT}),
        ]
    }
    reveal = {"by": True, "number": "last_4", "iban": "last_4", "note": "present"}
    project = projection({"pay": reveal}, closed({"pay": schema}))
    card = {"by": "card", "number": "4111111111111111", "pin": "1"}
    assert project({"pay": card}) == {"pay": {"by": "card", "number": "***1111", "note": False}}
    bank = {"by": "bank", "iban": "DE1234"}
    assert project({"pay": bank}) == {"pay": {"by": "bank", "iban": "***"}}


@pytest.mark.parametrize(
    ("mask", "value", "shown"),
    [
        ("email", "ada@example.com", "***@example.com"),
        ("email", 'a"@"b@c.d', "***@c.d"),
        ("email", "no address", "***"),
        ("last_4", "1234567", "***"),
        ("last_4", "12345678", "***5678"),
        ("last_4", 12345678, "***"),
        ("year", "2026-03-01", "2026"),
        ("year", "2026-03-01T12:00:00Z", "2026"),
        ("present", "", True),
        ("present", None, False),
        ("present", [], True),
    ],
)
def test_a_mask_leaves(mask: str, value: Any, shown: Any) -> None:
    assert MASKS[mask](value) == shown


@pytest.mark.promise("B6")
@given(st.text(), st.sampled_from(["email", "last_4"]))
def test_what_stands_before_the_domain_or_the_last_four_is_never_shown(
    text: str, mask: str
) -> None:
    hidden, shown = MASKS[mask](text)[:3], MASKS[mask](text)[3:]
    assert hidden == "***"
    assert text.endswith(shown.removeprefix("@"))
    assert len(shown) <= max(len(text) // 2, text.find("@") >= 0 and len(text))


# --- what is put right ---------------------------------------------------------------------------


async def test_forbidden_characters_of_peoples_words_are_replaced_and_counted(host: Host) -> None:
    note = "a\x00b\x1bc\x85d\nok\t\u202e"
    for answer in (
        unset(customer_id="C-1", note=note),
        Raw({"customer_id": "C-1", "note": note}),
        Raw(orjson.dumps({"customer_id": "C-1", "note": note})),
    ):
        host.sink.outcomes.clear()
        answering(host, answer)
        envelope = await host.call(host.run(), "get_customer_v1", CUSTOMER)
        assert envelope["result"]["note"] == "a\ufffdb\ufffdc\ufffdd\nok\t\u202e"
        assert host.outcome.replaced_characters == 3


async def test_a_line_has_no_line_breaks_of_any_kind(host: Host) -> None:
    name = "a\tb\nc\rd\u2028e\u2029f"
    answering(
        host,
        Raw({"customers": [{"customer_id": "C-1", "name": name}] * 2, "next_cursor": None}),
        "search_customers_v1",
    )
    envelope = await host.call(host.run(), "search_customers_v1", {"query": "a"})
    assert envelope["result"]["customers"][1]["name"] == "a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf"
    assert host.outcome.replaced_characters == 10


async def test_a_word_that_the_service_has_added_becomes_other_where_the_contract_says_so(
    host: Host,
) -> None:
    answering(host, Raw({"customer_id": "C-1", "status": "on_parole"}))
    envelope = await host.call(host.run("explorer"), "get_customer_v1", CUSTOMER)
    assert envelope["result"] == {"customer_id": "C-1", "status": "other"}
    for status in (5, None, ["active"]):
        answering(host, Raw({"customer_id": "C-1", "status": status}))  # type: ignore[dict-item]
        envelope = await host.call(host.run("explorer"), "get_customer_v1", CUSTOMER)
        assert envelope["error"]["code"] == "OUTPUT_INVALID"


def test_only_marked_places_are_touched_in_any_branch_list_or_map() -> None:
    marked = {"type": "string", "x-toolcharter": {"type": "line", "untrusted": True}}
    plain = {"type": "string"}
    schema = closed(
        {
            "one": {
                "oneOf": [
                    closed({"by": {"const": "x"}, "t": marked}),
                    closed({"by": {"const": "y"}, "t": plain}),
                ]
            },
            "list": {"type": "array", "items": marked},
            "map": {"type": "object", "additionalProperties": {"$ref": "#/$defs/m"}},
            "null": {"anyOf": [closed({"t": marked}), {"type": "null"}]},
            "plain": plain,
        },
        **{"$defs": {"m": closed({"t": marked, "again": {"$ref": "#/$defs/m"}}, "again")}},
    )
    repair = repair_of(schema)
    assert repair is not None
    bad, good = "\x00", "\ufffd"
    answer = {
        "one": {"by": "x", "t": bad},
        "list": [bad, bad],
        "map": {"k": {"t": bad, "again": {"t": bad}}},
        "null": {"t": bad},
        "plain": bad,
    }
    assert repair(answer) == (
        {
            "one": {"by": "x", "t": good},
            "list": [good, good],
            "map": {"k": {"t": good, "again": {"t": good}}},
            "null": {"t": good},
            "plain": bad,
        },
        6,
    )
    assert repair({"one": {"by": "y", "t": bad}, "null": None}) == (
        {"one": {"by": "y", "t": bad}, "null": None},
        0,
    )
    assert repair({"one": {"by": ["x"], "t": bad}}) == ({"one": {"by": ["x"], "t": bad}}, 0)
    assert repair_of(closed({"plain": plain})) is None


@pytest.mark.parametrize("kind", ["text", "line"])
@given(text=st.text())
def test_what_is_put_right_passes_the_pattern_of_its_type(kind: str, text: str) -> None:
    from toolcharter_runtime._validators import is_valid, validator

    pattern = {
        "text": "^[^\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F]*$",
        "line": "^[^\\p{Cc}\\p{Zl}\\p{Zp}]*$",
    }[kind]
    note = {"type": kind, "untrusted": True}
    schema = {"type": "string", "pattern": pattern, "x-toolcharter": note}
    engine, repair = validator(schema), repair_of(schema)
    assert repair is not None
    repaired, replaced = repair(text)
    assert is_valid(engine, repaired)
    assert (replaced == 0) == is_valid(engine, text)


async def test_an_identifier_is_never_put_right(host: Host) -> None:
    answering(host, Raw({"customer_id": "C-1\x00"}))
    envelope = await host.call(host.run(), "get_customer_v1", CUSTOMER)
    assert envelope["error"]["code"] == "OUTPUT_INVALID"
    assert host.outcome.replaced_characters == 0


def test_the_marks_of_the_format_are_the_ones_that_are_read() -> None:
    assert {"Raw", "ToolError", "Call"} <= set(v1.__all__)
