"""Identifiers in models: checked, of one kind, and text to everybody else."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError
from sample_tools.identifiers import AddressId, CustomerId
from toolcharter_runtime.formats import v1


class Plain(v1.Identifier):
    """An identifier whose pattern the compiler left out."""

    max_length = 3


class Model(BaseModel):
    customer: CustomerId
    plain: Plain | None = None


@pytest.mark.promise("C22")
def test_an_identifier_of_another_kind_is_refused() -> None:
    with pytest.raises(ValidationError, match="AddressId is not CustomerId"):
        Model(customer=AddressId("C-1"))  # type: ignore[arg-type]
    assert Model(customer=CustomerId("C-1")).customer == "C-1"


@pytest.mark.parametrize("value", ["", "c-1", "C-1\n", "C-", "C-123456789", 1, True, b"C-1", None])
def test_a_model_checks_its_identifiers(value: Any) -> None:
    with pytest.raises(ValidationError):
        Model.model_validate({"customer": value})


def test_text_becomes_the_identifier_and_is_written_as_text() -> None:
    model = Model.model_validate({"customer": "C-1", "plain": "abc"})
    assert type(model.customer) is CustomerId
    assert type(model.plain) is Plain
    assert model.model_dump_json() == '{"customer":"C-1","plain":"abc"}'
    assert type(model.model_dump(mode="json")["customer"]) is str
    assert json.dumps(model.customer) == '"C-1"'
    with pytest.raises(ValidationError):
        Model.model_validate({"customer": "C-1", "plain": "abcd"})


def test_an_identifier_is_a_string_that_names_its_kind_when_looked_at() -> None:
    found = CustomerId("C-1")
    assert repr(found) == "CustomerId('C-1')"
    assert str(found) == "C-1"
    assert found == "C-1"
    assert hash(found) == hash("C-1")
    assert f"{found}" == "C-1"
    for twin in (copy.copy(found), copy.deepcopy(found), pickle.loads(pickle.dumps(found))):  # noqa: S301
        assert type(twin) is CustomerId
        assert twin == found
