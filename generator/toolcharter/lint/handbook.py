"""Every rule of every stage, in the order in which a catalog meets them.

The linter's own rules stand in ``registry``; those of the other stages are pages without a check,
since the stage that needs the promise to go on reports it. ``toolcharter explain`` knows all.
"""

from __future__ import annotations

from toolcharter.lint.registry import RULES
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
    wrong_type,
    wrong_value,
)
from toolcharter.lint.rules.contract import (
    unknown_field as contract_unknown_field,
)
from toolcharter.lint.rules.doc import missing_param
from toolcharter.lint.rules.drift import differs, line_ends, unexpected
from toolcharter.lint.rules.drift import missing as drift_missing
from toolcharter.lint.rules.effect import (
    missing as effect_missing,
)
from toolcharter.lint.rules.effect import (
    read_has_approval,
)
from toolcharter.lint.rules.effect import (
    unknown as effect_unknown,
)
from toolcharter.lint.rules.err import no_recovery, value_echo
from toolcharter.lint.rules.exclusion import never_fires
from toolcharter.lint.rules.file import missing as file_missing
from toolcharter.lint.rules.file import name_match
from toolcharter.lint.rules.file import unknown as file_unknown
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
from toolcharter.lint.rules.limits import backoff_order
from toolcharter.lint.rules.log import raw_args
from toolcharter.lint.rules.log import unknown_field as log_unknown_field
from toolcharter.lint.rules.name import charset_length, repeated_field
from toolcharter.lint.rules.out import missing_schema
from toolcharter.lint.rules.page import size_above_maximum, unknown_order
from toolcharter.lint.rules.pins import moved
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
    view_missing,
    view_not_subset,
)
from toolcharter.lint.rules.ref import cycle as ref_cycle
from toolcharter.lint.rules.ref import external, sibling_ignored, unresolved
from toolcharter.lint.rules.retry import class_missing
from toolcharter.lint.rules.suppress import no_reason, too_broad
from toolcharter.lint.rules.target import not_an_identifier
from toolcharter.lint.rules.target import unknown_field as target_unknown_field
from toolcharter.lint.rules.template import free_text, malformed, uncertain_path, unknown_path
from toolcharter.lint.rules.text import bidi_control
from toolcharter.lint.rules.timeout import default
from toolcharter.lint.rules.type import (
    cycle as type_cycle,
)
from toolcharter.lint.rules.type import (
    duplicate,
    kind_taken,
    mark_of_use,
    reserved_name,
)
from toolcharter.lint.rules.type import (
    unknown as type_unknown,
)
from toolcharter.lint.rules.write import no_idempotency, no_preview, no_target_version
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

READ: tuple[Rule, ...] = (
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
"""Found while bytes become documents."""

VALIDATE: tuple[Rule, ...] = (
    file_missing.RULE,
    name_match.RULE,
    file_unknown.RULE,
    missing_facet.RULE,
    contract_unknown_field.RULE,
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
"""Found while documents are compared with the schema of the language."""

LINK: tuple[Rule, ...] = (
    repeated_field.RULE,
    type_cycle.RULE,
    duplicate.RULE,
    kind_taken.RULE,
    mark_of_use.RULE,
    reserved_name.RULE,
    type_unknown.RULE,
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
    size_above_maximum.RULE,
    unknown_order.RULE,
    backoff_order.RULE,
    missing_param.RULE,
    raw_args.RULE,
    log_unknown_field.RULE,
)
"""Found while names become the things they name."""

CHECK: tuple[Rule, ...] = (
    differs.RULE,
    line_ends.RULE,
    drift_missing.RULE,
    unexpected.RULE,
    moved.RULE,
)
"""Found while the generated package and the pins are compared with the catalog."""

HANDBOOK: tuple[Rule, ...] = (*READ, *VALIDATE, *LINK, *RULES, *CHECK)
