"""Every rule there is, in the order in which people should read them.

To add a rule: write ``rules/<area>/<promise>.py``, name it here, and give it a case folder under
``tests/lint/<area>/<promise>/``. A test compares the three.
"""

from __future__ import annotations

from toolcharter.lint.rule import CatalogRule, ContractRule, PartRule, Rule
from toolcharter.lint.rules.approval import level_below_consequence, none_outside_space
from toolcharter.lint.rules.codegen import identifier_clash
from toolcharter.lint.rules.effect import (
    external_as_local,
    external_disagrees,
    write_no_approval_policy,
)
from toolcharter.lint.rules.error import implied_repeated
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
from toolcharter.lint.rules.kind import unknown as kind_unknown
from toolcharter.lint.rules.limits import above_ceiling, request_too_small, result_too_small
from toolcharter.lint.rules.name import collision_after_normalise, generic_tunnel
from toolcharter.lint.rules.out import open_object as out_open_object
from toolcharter.lint.rules.out import unbounded as out_unbounded
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
from toolcharter.lint.rules.tool import (
    not_named_back,
    withdrawn,
    wrong_form,
)
from toolcharter.lint.rules.tool import (
    unknown as tool_unknown,
)
from toolcharter.lint.rules.version import deprecated_no_sunset
from toolcharter.lint.rules.write import commit_takes_payload

RULES: tuple[Rule, ...] = (
    # names
    generic_tunnel.RULE,
    collision_after_normalise.RULE,
    identifier_clash.RULE,
    # effect and authority
    write_no_approval_policy.RULE,
    external_as_local.RULE,
    external_disagrees.RULE,
    level_below_consequence.RULE,
    none_outside_space.RULE,
    commit_takes_payload.RULE,
    forbidden_capability.RULE,
    permission_unknown.RULE,
    # policy
    fact_unbound.RULE,
    fact_type.RULE,
    # input
    in_open_object.RULE,
    untyped.RULE,
    union_no_discriminator.RULE,
    union_tag_not_unique.RULE,
    unbounded_string.RULE,
    unbounded_array.RULE,
    unbounded_number.RULE,
    unbounded_map.RULE,
    boolean_mode_switch.RULE,
    model_supplies_control.RULE,
    free_form_action.RULE,
    stringified_json.RULE,
    id_untyped.RULE,
    # identifiers
    unresolvable.RULE,
    resolver_not_read.RULE,
    not_yielded.RULE,
    # output
    out_open_object.RULE,
    out_unbounded.RULE,
    # failure and limits
    precondition_unknown.RULE,
    error_unknown.RULE,
    implied_repeated.RULE,
    unsafe_auto.RULE,
    result_too_small.RULE,
    request_too_small.RULE,
    above_ceiling.RULE,
    # catalog
    kind_unknown.RULE,
    tool_unknown.RULE,
    wrong_form.RULE,
    not_named_back.RULE,
    withdrawn.RULE,
    deprecated_no_sunset.RULE,
    # roles
    unknown_tool.RULE,
    unknown_view.RULE,
    unknown_environment.RULE,
    wrong_heading.RULE,
    read_has_write.RULE,
    orphan_tool.RULE,
    id_not_yielded.RULE,
)
"""All rules, those of other stages included."""

PART_RULES = tuple(rule for rule in RULES if isinstance(rule, PartRule))
CONTRACT_RULES = tuple(rule for rule in RULES if isinstance(rule, ContractRule))
CATALOG_RULES = tuple(rule for rule in RULES if isinstance(rule, CatalogRule))
