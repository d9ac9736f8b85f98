"""The names that a person would choose, and that nothing else has."""

from __future__ import annotations

import builtins
import keyword
from typing import Any

import pytest
from emit.models.building import package, request
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel
from toolcharter.emit import reserved
from toolcharter.emit.definitions import Root
from toolcharter.emit.model_schemas import rebuilt
from toolcharter.emit.names import (
    ClassNames,
    adapter_class,
    class_stem,
    class_word,
    field_names,
    handle_class,
    identifier_class,
    method_name,
    preconditions_class,
    singular,
)
from toolcharter.ir.model import WireName

LANGUAGE_NAMES = st.from_regex("[a-z][a-z0-9_]{0,8}", fullmatch=True)


def closed(properties: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "properties": properties, **more}


def names_of(
    *schemas: dict[str, Any], words: tuple[str, ...] = ("Input", "Output", "SalesView")
) -> list[str]:
    roots = [
        Root(name=f"Use{word}", word=word, schema=schema, describe="")
        for word, schema in zip(words, schemas, strict=False)
    ]
    return [each.name for each in rebuilt(roots).definitions]


def test_a_wire_name_gives_its_classes() -> None:
    assert class_stem(WireName("get_customer_v2")) == "GetCustomerV2"
    assert adapter_class(WireName("get_customer_v2")) == "GetCustomerV2Adapter"
    assert (
        preconditions_class(WireName("preview_address_change_v2")) == "AddressChangeV2Preconditions"
    )
    assert identifier_class("customer_id") == "CustomerId"
    assert handle_class("export_file") == "ExportFileHandle"


@settings(max_examples=300, deadline=None, database=None)
@given(LANGUAGE_NAMES, LANGUAGE_NAMES)
def test_two_names_of_the_language_have_two_classes(one: str, other: str) -> None:
    assert (one == other) == (class_stem(WireName(one)) == class_stem(WireName(other)))
    assert (one == other) == (identifier_class(one) == identifier_class(other))


def test_an_identifier_shadows_nothing() -> None:
    for name in ("base_model", "warning", "any", "literal"):
        assert identifier_class(name) not in reserved.CLASSES
        assert identifier_class(name).isidentifier()


def test_an_identifier_named_like_a_class_of_python_says_what_it_is() -> None:
    names = ("base_model", "literal", "field", "class_var", "annotated")
    assert [identifier_class(name) for name in names] == [
        *("BaseModelIdentifier", "LiteralIdentifier", "FieldIdentifier"),
        *("ClassVarIdentifier", "AnnotatedIdentifier"),
    ]
    assert identifier_class("literal_identifier") == "Literal_Identifier"
    assert identifier_class("customer_identifier") == "CustomerIdentifier"


@pytest.mark.parametrize(
    ("many", "one"),
    [
        ("saved_addresses", "saved_address"),
        ("recent_orders", "recent_order"),
        ("entries", "entry"),
        ("boxes", "box"),
        ("status", "status_item"),
        ("data", "data_item"),
        ("news", "news_item"),
        ("s", "s_item"),
    ],
)
def test_an_item_of_a_list_is_one_of_them_where_that_is_plain(many: str, one: str) -> None:
    assert singular(many) == one


def test_a_nested_object_is_called_after_its_type_its_field_or_its_branch() -> None:
    address = closed(
        {"city": {"type": "string"}}, **{"x-toolcharter": {"type": "object", "name": "address"}}
    )
    saved = closed({"kind": {"const": "saved"}}, required=["kind"])
    new = closed({"kind": {"const": "new"}, "home": {"$ref": "#/$defs/address"}}, required=["kind"])
    schema = closed(
        {
            "destination": {"oneOf": [saved, new]},
            "saved_addresses": {"type": "array", "items": closed({"id": {"type": "string"}})},
            "prices": {
                "type": "object",
                "additionalProperties": closed({"n": {"type": "integer"}}),
            },
            "owner": closed({"name": {"type": "string"}}),
        },
        **{"$defs": {"address": address}},
    )
    assert names_of(schema) == [
        "DestinationSaved",
        "Address",
        "DestinationNew",
        "Destination",
        "SavedAddress",
        "Price",
        "Owner",
        "UseInput",
    ]


def test_equal_objects_are_one_class_and_another_of_that_name_is_called_after_its_parent() -> None:
    full = closed({"order": closed({"id": {"type": "string"}, "note": {"type": "string"}})})
    cut = closed({"order": closed({"id": {"type": "string"}})})
    assert names_of(full, full) == ["Order", "UseInput", "UseOutput"]
    assert names_of(full, full, cut) == [
        "Order",
        "UseInput",
        "UseOutput",
        "SalesViewOrder",
        "UseSalesView",
    ]


