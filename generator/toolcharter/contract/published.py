"""The published JSON Schemas of the contract language, as files of the package."""

from __future__ import annotations

import functools
import importlib.resources
import json
from typing import Any

import jsonschema_rs

SCHEMA_NAMES: tuple[str, ...] = (
    "contract",
    "toolcharter",
    "role",
    "approval",
    "permissions",
    "service",
    "types",
    "errors",
    "preconditions",
    "kinds",
    "exclusions",
    "pin",
    "release",
)
"""The names of the schemas, in the order people should read them."""


def schema_text(name: str) -> str:
    """The text of one published schema; an unknown name is a ``KeyError``."""
    if name not in SCHEMA_NAMES:
        raise KeyError(name)
    folder = importlib.resources.files("toolcharter.contract") / "schemas"
    return (folder / f"{name}.schema.json").read_text(encoding="utf-8")


@functools.cache
def schema_of(name: str) -> dict[str, Any]:
    """One published schema as a value; nobody changes it."""
    loaded: dict[str, Any] = json.loads(schema_text(name))
    return loaded


@functools.cache
def validator_of(name: str) -> jsonschema_rs.Draft202012Validator:
    """The fast validator of one published schema: linear patterns, formats on, never a request."""
    return jsonschema_rs.Draft202012Validator(
        schema_of(name),
        validate_formats=True,
        ignore_unknown_formats=False,
        pattern_options=jsonschema_rs.RegexOptions(),
        offline=True,
    )
