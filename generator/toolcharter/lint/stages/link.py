"""Pages of what is found while names become the things they name."""

from __future__ import annotations

from toolcharter.lint.handbook_upstream import UPSTREAM
from toolcharter.lint.rule import Rule
from toolcharter.lint.rules.doc import missing_param
from toolcharter.lint.rules.exclusion import never_fires
from toolcharter.lint.rules.in_ import (
    currency_unknown,
    default_forbidden,
    default_invalid,
    depth_size,
    enum_duplicate,
    enum_unknown,
    example_invalid,
    format_unchecked,
    keyword_forbidden,
    map_keys,
    pattern_dialect,
    pattern_invalid,
    pattern_redos,
    pattern_unanchored,
    required_undefined,
    schema_invalid,
    secret,
    union_tag_listed,
    unsatisfiable,
)
from toolcharter.lint.rules.limits import backoff_order, run_above_tenant
from toolcharter.lint.rules.log import raw_args
from toolcharter.lint.rules.log import unknown_field as log_unknown_field
from toolcharter.lint.rules.name import repeated_field
from toolcharter.lint.rules.page import (
    hidden_order,
    size_above_maximum,
    unknown_order,
    unsortable_order,
)
from toolcharter.lint.rules.policy import (
    duplicate_currency,
    duplicate_level,
    fact_unknown_path,
    raise_not_stronger,
    raise_on_none,
    unknown_environment,
    unknown_level,
)
from toolcharter.lint.rules.redact import (
    everything_with_sensitive,
    mark_weakened,
    mask_mismatch,
    view_not_subset,
)
from toolcharter.lint.rules.ref import cycle as ref_cycle
from toolcharter.lint.rules.ref import external, sibling_ignored, unresolved
from toolcharter.lint.rules.target import not_an_identifier
from toolcharter.lint.rules.target import unknown_field as target_unknown_field
from toolcharter.lint.rules.template import free_text, malformed, uncertain_path, unknown_path
from toolcharter.lint.rules.type import cycle as type_cycle
from toolcharter.lint.rules.type import duplicate, kind_taken, mark_of_use, reserved_name, unknown
from toolcharter.lint.rules.view import hidden_by_mask

RULES: tuple[Rule, ...] = (
    repeated_field.RULE,
    type_cycle.RULE,
    duplicate.RULE,
    kind_taken.RULE,
    mark_of_use.RULE,
    reserved_name.RULE,
    unknown.RULE,
    ref_cycle.RULE,
    external.RULE,
    sibling_ignored.RULE,
    unresolved.RULE,
    not_an_identifier.RULE,
    target_unknown_field.RULE,
    free_text.RULE,
    malformed.RULE,
    uncertain_path.RULE,
    unknown_path.RULE,
    never_fires.RULE,
    duplicate_currency.RULE,
    duplicate_level.RULE,
    fact_unknown_path.RULE,
    raise_not_stronger.RULE,
    raise_on_none.RULE,
    unknown_environment.RULE,
    unknown_level.RULE,
    union_tag_listed.RULE,
    currency_unknown.RULE,
    default_forbidden.RULE,
    default_invalid.RULE,
    depth_size.RULE,
    enum_duplicate.RULE,
    enum_unknown.RULE,
    example_invalid.RULE,
    format_unchecked.RULE,
    keyword_forbidden.RULE,
    map_keys.RULE,
    pattern_dialect.RULE,
    pattern_invalid.RULE,
    pattern_redos.RULE,
    pattern_unanchored.RULE,
    required_undefined.RULE,
    schema_invalid.RULE,
    secret.RULE,
    unsatisfiable.RULE,
    everything_with_sensitive.RULE,
    mark_weakened.RULE,
    mask_mismatch.RULE,
    view_not_subset.RULE,
    hidden_by_mask.RULE,
    size_above_maximum.RULE,
    unknown_order.RULE,
    unsortable_order.RULE,
    hidden_order.RULE,
    backoff_order.RULE,
    run_above_tenant.RULE,
    missing_param.RULE,
    raw_args.RULE,
    log_unknown_field.RULE,
    *UPSTREAM,
)
