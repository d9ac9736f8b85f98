"""Pages of what is found while documents are compared with the schema of the language."""

from __future__ import annotations

from toolcharter.lint.rule import Rule
from toolcharter.lint.rules.approval import (
    consumption_on_conflict_undeclared,
    multi_use_unjustified,
    no_expiry,
)
from toolcharter.lint.rules.cancel import undeclared
from toolcharter.lint.rules.contract import (
    forbidden_field,
    missing_facet,
    out_of_range,
    undecided,
    unknown_field,
    wrong_type,
    wrong_value,
)
from toolcharter.lint.rules.effect import missing as effect_missing
from toolcharter.lint.rules.effect import read_has_approval
from toolcharter.lint.rules.effect import unknown as effect_unknown
from toolcharter.lint.rules.err import no_recovery, value_echo
from toolcharter.lint.rules.file import missing as file_missing
from toolcharter.lint.rules.file import name_match
from toolcharter.lint.rules.file import unknown as file_unknown
from toolcharter.lint.rules.name import charset_length
from toolcharter.lint.rules.out import missing_schema
from toolcharter.lint.rules.redact import view_missing
from toolcharter.lint.rules.retry import class_missing
from toolcharter.lint.rules.suppress import no_reason, too_broad
from toolcharter.lint.rules.timeout import default
from toolcharter.lint.rules.write import no_idempotency, no_preview, no_target_version

RULES: tuple[Rule, ...] = (
    file_missing.RULE,
    name_match.RULE,
    file_unknown.RULE,
    missing_facet.RULE,
    unknown_field.RULE,
    forbidden_field.RULE,
    out_of_range.RULE,
    undecided.RULE,
    wrong_type.RULE,
    wrong_value.RULE,
    no_reason.RULE,
    too_broad.RULE,
    charset_length.RULE,
    effect_missing.RULE,
    effect_unknown.RULE,
    read_has_approval.RULE,
    consumption_on_conflict_undeclared.RULE,
    multi_use_unjustified.RULE,
    no_expiry.RULE,
    no_idempotency.RULE,
    no_preview.RULE,
    no_target_version.RULE,
    missing_schema.RULE,
    view_missing.RULE,
    no_recovery.RULE,
    value_echo.RULE,
    undeclared.RULE,
    class_missing.RULE,
    default.RULE,
)
