"""Views: what they show, what they never show, and the schema of what is left."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ir.shapes.instances import Made, made_shapes
from ir.shapes.made import compiles, mapping_of, pointed, shape, types
from toolcharter.diagnostics import Diagnostic, Span
from toolcharter.ir.field_tree import FieldTree, field_tree
from toolcharter.ir.fields import Place, shape_of
from toolcharter.ir.model import Reveal, Shape, View
from toolcharter.ir.types import TypeTable
from toolcharter.ir.validators import validator
from toolcharter.ir.views import ExpandedView, expand_view, repeated_names, standard_view
from toolcharter.ir.walk import walk
from toolcharter_runtime._views import projection

SHARED = types(
    """
    types:
      address:
        type: object
        sensitive: personal
        describe: "A postal address."
        fields: {city: {type: line, max_length: 40, describe: "A town."}, country: country}
      mail: {type: email, sensitive: personal, describe: "Where to write."}
      price: {type: money, min: 0, max: 9, describe: "A price."}
    """
)

OUTPUT = shape(
    """
    fields:
      name: {type: line, max_length: 40, sensitive: personal, describe: "Name."}
      status: {type: enum, values: [open, closed], describe: "Status."}
      home: address
      orders:
        type: list
        max_items: 3
        unique: true
        describe: "Orders."
        items:
          type: object
          fields:
            total: price
            ship_to: {type: address, optional: true}
            margin: {type: integer, min: 0, max: 9, sensitive: internal, describe: "Margin."}
      writes_to: {type: list, items: mail, max_items: 3, unique: true, describe: "Addresses."}
      born: {type: date, nullable: true, optional: true, sensitive: personal, describe: "Birthday."}
      key: {type: string, max_length: 9, pattern: "^[a-z]*$", sensitive: secret, describe: "K."}
      goes_to:
        type: union
        by: kind
        nullable: true
        describe: "Where it goes."
        branches:
          shop: {fields: {shop: {type: line, max_length: 9, describe: "Shop."}}}
          home: {fields: {to: address, note: {type: text, max_length: 9, describe: "Note."}}}
      counts:
        {type: map, keys: {type: enum, values: [a]}, values: {type: boolean}, max_items: 1,
         describe: "Counts."}
      mails:
        {type: map, keys: {type: enum, values: [a]}, values: mail, max_items: 1, describe: "Mail."}
    """,
    types=SHARED,
)

VALUE: dict[str, Any] = {
    "name": "Ada Lovelace",
    "status": "open",
    "home": {"city": "Oslo", "country": "NO"},
    "orders": [
        {
            "total": {"amount_minor": 3, "currency": "EUR"},
            "ship_to": {"city": "Bergen", "country": "NO"},
            "margin": 5,
        },
        {"total": {"amount_minor": 3, "currency": "EUR"}, "margin": 4},
    ],
    "writes_to": ["ada@example.com", "bob@example.com"],
    "born": "1815-12-10",
    "key": "hunter",
    "goes_to": {"kind": "home", "to": {"city": "Oslo", "country": "NO"}, "note": "ring"},
    "counts": {"a": True},
    "mails": {"a": "ada@example.com"},
}


def view(text: str, **parts: Shape) -> ExpandedView:
    found, findings = expand_view("v", Span("t"), mapping_of(text), parts or {"output": OUTPUT})
    assert findings == ()
    for each in found.shapes.values():
        compiles(each)
    return found


def refused(text: str, output: Shape = OUTPUT) -> list[tuple[str, str]]:
    root = mapping_of(text)
    _, findings = expand_view("v", root.span, root, {"output": output})
    return pointed(findings, textwrap.dedent(text))


def cut(value: Any, reveal: Reveal) -> Any:
    """A value as the runtime cuts it, written down once more for the tests."""
    if reveal == "present":
        return value is not None
    if reveal is True or value is None:
        return value
    if isinstance(value, list):
        return [cut(item, reveal) for item in value]
    match reveal:
        case "email":
            return "***@" + value.rpartition("@")[2]
        case "last_4":
            return "***" if len(value) < 8 else "***" + value[-4:]
        case "year":
            return value[:4]
    assert isinstance(reveal, dict)
    return {name: cut(part, reveal[name]) for name, part in value.items() if name in reveal}


def shown(text: str) -> Any:
    """The value through a view; it is valid against the view's schema."""
    found = view(text)
    value = cut(VALUE, found.reveals["output"])
    assert validator(found.shapes["output"].schema).is_valid(value)
    return value


