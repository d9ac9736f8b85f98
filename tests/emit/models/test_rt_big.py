"""Every valid value builds its model, and the model gives the value back, byte for byte."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from emit.models.building import imported_tool, request
from emit.models.schema_values import Case, objects
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel
from toolcharter.ir.validators import validator

TRIES = settings(
    max_examples=900,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def assert_round_trip(model: type[BaseModel], value: Any) -> None:
    made = model.model_validate(value)
    text = made.model_dump_json(by_alias=True, exclude_unset=True)
    assert rfc8785.dumps(json.loads(text)) == rfc8785.dumps(value)
    dumped = made.model_dump(mode="json", by_alias=True, exclude_unset=True)
    assert rfc8785.dumps(dumped) == rfc8785.dumps(value)


@pytest.mark.promise("G1")
@TRIES
@given(objects(), st.data())
def test_a_valid_value_builds_its_model_and_comes_back(case: Case, data: st.DataObject) -> None:
    folder = Path(tempfile.mkdtemp())
    try:
        with imported_tool(request(input=case.schema), folder) as module:
            for _ in range(4):
                value = data.draw(case.values)
                assert validator(case.schema).is_valid(value)
                assert_round_trip(module.UseThingV1Input, value)
    finally:
        shutil.rmtree(folder)
