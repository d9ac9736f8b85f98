"""Pages of what is found while package and pins are compared with the catalog."""

from __future__ import annotations

from toolcharter.lint.rule import Rule
from toolcharter.lint.rules.drift import differs, line_ends, missing, unexpected
from toolcharter.lint.rules.pins import moved

RULES: tuple[Rule, ...] = (
    differs.RULE,
    line_ends.RULE,
    missing.RULE,
    unexpected.RULE,
    moved.RULE,
)