def test_the_example_is_a_valid_output() -> None:
    assert validator(OUTPUT.schema).is_valid(VALUE)


@pytest.mark.promise("C14")
def test_a_path_shows_the_field_and_what_is_below_it() -> None:
    assert shown("shows: [status, home]") == {"status": "open", "home": VALUE["home"]}
    assert view("shows: [status, home]").view.shows == ("home.city", "home.country", "status")


@pytest.mark.promise("C14")
def test_parts_with_a_mark_of_their_own_need_their_own_path() -> None:
    assert shown("shows: [orders]") == {"orders": [{"total": VALUE["orders"][0]["total"]}] * 2}
    assert shown("shows: [orders.total, orders.ship_to.city]") == {
        "orders": [
            {"total": VALUE["orders"][0]["total"], "ship_to": {"city": "Bergen"}},
            {"total": VALUE["orders"][0]["total"]},
        ]
    }
    assert shown("shows: [writes_to]") == {"writes_to": VALUE["writes_to"]}


@pytest.mark.promise("C14")
@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("key", "redact/view-not-subset"),
        ("orders.margin", "redact/view-not-subset"),
        ("nobody", "redact/view-not-subset"),
        ("home.street", "redact/view-not-subset"),
        ("counts.a", "redact/view-not-subset"),
    ],
)
def test_unknown_internal_and_secret_fields_are_in_no_view(path: str, code: str) -> None:
    assert refused(f"shows: [status, {path}]") == [(code, path)]
    assert refused(f"shows: [status]\nmasks: {{{path}: present}}") == [(code, path)]


def test_what_is_below_an_internal_field_is_internal() -> None:
    output = shape(
        """
        fields:
          audit:
            type: object
            sensitive: internal
            describe: "Audit."
            fields: {by: {type: line, max_length: 9, sensitive: personal, describe: "Who."}}
        """
    )
    assert refused("shows: [audit.by]", output) == [("redact/view-not-subset", "audit.by")]


@pytest.mark.promise("C14")
def test_everything_is_allowed_only_while_nothing_is_marked() -> None:
    assert refused("shows: everything") == [("redact/everything-with-sensitive", "everything")]
    deep = shape(
        "fields: {a: {type: list, max_items: 2, describe: A, items: {type: object, fields: "
        "{m: {type: map, max_items: 1, describe: M, keys: {type: enum, values: [a]}, values: mail}"
        "}}}}",
        types=SHARED,
    )
    assert [code for code, _ in refused("shows: everything", deep)] == [
        "redact/everything-with-sensitive"
    ]
    plain = shape("fields: {a: price, b: {type: date, describe: Day}}", types=SHARED)
    found = view("shows: everything", output=plain)
    assert found.reveals == {"output": True}
    assert found.shapes["output"] is plain
    assert found.view.shows == ("a.amount_minor", "a.currency", "b")


def test_the_written_out_list_is_sorted_and_the_same_however_it_is_written() -> None:
    one = view("shows: [status, home.country, home.city]")
    other = view("shows: [home, status]")
    assert one.view == other.view
    assert one.reveals == other.reveals
    assert one.shapes["output"].schema == other.shapes["output"].schema


MASKS = [
    ("name", "last_4", {"name": "***lace"}),
    ("writes_to", "email", {"writes_to": ["***@example.com"] * 2}),
    ("writes_to", "present", {"writes_to": True}),
    ("orders", "present", {"orders": True}),
    ("born", "year", {"born": "1815"}),
    ("born", "present", {"born": True}),
    ("home", "present", {"home": True}),
    ("orders.ship_to.city", "last_4", {"orders": [{"ship_to": {"city": "***"}}, {}]}),
]


@pytest.mark.promise("B6")
@pytest.mark.parametrize(("path", "mask", "left"), MASKS)
def test_a_mask_shows_a_little_and_the_schema_fits(path: str, mask: str, left: object) -> None:
    assert shown(f"shows: []\nmasks: {{{path}: {mask}}}") == left
    assert view(f"shows: []\nmasks: {{{path}: {mask}}}").view.masks == {path: mask}


