"""Every hostile argument of the case collection, by its id, through the whole dispatcher."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import orjson
import pytest
from sample_host import Host

CASES = Path(__file__).parent.parent / "cases" / "hostile"

REFUSED: dict[str, tuple[str, str, str | None]] = {
    "A01": ("check_address_v1", "DUPLICATE_KEY", "/customer_id"),
    "A03": ("quote_refund_v1", "NUMBER_NOT_JSON", "/amount_minor"),
    "A05": ("quote_refund_v1", "NUMBER_RANGE", "/amount_minor"),
    "A06": ("quote_refund_v1", "NUMBER_RANGE", "/amount_minor"),
    "A10": ("quote_refund_v1", "INVALID_ARGUMENT", "/amount_minor"),
    "A11": ("get_customer_v1", "INVALID_UNICODE", "/customer_id"),
    "A15": ("get_customer_v1", "DEPTH_LIMIT", "/customer_id" + "/0" * 31),
    "A16": ("get_customer_v1", "SIZE_LIMIT", None),
    "A18": ("check_address_v1", "INVALID_ARGUMENT", "/destination/country"),
    "A21": ("check_address_v1", "UNKNOWN_FIELD", "/approved"),
    # The field belongs to the other branch: in the chosen one it is unknown.
    "A23": ("check_address_v1", "UNKNOWN_FIELD", "/destination/line1"),
    "A25": ("get_customer_v1", "INVALID_ARGUMENT", ""),
    "A28": ("get_customer_v1", "PARSE", None),
    "A33": ("get_customer_v1", "INVALID_ARGUMENT", "/customer_id"),
}
ACCEPTED: dict[str, tuple[str, dict[str, Any]]] = {
    "A08": ("quote_refund_v1", {"amount_minor": 1}),
    "A09": ("quote_refund_v1", {"amount_minor": 0}),
    "A31": ("search_customers_v1", {"query": "e\u0301"}),
}


def case(id_: str) -> bytes:
    recipe = CASES / "args" / f"{id_}.gen.json"
    if recipe.exists():
        parts = json.loads(recipe.read_text())["parts"]
        return "".join(text * times for text, times in parts).encode()
    return (CASES / "args" / f"{id_}.json").read_bytes()


@pytest.mark.promise("B1")
@pytest.mark.parametrize("id_", REFUSED)
async def test_hostile_arguments_are_refused_before_any_host_code_runs(
    host: Host, id_: str
) -> None:
    tool, code, field = REFUSED[id_]
    text = await host.dispatcher.call(host.run(), tool, case(id_))
    envelope = orjson.loads(text)
    assert (envelope["error"]["code"], envelope["error"]["field"]) == (code, field)
    assert envelope["ok"] is False
    assert "result" not in envelope
    assert host.service.seen == []
    assert host.outcome.code == code
    for value in ("C-1842", "C-9999", "Ignore previous", "\\ud800", "9007199254740993"):
        assert value not in text.decode()
        assert value not in host.outcome.as_json()


@pytest.mark.promise("B3")
@pytest.mark.parametrize("id_", ACCEPTED)
async def test_odd_but_honest_arguments_reach_the_adapter_in_canonical_form(
    host: Host, id_: str
) -> None:
    tool, expected = ACCEPTED[id_]
    envelope = await host.call(host.run(), tool, case(id_))
    assert envelope["ok"] is True
    (arguments,) = [seen for name, _, seen in host.service.seen if name == tool]
    for name, value in expected.items():
        assert getattr(arguments, name) == value
        assert type(getattr(arguments, name)) is type(value)


@pytest.mark.promise("B1")
@pytest.mark.parametrize("id_", ["C06", "C08"])
async def test_controls_are_accepted_and_arrive_unchanged(host: Host, id_: str) -> None:
    raw = (CASES / "control" / f"{id_}.json").read_bytes()
    envelope = await host.call(host.run(), "check_address_v1", raw)
    assert envelope["ok"] is True
    (arguments,) = [seen for name, _, seen in host.service.seen if name == "check_address_v1"]
    assert arguments.model_dump() == json.loads(raw)


def test_every_case_of_the_folder_is_used() -> None:
    ids = {path.name.split(".")[0] for path in (CASES / "args").iterdir()}
    assert ids == {*REFUSED, *ACCEPTED}
