"""The rules about described adapters and their services that linking keeps."""

from __future__ import annotations

from toolcharter.lint.rule import Rule
from toolcharter.lint.rules.adapter import (
    answer_never_matches,
    check_misfit,
    check_missing,
    check_never_fails,
    check_unknown,
    field_mapped_twice,
    free_text,
    mapping_misfit,
    no_success,
    no_target_version,
    not_one_value,
    page_disagrees,
    repeated_header,
    uncertain_path,
    unknown_code,
    unknown_field,
    unknown_path,
    unmapped_field,
    version_not_sent,
    wrong_success,
)
from toolcharter.lint.rules.service import forbidden_header
from toolcharter.lint.rules.service import unknown_code as service_unknown_code

UPSTREAM: tuple[Rule, ...] = (
    forbidden_header.RULE,
    service_unknown_code.RULE,
    unknown_path.RULE,
    uncertain_path.RULE,
    not_one_value.RULE,
    free_text.RULE,
    no_target_version.RULE,
    version_not_sent.RULE,
    page_disagrees.RULE,
    repeated_header.RULE,
    unknown_code.RULE,
    no_success.RULE,
    wrong_success.RULE,
    answer_never_matches.RULE,
    unmapped_field.RULE,
    unknown_field.RULE,
    field_mapped_twice.RULE,
    mapping_misfit.RULE,
    check_missing.RULE,
    check_unknown.RULE,
    check_never_fails.RULE,
    check_misfit.RULE,
)
"""Found while the requests, answers and checks of adapters are linked."""