def test_a_masked_part_of_what_is_shown_stays_masked() -> None:
    found = shown("shows: [orders.total, orders.ship_to]\nmasks: {orders.ship_to.city: last_4}")
    assert found["orders"][0]["ship_to"] == {"city": "***", "country": "NO"}


@pytest.mark.parametrize(
    ("path", "mask"),
    [
        ("status", "last_4"),
        ("born", "last_4"),
        ("name", "email"),
        ("name", "year"),
        ("home", "last_4"),
        ("orders", "email"),
        ("goes_to.kind", "present"),
    ],
)
def test_a_mask_on_a_type_that_it_does_not_fit_is_refused(path: str, mask: str) -> None:
    text = f"shows: []\nmasks: {{{path}: {mask}}}"
    assert refused(text) == [("redact/mask-mismatch", mask)]


def test_a_field_is_shown_or_masked_not_both() -> None:
    text = "shows: [status, name]\nmasks: {name: last_4}"
    assert refused(text) == [("redact/mask-mismatch", "name")]


@pytest.mark.parametrize("text", ["shows: [home.city]", "shows: []"])
def test_a_mask_does_not_hide_what_the_view_names_below_it(text: str) -> None:
    mask = "home: present" if text.endswith("city]") else "home.city: last_4, home: present"
    text = f"{text}\nmasks: {{{mask}}}"
    assert refused(text) == [("view/hidden-by-mask", "home")]
    root = mapping_of(text)
    _, (finding,) = expand_view("v", root.span, root, {"output": OUTPUT})
    ((related, _),) = pointed(
        [Diagnostic(code=each.message, span=each.span, message="") for each in finding.related],
        text,
    )
    assert related == "`home.city` stands here"
    assert finding.span.line == 2


def test_a_mask_beside_or_below_what_is_shown_hides_nothing_of_it() -> None:
    assert refused("shows: [home]\nmasks: {home.city: last_4}") == []
    assert refused("shows: [home]\nmasks: {name: present}") == []
    longer = shape(
        "fields: {a: price, ab: {type: object, describe: B, fields: {c: price}}}", types=SHARED
    )
    assert refused("shows: [ab.c]\nmasks: {a: present}", longer) == []


def test_what_is_cut_loses_unique_items_and_what_is_whole_keeps_its_reference() -> None:
    found = view("shows: [orders.total, writes_to, home]").shapes["output"].schema
    assert "uniqueItems" not in found["properties"]["orders"]
    assert found["properties"]["orders"]["maxItems"] == 3
    assert found["properties"]["writes_to"]["uniqueItems"] is True
    assert found["properties"]["home"] == {"$ref": "#/$defs/address"}
    assert list(found["$defs"]) == ["address", "country", "currency", "price"]
    masked = view("shows: []\nmasks: {writes_to: email}").shapes["output"].schema
    assert "uniqueItems" not in masked["properties"]["writes_to"]
    assert "$defs" not in masked


def test_required_and_null_follow_the_source() -> None:
    found = view("shows: [status]\nmasks: {born: year, name: last_4}").shapes["output"].schema
    assert found["required"] == ["name", "status"]
    assert found["properties"]["born"]["type"] == ["string", "null"]
    assert found["additionalProperties"] is False


@pytest.mark.promise("C14")
def test_a_union_keeps_the_field_that_tells_its_branches_apart() -> None:
    found = view("shows: [goes_to.note]")
    assert found.view.shows == ("goes_to.kind", "goes_to.note")
    assert found.reveals == {"output": {"goes_to": {"kind": True, "note": True}}}
    union = found.shapes["output"].schema["properties"]["goes_to"]
    assert [option.get("type") for option in union["anyOf"]] == [None, "null"]
    assert [list(branch["properties"]) for branch in union["anyOf"][0]["oneOf"]] == [
        ["kind"],
        ["kind", "note"],
    ]
    assert shown("shows: [goes_to.note]") == {"goes_to": {"kind": "home", "note": "ring"}}
    assert shown("shows: [goes_to]") == {"goes_to": {"kind": "home", "note": "ring"}}


