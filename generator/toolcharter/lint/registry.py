"""Every rule there is, in the order in which people should read them.

To add a rule: write ``rules/<area>/<promise>.py``, name it here, and give it a case folder under
``tests/lint/<area>/<promise>/``. A test compares the three.
"""

from __future__ import annotations

from toolcharter.lint.rule import CatalogRule, ContractRule, PartRule, Rule
from toolcharter.lint.rules.approval import (
    consumption_on_conflict_undeclared,
    level_below_consequence,
    multi_use_unjustified,
    no_expiry,
    none_outside_space,
)
from toolcharter.lint.rules.cancel import undeclared
from toolcharter.lint.rules.codegen import identifier_clash
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
    external_as_local,
    external_disagrees,
    read_has_approval,
    write_no_approval_policy,
)
from toolcharter.lint.rules.effect import (
    missing as effect_missing,
)
from toolcharter.lint.rules.effect import (
    unknown as effect_unknown,
)
from toolcharter.lint.rules.err import no_recovery, value_echo
from toolcharter.lint.rules.error import implied_repeated
from toolcharter.lint.rules.error import unknown as error_unknown
from toolcharter.lint.rules.exclusion import forbidden_capability
from toolcharter.lint.rules.file import missing as file_missing
from toolcharter.lint.rules.file import name_match
from toolcharter.lint.rules.file import unknown as file_unknown
from toolcharter.lint.rules.id import not_yielded, resolver_not_read, unresolvable
from toolcharter.lint.rules.in_ import (
    boolean_mode_switch,
    currency_unknown,
    default_forbidden,
    default_invalid,
    depth_size,
    enum_duplicate,
    enum_unknown,
    example_invalid,
    format_unchecked,
    free_form_action,
    id_untyped,
    integer_range,
    keyword_forbidden,
    map_keys,
    model_supplies_control,
    pattern_dialect,
    pattern_invalid,
    pattern_redos,
    pattern_unanchored,
    required_undefined,
    schema_invalid,
    secret,
    stringified_json,
    unbounded_array,
    unbounded_map,
    unbounded_number,
    unbounded_string,
    union_no_discriminator,
    union_tag_listed,
    union_tag_not_unique,
    unsatisfiable,
    untyped,
)
from toolcharter.lint.rules.in_ import (
    open_object as in_open_object,
)
from toolcharter.lint.rules.kind import unknown as kind_unknown
from toolcharter.lint.rules.limits import above_ceiling, request_too_small, result_too_small
from toolcharter.lint.rules.log import raw_args
from toolcharter.lint.rules.log import unknown_field as log_unknown_field
from toolcharter.lint.rules.name import (
    charset_length,
    collision_after_normalise,
    generic_tunnel,
    repeated_field,
)
from toolcharter.lint.rules.out import missing_schema, unbounded
from toolcharter.lint.rules.out import open_object as out_open_object
from toolcharter.lint.rules.page import size_above_maximum, unknown_order
from toolcharter.lint.rules.permission import unknown as permission_unknown
from toolcharter.lint.rules.pins import moved
from toolcharter.lint.rules.policy import (
    duplicate_level,
    fact_type,
    fact_unbound,
    fact_unknown_path,
    raise_not_stronger,
    unknown_level,
)
from toolcharter.lint.rules.policy import (
    unknown_environment as policy_unknown_environment,
)
from toolcharter.lint.rules.precondition import unknown as precondition_unknown
from toolcharter.lint.rules.redact import (
    everything_with_sensitive,
    mark_weakened,
    mask_mismatch,
    view_missing,
    view_not_subset,
)
from toolcharter.lint.rules.ref import cycle as ref_cycle
from toolcharter.lint.rules.ref import external, sibling_ignored, unresolved
from toolcharter.lint.rules.retry import class_missing, unsafe_auto
from toolcharter.lint.rules.role import (
    id_not_yielded,
    orphan_tool,
    read_has_write,
    unknown_tool,
    unknown_view,
    wrong_heading,
)
from toolcharter.lint.rules.role import (
    unknown_environment as role_unknown_environment,
)
from toolcharter.lint.rules.suppress import no_reason, too_broad
from toolcharter.lint.rules.target import not_an_identifier
from toolcharter.lint.rules.target import unknown_field as target_unknown_field
from toolcharter.lint.rules.template import free_text, malformed, uncertain_path, unknown_path
from toolcharter.lint.rules.text import bidi_control
from toolcharter.lint.rules.timeout import default
from toolcharter.lint.rules.tool import (
    not_named_back,
    withdrawn,
    wrong_form,
)
from toolcharter.lint.rules.tool import (
    unknown as tool_unknown,
)
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
from toolcharter.lint.rules.version import deprecated_no_sunset
from toolcharter.lint.rules.write import (
    commit_takes_payload,
    no_idempotency,
    no_preview,
    no_target_version,
)
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
    # what a file may be written in
    syntax.RULE,
    encoding.RULE,
    empty.RULE,
    empty_value.RULE,
    duplicate_key.RULE,
    non_string_key.RULE,
    implicit_bool.RULE,
    implicit_null.RULE,
    implicit_number.RULE,
    implicit_date.RULE,
    float.RULE,
    number_range.RULE,
    anchor.RULE,
    alias.RULE,
    merge_key.RULE,
    tag.RULE,
    directive.RULE,
    multi_document.RULE,
    size_limit.RULE,
    node_limit.RULE,
    depth_limit.RULE,
    finding_limit.RULE,
    bidi_control.RULE,
    # files and keys
    file_missing.RULE,
    name_match.RULE,
    file_unknown.RULE,
    missing_facet.RULE,
    contract_unknown_field.RULE,
    forbidden_field.RULE,
    wrong_type.RULE,
    wrong_value.RULE,
    out_of_range.RULE,
    undecided.RULE,
    no_reason.RULE,
    too_broad.RULE,
    # names, types, references
    charset_length.RULE,
    collision_after_normalise.RULE,
    generic_tunnel.RULE,
    repeated_field.RULE,
    identifier_clash.RULE,
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
    # effect and authority
    effect_missing.RULE,
    effect_unknown.RULE,
    external_as_local.RULE,
    external_disagrees.RULE,
    read_has_approval.RULE,
    write_no_approval_policy.RULE,
    consumption_on_conflict_undeclared.RULE,
    level_below_consequence.RULE,
    multi_use_unjustified.RULE,
    no_expiry.RULE,
    none_outside_space.RULE,
    commit_takes_payload.RULE,
    no_idempotency.RULE,
    no_preview.RULE,
    no_target_version.RULE,
    not_an_identifier.RULE,
    target_unknown_field.RULE,
    free_text.RULE,
    malformed.RULE,
    uncertain_path.RULE,
    unknown_path.RULE,
    forbidden_capability.RULE,
    permission_unknown.RULE,
    # policy
    duplicate_level.RULE,
    fact_type.RULE,
    fact_unbound.RULE,
    fact_unknown_path.RULE,
    raise_not_stronger.RULE,
    policy_unknown_environment.RULE,
    unknown_level.RULE,
    # input
    in_open_object.RULE,
    untyped.RULE,
    union_no_discriminator.RULE,
    union_tag_listed.RULE,
    union_tag_not_unique.RULE,
    unbounded_array.RULE,
    unbounded_map.RULE,
    unbounded_number.RULE,
    unbounded_string.RULE,
    boolean_mode_switch.RULE,
    model_supplies_control.RULE,
    free_form_action.RULE,
    stringified_json.RULE,
    id_untyped.RULE,
    currency_unknown.RULE,
    default_forbidden.RULE,
    default_invalid.RULE,
    depth_size.RULE,
    enum_duplicate.RULE,
    enum_unknown.RULE,
    example_invalid.RULE,
    format_unchecked.RULE,
    integer_range.RULE,
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
    # identifiers
    not_yielded.RULE,
    resolver_not_read.RULE,
    unresolvable.RULE,
    # output
    missing_schema.RULE,
    out_open_object.RULE,
    unbounded.RULE,
    everything_with_sensitive.RULE,
    mark_weakened.RULE,
    mask_mismatch.RULE,
    view_missing.RULE,
    view_not_subset.RULE,
    size_above_maximum.RULE,
    unknown_order.RULE,
    missing_param.RULE,
    raw_args.RULE,
    log_unknown_field.RULE,
    # failure and limits
    precondition_unknown.RULE,
    implied_repeated.RULE,
    error_unknown.RULE,
    no_recovery.RULE,
    value_echo.RULE,
    undeclared.RULE,
    class_missing.RULE,
    unsafe_auto.RULE,
    default.RULE,
    above_ceiling.RULE,
    request_too_small.RULE,
    result_too_small.RULE,
    # between contracts
    kind_unknown.RULE,
    not_named_back.RULE,
    tool_unknown.RULE,
    withdrawn.RULE,
    wrong_form.RULE,
    deprecated_no_sunset.RULE,
    # roles
    id_not_yielded.RULE,
    orphan_tool.RULE,
    read_has_write.RULE,
    role_unknown_environment.RULE,
    unknown_tool.RULE,
    unknown_view.RULE,
    wrong_heading.RULE,
    # what was generated and pinned
    differs.RULE,
    line_ends.RULE,
    drift_missing.RULE,
    unexpected.RULE,
    moved.RULE,
)
"""All rules, those of other stages included."""

PART_RULES = tuple(rule for rule in RULES if isinstance(rule, PartRule))
CONTRACT_RULES = tuple(rule for rule in RULES if isinstance(rule, ContractRule))
CATALOG_RULES = tuple(rule for rule in RULES if isinstance(rule, CatalogRule))