def test_a_class_never_has_a_name_that_the_module_needs() -> None:
    schema = closed(
        {
            name: closed({f"p{index}": {"type": "string"}})
            for index, name in enumerate(
                ["field", "warning", "any", "base_model", "literal", "use_input"]
            )
        }
    )
    assert not set(names_of(schema)[:-1]) & {*reserved.CLASSES, "UseInput"}


def test_adding_a_property_to_one_view_leaves_the_names_of_what_stands_before_it() -> None:
    before = closed({"order": closed({"id": {"type": "string"}})})
    after = closed(
        {"order": closed({"id": {"type": "string"}}), "buyer": closed({"n": {"type": "null"}})}
    )
    assert names_of(before, before, after)[:3] == names_of(before, before, before)[:3]


def test_reserved_names_cover_the_builtins_and_the_interface_of_pydantic() -> None:
    assert {name for name in dir(builtins) if name[0].isupper()} <= reserved.CLASSES
    public = {name for name in dir(BaseModel) if not name.startswith("_")}
    assert public <= reserved.FIELDS


def test_a_property_keeps_its_name_when_it_can() -> None:
    names = ["customer_id", "id", "type", "fullName", "x1", "format", "hash"]
    assert field_names(names, frozenset()) == {name: name for name in names}


def test_a_name_that_cannot_stay_is_near_to_it() -> None:
    found = field_names(["from", "2fa", "_id", "content-type", "Any", "größe"], frozenset())
    assert list(found.values()) == [
        "from_",
        "field_2fa",
        "id",
        "content_type",
        "any",
        "gro_u00df_e",
    ]


def test_names_that_would_meet_spell_out_their_symbols() -> None:
    found = field_names(["x-y", "x.y", "x y", "", "x_y"], frozenset())
    assert found == {
        "x_y": "x_y",
        "x-y": "x_hyphen_y",
        "x.y": "x_dot_y",
        "x y": "x_space_y",
        "": "field",
    }


@settings(max_examples=300, deadline=None, database=None)
@given(
    st.lists(
        st.text(max_size=8) | st.sampled_from([*sorted(reserved.FIELDS), *keyword.kwlist]),
        unique=True,
    )
)
def test_names_of_fields_are_legal_and_no_two_properties_share_one(wire: list[str]) -> None:
    found = field_names(wire, frozenset({"Address"}))
    assert set(found) == set(wire)
    assert len(set(found.values())) == len(wire)
    for name in found.values():
        assert name.isidentifier()
        assert name.isascii()
        assert not keyword.iskeyword(name)
        assert name not in {*reserved.FIELDS, "Address"}
        assert not name.startswith(("_", *reserved.FIELD_BEGINNINGS))
    assert not {name for wire_name, name in found.items() if name != wire_name} & set(wire)


@settings(max_examples=200, deadline=None, database=None)
@given(st.text(max_size=12))
def test_any_text_gives_a_word_for_a_class(text: str) -> None:
    assert class_word(text).isidentifier()
    assert class_word(text)[0].isupper()


@settings(max_examples=100, deadline=None, database=None)
@given(
    st.lists(
        st.lists(st.sampled_from(["A", "B", "Warning"]), min_size=1, max_size=3).map(tuple),
        max_size=9,
    )
)
def test_a_name_is_given_once(claims: list[tuple[str, ...]]) -> None:
    names = ClassNames(["A"])
    given_names = [names.claim(words) for words in claims]
    assert len(set(given_names)) == len(given_names)
    assert not set(given_names) & {"A", "Warning"}


@pytest.mark.parametrize(
    "name", ["class", "op", "preconditions", "tool", "async", "current_version"]
)
def test_a_precondition_cannot_hide_a_member_of_its_adapter(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        method_name(name)


def test_the_plan_of_a_change_uses_the_input_model_and_one_class_for_before_and_after() -> None:
    arguments = closed({"id": {"type": "string"}})
    state = closed({"city": {"type": "string"}})
    plan = closed({"arguments": arguments, "before": state, "after": state})
    made = request("preview_move_v1", form="preview", input=arguments, answer=plan)
    text = package([made])["tools/preview_move_v1.py"]
    assert "arguments: PreviewMoveV1Input | MISSING" in text
    assert "before: BeforeAfter | MISSING" in text
    assert "after: BeforeAfter | MISSING" in text