TAGGED = """
schema:
  oneOf:
    - type: object
      additionalProperties: false
      required: [form, kind, a]
      properties:
        form: {const: 1}
        kind: {const: x, x-toolcharter: MARK}
        a: {type: boolean}
    - allOf:
        - type: object
          required: [form, kind, a]
          properties: {form: {const: 1}, kind: {enum: [y_]}, a: {type: boolean}}
      unevaluatedProperties: false
"""


@pytest.mark.promise("C14")
def test_of_several_constants_the_one_that_differs_tells_branches_apart() -> None:
    output = shape(TAGGED.replace(", x-toolcharter: MARK", ""))
    found = view("shows: [a]", output=output)
    assert found.view.shows == ("a", "kind")
    for kind in ("x", "y_"):
        _is_exact(found, {"form": 1, "kind": kind, "a": True}, output)
    assert refused("shows: [a]\nmasks: {kind: present}", output) == [
        ("redact/mask-mismatch", "present")
    ]


@pytest.mark.promise("C14")
def test_a_field_that_tells_branches_apart_is_not_shown_against_its_mark() -> None:
    secret = shape(TAGGED.replace("MARK", "{sensitive: internal}"))
    assert refused("shows: [a]", secret) == [("redact/view-not-subset", "shows: [a]")]
    assert refused("shows: []", secret) == []
    personal = shape(TAGGED.replace("MARK", "{sensitive: personal}"))
    assert refused("shows: [a]", personal) == [("redact/view-not-subset", "shows: [a]")]
    assert refused("shows: [a, kind]", personal) == []


def test_a_mask_fits_everything_that_a_path_may_be() -> None:
    line = '{type: line, max_length: 9, describe: "Words."}'
    output = shape(
        "fields: {x: {type: union, by: kind, describe: X, branches: {"
        'a: {fields: {f: {type: list, max_items: 2, describe: "Many.", items: '
        "{type: line, max_length: 9}}}}, "
        f"b: {{fields: {{f: {line}}}}}, "
        'c: {fields: {g: {type: list, max_items: 2, describe: "Many.", items: '
        "{type: line, max_length: 9}}}}, d: {fields: {g: {type: date, describe: Day}}}}}}"
    )
    assert refused("shows: []\nmasks: {x.f: last_4}", output) == []
    assert refused("shows: []\nmasks: {x.g: last_4}", output) == [
        ("redact/mask-mismatch", "last_4")
    ]


def test_the_items_of_a_tuple_are_masked_one_by_one() -> None:
    output = shape(
        "schema: {type: object, additionalProperties: false, properties: {pair: {type: array, "
        "items: false, prefixItems: [{type: string, maxLength: 2}, {type: string, maxLength: 9}]}}}"
    )
    found = view("shows: []\nmasks: {pair: last_4}", output=output)
    _is_exact(found, {"pair": ["no", "nine char"]}, output)
    schema = found.shapes["output"].schema["properties"]["pair"]
    assert [each["maxLength"] for each in schema["prefixItems"]] == [7, 7]


MIXED = """
fields:
  x:
    type: union
    by: kind
    describe: "X."
    branches:
      a: {fields: {part: {type: object, describe: "Y.", fields: {z: {type: date, describe: "Z."},
                                                           w: {type: date, describe: "W."}}}}}
      b: {fields: {part: PLAIN}}
"""


def test_a_name_that_is_an_object_here_and_a_value_there_is_shown_whole_or_not_at_all() -> None:
    output = shape(MIXED.replace("PLAIN", '{type: boolean, describe: "Flag."}'))
    assert refused("shows: [x.part.z]", output) == [("redact/view-not-subset", "shows: [x.part.z]")]
    assert refused("shows: [x.part]", output) == refused("shows: [x.kind]", output) == []


def test_a_branch_keeps_the_empty_object_of_what_another_branch_shows() -> None:
    output = shape(MIXED.replace("PLAIN", '{type: object, describe: "None.", fields: {}}'))
    found = view("shows: [x.part.z]", output=output)
    value = {"x": {"kind": "b", "part": {}}}
    assert cut(value, found.reveals["output"]) == value
    assert validator(found.shapes["output"].schema).is_valid(value)


