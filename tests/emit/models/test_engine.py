"""What the model engine returns is read, compared with what was asked for, and never trusted."""

from __future__ import annotations

from typing import Any

import pytest
from toolcharter.emit import models
from toolcharter.emit.annotations import ModelEngineError
from toolcharter.emit.definitions import Model, ModelField, reference
from toolcharter.emit.layout import flat
from toolcharter.emit.models import annotated_fields

pytestmark = pytest.mark.promise("G2")


def field(name: str, kind: dict[str, Any], *, wire: str = "", required: bool = True) -> ModelField:
    return ModelField(name=name, wire=wire or name, type=kind, is_required=required)


def model(*fields: ModelField) -> Model:
    return Model(name="Thing", fields=fields, is_open=False, describe="")


WORDS = model(field("state", {"enum": ["a", "b"]}))


@pytest.mark.parametrize(
    "line",
    [
        'state: Literal["a", "b", "c"]',
        'state: Literal["a"]',
        'state: Literal["a", "b"] | Thing',
        'state: Literal["a", "b"] | os.PathLike',
        'state: Annotated[Literal["a", "b"], Field(default_factory=print)]',
        'state: Annotated[Literal["a", "b"], print()]',
        'state: Annotated[Literal["a", "b"], Field(description="x")]',
        'state: Literal["a", "b"] = "a"',
        'state: Literal["a", "b"] = print()',
        'other: Literal["a", "b"]',
        'state: Literal["a", b]',
        'state: Literal["a", 1.5]',
        'state: (lambda: Literal["a", "b"])()',
        'state: Literal["a", "b"]\n    more: str',
    ],
)
def test_anything_that_was_not_asked_for_is_refused(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        models, "_engine", lambda schemas, aliases: f"class EngineModel0(BaseModel):\n    {line}\n"
    )
    with pytest.raises((ModelEngineError, ValueError)):
        annotated_fields([WORDS])


@pytest.mark.parametrize(
    "source", ["", "class Other: ...", "class EngineModel0: ...\nclass More: ..."]
)
def test_other_classes_than_were_asked_for_are_refused(
    source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(models, "_engine", lambda schemas, aliases: source)
    with pytest.raises(ModelEngineError):
        annotated_fields([WORDS])


def test_true_is_another_constant_than_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        models,
        "_engine",
        lambda schemas, aliases: "class EngineModel0(BaseModel):\n    state: Literal[True]\n",
    )
    with pytest.raises(ModelEngineError):
        annotated_fields([model(field("state", {"enum": [1]}))])


def test_equal_fields_are_given_to_the_engine_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    engine = models._engine

    def counting(schemas: Any, aliases: Any) -> str:
        asked.append(len(schemas))
        return engine(schemas, aliases)

    monkeypatch.setattr(models, "_engine", counting)
    found = annotated_fields([WORDS, model(field("n", {"type": "integer"})), WORDS, model()])
    assert asked == [3]
    assert found[0] == found[2]
    assert found[3] == ()


def test_the_engine_gives_what_the_fields_say() -> None:
    [fields] = annotated_fields(
        [
            model(
                field("from_", {"type": "string", "maxLength": 3, "minLength": 1}, wire="from"),
                field("to", {"type": ["integer", "number"]}, required=False),
                field("place", reference("Address")),
                field("others", {"type": "array", "items": reference("Address"), "maxItems": 3}),
                field("either", {"anyOf": [reference("A"), reference("B"), {"type": "null"}]}),
            )
        ]
    )
    assert [flat(each.annotation) for each in fields] == [
        'Annotated[str, Field(alias="from", min_length=1, max_length=3)]',
        "int | float | MISSING",
        "Address",
        "Annotated[list[Address], Field(max_length=3)]",
        "A | B | None",
    ]
    assert [each.default and flat(each.default) for each in fields][1] == "MISSING"
