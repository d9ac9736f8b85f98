"""Pages of what is found while bytes become documents."""

from __future__ import annotations

from toolcharter.lint.rule import Rule
from toolcharter.lint.rules.text import bidi_control
from toolcharter.lint.rules.yaml import (
    alias,
    anchor,
    depth_limit,
    directive,
    duplicate_key,
    empty,
    empty_value,
    encoding,
    finding_limit,
    float,
    implicit_bool,
    implicit_date,
    implicit_null,
    implicit_number,
    merge_key,
    multi_document,
    node_limit,
    non_string_key,
    number_range,
    size_limit,
    syntax,
    tag,
)

RULES: tuple[Rule, ...] = (
    syntax.RULE,
    encoding.RULE,
    empty.RULE,
    empty_value.RULE,
    duplicate_key.RULE,
    non_string_key.RULE,
    implicit_bool.RULE,
    implicit_date.RULE,
    implicit_null.RULE,
    implicit_number.RULE,
    float.RULE,
    number_range.RULE,
    anchor.RULE,
    alias.RULE,
    merge_key.RULE,
    tag.RULE,
    directive.RULE,
    multi_document.RULE,
    depth_limit.RULE,
    finding_limit.RULE,
    node_limit.RULE,
    size_limit.RULE,
    bidi_control.RULE,
)