def test_a_map_is_shown_whole_by_its_own_path_or_not_at_all() -> None:
    assert shown("shows: [counts, mails]") == {"counts": {"a": True}, "mails": VALUE["mails"]}


def test_a_view_that_shows_nothing_leaves_an_empty_object() -> None:
    found = view("shows: []")
    assert found.reveals == {"output": {}}
    assert found.shapes["output"].schema == {
        "type": "object",
        "properties": {},
        "additionalProperties": False,
    }


def test_a_view_of_a_change_covers_plan_and_output() -> None:
    before_after = shape("fields: {status: {type: date, describe: D}, home: address}", types=SHARED)
    consequences = shape("fields: {count: {type: integer, min: 0, max: 9, describe: Count}}")
    found = view("shows: [status, count]", before_after=before_after, consequences=consequences)
    assert found.reveals == {"before_after": {"status": True}, "consequences": True}
    assert found.view.shows == ("count", "status")


def test_plan_and_output_may_not_share_a_name() -> None:
    one = shape("fields: {a: {type: date, describe: Day}, b: {type: date, describe: Day}}")
    other = shape("fields: {b: {type: boolean, describe: Flag}}")
    (finding,) = repeated_names({"before_after": one, "output": other})
    assert finding.code == "name/repeated-field"
    assert finding.span.pointer == "/fields/b"
    assert finding.related[0].span == one.span_at("/properties/b")
    assert repeated_names({"before_after": one}) == ()


def test_the_standard_view_reveals_nothing_that_was_declared() -> None:
    found = standard_view(Span("t"))
    assert (found.view.name, found.view.shows, found.reveals) == ("standard", (), {})


def test_parts_of_a_view_keep_the_places_of_their_source() -> None:
    found = view("shows: [orders.total, goes_to.note]").shapes["output"]
    place = found.span_at("/properties/orders/items/properties/total")
    assert place.pointer == "/fields/orders/items/fields/total"
    notes = [part for part in walk(found) if part.field_path == "goes_to.note"]
    assert [part.span.pointer for part in notes] == ["/fields/goes_to/branches/home/fields/note"]


OTHERS = """
schema:
  type: object
  additionalProperties: false
  properties:
    extra:
      type: object
      maxProperties: 3
      properties: {known: {type: boolean}}
      additionalProperties: {type: boolean, x-toolcharter: {sensitive: MARK}}
"""


@pytest.mark.promise("C14")
@pytest.mark.parametrize("mark", ["personal", "internal", "secret"])
@pytest.mark.parametrize("path", ["extra", "extra.known"])
def test_names_that_an_object_takes_beside_its_own_are_not_shown_by_mistake(
    mark: str, path: str
) -> None:
    output = shape(OTHERS.replace("MARK", mark))
    found = view(f"shows: [{path}]", output=output)
    assert found.reveals == {"output": {"extra": {"known": True}}}
    extra = found.shapes["output"].schema["properties"]["extra"]
    assert extra["additionalProperties"] is False


def test_a_shape_that_is_a_map_is_shown_whole_or_not_at_all() -> None:
    output = shape(
        "schema: {type: object, propertyNames: {enum: [a, b]}, maxProperties: 2, "
        "additionalProperties: {type: boolean}}"
    )
    assert view("shows: everything", output=output).reveals == {"output": True}
    hidden = view("shows: []", output=output)
    assert hidden.reveals == {"output": {}}
    assert not validator(hidden.shapes["output"].schema).is_valid({"a": True})


@pytest.mark.parametrize("name", ["a.b", "*", ""])
def test_a_name_that_no_path_can_name_is_in_no_view(name: str) -> None:
    text = (
        "schema: {type: object, additionalProperties: false, properties: "
        f"{{'{name}': {{type: boolean}}, c: {{type: boolean}}, d: {{type: boolean}}}}}}"
    )
    output, findings = shape_of(mapping_of(text), TypeTable(), {}, place=Place.OUTPUT)
    assert [each.code for each in findings] == ["name/charset-length"]
    assert output is not None
    assert view("shows: [c]", output=output).reveals == {"output": {"c": True}}


