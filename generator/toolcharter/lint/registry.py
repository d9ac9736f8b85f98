"""Every rule of the linter, in the order in which people should read them.

To add a rule: write ``rules/<area>/<promise>.py``, name it here, and give it a case folder under
``tests/lint/<area>/<promise>/``. A test compares the three. What other stages find has pages of the
same form, listed in ``handbook``.
"""

from __future__ import annotations

from toolcharter.lint.rule import CatalogRule, ContractRule, PartRule
from toolcharter.lint.rules.adapter import forbidden_header
from toolcharter.lint.rules.approval import (
    cancel_touches_more,
    level_below_consequence,
    none_outside_space,
)
from toolcharter.lint.rules.codegen import keyword
from toolcharter.lint.rules.effect import (
    external_as_local,
    external_disagrees,
    write_no_approval_policy,
)
from toolcharter.lint.rules.error import implied_repeated, runtime_code
from toolcharter.lint.rules.error import unknown as error_unknown
from toolcharter.lint.rules.exclusion import forbidden_capability
from toolcharter.lint.rules.id import not_yielded, resolver_not_read, unresolvable
from toolcharter.lint.rules.in_ import (
    boolean_mode_switch,
    free_form_action,
    id_untyped,
    model_supplies_control,
    stringified_json,
    unbounded_array,
    unbounded_map,
    unbounded_number,
    unbounded_string,
    union_no_discriminator,
    union_tag_not_unique,
    untyped,
)
from toolcharter.lint.rules.in_ import (
    open_object as in_open_object,
)
from toolcharter.lint.rules.judgement import unknown_place as judgement_unknown_place
from toolcharter.lint.rules.kind import unknown as kind_unknown
from toolcharter.lint.rules.limits import above_ceiling, request_too_small, result_too_small
from toolcharter.lint.rules.name import collision_after_normalise, confusable, generic_tunnel
from toolcharter.lint.rules.out import open_object as out_open_object
from toolcharter.lint.rules.out import unbounded
from toolcharter.lint.rules.permission import unknown as permission_unknown
from toolcharter.lint.rules.policy import fact_type, fact_unbound
from toolcharter.lint.rules.precondition import unknown as precondition_unknown
from toolcharter.lint.rules.retry import unsafe_auto
from toolcharter.lint.rules.role import (
    id_not_yielded,
    orphan_tool,
    read_has_write,
    unknown_environment,
    unknown_tool,
    unknown_view,
    wrong_heading,
)
from toolcharter.lint.rules.service import credential_without_visibility
from toolcharter.lint.rules.service import unknown as service_unknown
from toolcharter.lint.rules.suppress import (
    never_silenced,
    unknown_file,
    unknown_place,
    unknown_rule,
)
from toolcharter.lint.rules.tool import (
    not_named_back,
    withdrawn,
    wrong_form,
)
from toolcharter.lint.rules.tool import (
    unknown as tool_unknown,
)
from toolcharter.lint.rules.version import deprecated_no_sunset, successor_not_newer
from toolcharter.lint.rules.write import (
    commit_takes_payload,
    kept_too_short,
    keys_kept_too_short,
    no_shared_transaction,
    no_status_tool,
)

RULES: tuple[PartRule | ContractRule | CatalogRule, ...] = (
    # names
    collision_after_normalise.RULE,
    confusable.RULE,
    generic_tunnel.RULE,
    keyword.RULE,
    # effect and authority
    external_as_local.RULE,
    external_disagrees.RULE,
    write_no_approval_policy.RULE,
    level_below_consequence.RULE,
    none_outside_space.RULE,
    cancel_touches_more.RULE,
    commit_takes_payload.RULE,
    no_shared_transaction.RULE,
    no_status_tool.RULE,
    keys_kept_too_short.RULE,
    kept_too_short.RULE,
    forbidden_capability.RULE,
    permission_unknown.RULE,
    # policy
    fact_type.RULE,
    fact_unbound.RULE,
    # input
    in_open_object.RULE,
    untyped.RULE,
    union_no_discriminator.RULE,
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
    # identifiers
    not_yielded.RULE,
    resolver_not_read.RULE,
    unresolvable.RULE,
    # output
    out_open_object.RULE,
    unbounded.RULE,
    # failure and limits
    precondition_unknown.RULE,
    implied_repeated.RULE,
    error_unknown.RULE,
    runtime_code.RULE,
    unsafe_auto.RULE,
    above_ceiling.RULE,
    request_too_small.RULE,
    result_too_small.RULE,
    forbidden_header.RULE,
    service_unknown.RULE,
    credential_without_visibility.RULE,
    # between contracts
    kind_unknown.RULE,
    not_named_back.RULE,
    tool_unknown.RULE,
    withdrawn.RULE,
    wrong_form.RULE,
    deprecated_no_sunset.RULE,
    successor_not_newer.RULE,
    # roles
    id_not_yielded.RULE,
    orphan_tool.RULE,
    read_has_write.RULE,
    unknown_environment.RULE,
    unknown_tool.RULE,
    unknown_view.RULE,
    wrong_heading.RULE,
    # what people answered for
    judgement_unknown_place.RULE,
    never_silenced.RULE,
    unknown_file.RULE,
    unknown_place.RULE,
    unknown_rule.RULE,
)

PART_RULES = tuple(rule for rule in RULES if isinstance(rule, PartRule))
CONTRACT_RULES = tuple(rule for rule in RULES if isinstance(rule, ContractRule))
CATALOG_RULES = tuple(rule for rule in RULES if isinstance(rule, CatalogRule))