def test_plain_json_schema_is_cut_too() -> None:
    output = shape(
        """
        schema:
          type: object
          unevaluatedProperties: false
          minProperties: 1
          dependentRequired: {a: [b]}
          allOf:
            - {properties: {a: {type: boolean}, b: {type: boolean}}, required: [a, b]}
          properties:
            pair:
              type: array
              items: false
              prefixItems:
                - {type: object, additionalProperties: false, properties: {x: {type: boolean}}}
                - {type: object, additionalProperties: false, properties: {z: {type: boolean}}}
            extra:
              type: object
              properties: {known: {type: boolean}, other: {type: boolean}}
              additionalProperties: {type: boolean}
              maxProperties: 3
        """
    )
    found = view("shows: [a, pair.x, extra.known]", output=output)
    value = {
        "a": True,
        "b": False,
        "pair": [{"x": True}, {"z": True}],
        "extra": {"known": True, "unknown": True},
    }
    assert validator(output.schema).is_valid(value)
    left = cut(value, found.reveals["output"])
    assert left == {"a": True, "pair": [{"x": True}, {}], "extra": {"known": True}}
    checker = validator(found.shapes["output"].schema)
    assert checker.is_valid(left)
    for whole in (value, {**left, "b": False}, {**left, "pair": value["pair"]}):
        assert not checker.is_valid(whole)


def _by_paths(value: Any, view: View, tree: FieldTree, path: str = "") -> Any:
    """What a view leaves of a value, worked out from its written-out paths alone: a part is whole
    where all that it may hold is shown."""
    if isinstance(value, list):
        return [_by_paths(item, view, tree, path) for item in value]
    if not isinstance(value, dict):
        return value
    left = {}
    for name, part in value.items():
        onward = f"{path}.{name}" if path else name
        leaves = tree.leaves(onward)
        if onward in view.masks:
            left[name] = cut(part, view.masks[onward])
        elif set(leaves) <= set(view.shows):
            left[name] = part
        elif any(each.startswith(f"{onward}.") for each in (*view.shows, *view.masks)):
            left[name] = _by_paths(part, view, tree, onward)
    return left


def _without_flags(value: Any, view: View, path: str = "") -> Any:
    """The value without what says whether something is there."""
    if isinstance(value, list):
        return [_without_flags(item, view, path) for item in value]
    if not isinstance(value, dict):
        return value
    onward = {name: f"{path}.{name}" if path else name for name in value}
    return {
        name: _without_flags(part, view, onward[name])
        for name, part in value.items()
        if view.masks.get(onward[name]) != "present"
    }


def _is_exact(view: ExpandedView, value: Any, source: Shape) -> None:
    """The view leaves what its paths name and nothing else, and its schema takes that; so it does
    with what the runtime makes of the value."""
    schema = view.shapes["output"].schema
    reveal: Any = view.reveals["output"]
    left = cut(value, reveal)
    assert left == _by_paths(value, view.view, field_tree(source))
    at_run_time = projection(reveal, dict(schema))(value)
    assert _without_flags(at_run_time, view.view) == _without_flags(left, view.view)
    for each in (left, at_run_time):
        assert validator(schema).is_valid(each)
    again = field_tree(view.shapes["output"])
    leaves = {leaf for path in again.fields for leaf in again.leaves(path)}
    assert leaves <= {*view.view.shows, *view.view.masks}


FLAGS = "{f0: {type: boolean, describe: One}, f1: {type: boolean, describe: Two}}"
HELD = f"{{type: object, fields: {FLAGS}, describe: Some words}}"
OTHERS_OF_A_BRANCH = [
    ("{type: object, fields: {}, describe: Some words}", {}),
    (
        "{type: union, by: kind, branches: {one: {fields: {}}, two: {fields: {}}}, "
        "describe: Some words}",
        {"kind": "two"},
    ),
    (
        f"{{type: list, max_items: 2, items: {{type: object, fields: {FLAGS}}}, "
        "describe: Some words}",
        [{"f0": True, "f1": False}, {"f0": False, "f1": False}],
    ),
]


@pytest.mark.promise("B6")
@pytest.mark.parametrize(("other", "value"), OTHERS_OF_A_BRANCH)
@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize(
    "text", ["shows: [x]", "shows: [x.f.f1]", "shows: []\nmasks: {x.f.f0: present}"]
)
def test_each_branch_keeps_what_is_shown_of_it(
    other: str, value: Any, is_first: bool, text: str
) -> None:
    first, second = (HELD, other) if is_first else (other, HELD)
    output = shape(
        "fields: {z: {type: boolean, describe: Three}, x: {type: union, by: kind, describe: Four, "
        f"branches: {{a: {{fields: {{f: {first}}}}}, b: {{fields: {{f: {second}}}}}}}}}}}"
    )
    found = view(text, output=output)
    held = {"f0": True, "f1": False}
    for tag, each in zip("ab", (held, value) if is_first else (value, held), strict=True):
        _is_exact(found, {"z": True, "x": {"kind": tag, "f": each}}, output)


@pytest.mark.parametrize(
    "view_text", ["shows: []\nmasks: {x.part.z: present}", "shows: [x.part.z]"]
)
def test_a_name_that_is_a_value_in_another_branch_is_not_masked_in_part(view_text: str) -> None:
    output = shape(MIXED.replace("PLAIN", '{type: boolean, describe: "Flag."}'))
    (found,) = refused(view_text, output)
    assert found[0] == "redact/view-not-subset"


@pytest.mark.promise("B6")
@settings(max_examples=60, deadline=None)
@given(made_shapes(), st.data())
def test_any_view_of_any_value_is_valid_and_shows_nothing_else(
    made: Made, data: st.DataObject
) -> None:
    tree = field_tree(made.shape)
    paths = [path for path in tree.fields if not tree.is_never_shown(path)]
    some = st.lists(st.sampled_from(paths), unique=True, max_size=4) if paths else st.just([])
    picked = data.draw(some)
    maskable = [path for path in paths if path not in picked and not tree.fields[path].is_tag]
    masks = st.sampled_from(["present", "present", "present", "last_4", "email", "year"])
    some_masks = st.dictionaries(st.sampled_from(maskable or [""]), masks, max_size=2)
    masked = data.draw(some_masks) if maskable else {}
    written = ", ".join(f"{path}: {mask}" for path, mask in masked.items())
    text = f"shows: [{', '.join(picked)}]\nmasks: {{{written}}}\n"
    found, findings = expand_view("v", Span("t"), mapping_of(text), {"output": made.shape})
    is_hidden = any(path.startswith(f"{mask}.") for mask in masked for path in (*picked, *masked))
    for code in {each.code for each in findings}:
        match code:
            case "redact/view-not-subset":
                assert any(field.is_mixed for field in tree.fields.values())
            case "redact/mask-mismatch":
                assert set(masked.values()) != {"present"}
            case _:
                assert code == "view/hidden-by-mask" and is_hidden
    if not findings:
        assert not is_hidden
        _is_exact(found, made.value, made.shape)


def _present(value: Any, path: tuple[str, ...] = ()) -> Iterator[str]:
    """The path of every field that a value holds."""
    if isinstance(value, list):
        for item in value:
            yield from _present(item, path)
    elif isinstance(value, dict):
        for name, part in value.items():
            yield ".".join((*path, name))
            yield from _present(part, (*path, name))


@pytest.mark.promise("C14")
@settings(max_examples=60, deadline=None)
@given(made_shapes(), st.data())
def test_no_view_shows_what_is_marked_unless_its_own_path_is_written(
    made: Made, data: st.DataObject
) -> None:
    tree = field_tree(made.shape)
    picked = data.draw(st.lists(st.sampled_from(list(tree.fields)), unique=True, max_size=4))
    root = mapping_of(f"shows: [{', '.join(picked)}]\n")
    found, _ = expand_view("v", Span("t"), root, {"output": made.shape})
    if any(field.is_mixed for field in tree.fields.values()):
        return
    for path in _present(cut(made.value, found.reveals["output"])):
        names = path.split(".")
        above = [".".join(names[:count]) for count in range(1, len(names) + 1)]
        marked = [each for each in above if tree.fields[each].mark is not None]
        assert all(tree.fields[each].mark == "personal" for each in marked)
        for each in marked:
            assert any(one == each or one.startswith(f"{each}.") for one in picked)
