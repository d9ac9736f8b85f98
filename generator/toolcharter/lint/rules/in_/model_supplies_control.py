"""Nothing that controls a call is an argument of it: no key, approver, tenant or role.

Why
    Arguments are the model's words. A tenant, a role or an idempotency key from the model is
    whatever text the model was talked into. The runtime knows who asks, for which tenant, under
    which approval, and makes the key itself.

Bad
    # tools/customers/phone_change.v1.yaml
    input:
      fields:
        customer_id: customer_id
        phone: phone_number
        approved_by: {type: line, max_length: 80, describe: "Who agreed to the change."}

Good
    # tools/customers/phone_change.v1.yaml
    input:
      fields:
        customer_id: customer_id
        phone: phone_number

Silence
    It cannot be silenced. Where the business has such a word for something else, name it by what
    it is: `contact_role` for `role`, an identifier type with its kind for `user_id`. The version
    of the target is asked for with `target: {expected_version: true}`.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.lint.bounds import accepts, is_listed
from toolcharter.lint.part import DeclaredPart
from toolcharter.lint.rule import Finding, PartRule
from toolcharter.lint.words import snake

_APPROVAL = "an approval"
_CONTROLS: dict[str, tuple[str, ...]] = {
    "an idempotency or request key": (
        *("idempotency_key", "idempotency_token", "idempotence_key", "request_id", "request_key"),
        *("dedup_key", "dedupe_key", "deduplication_key", "client_token", "nonce"),
        *("correlation_id", "run_id"),
        *("operation_key", "transaction_key"),
    ),
    _APPROVAL: (
        *("approved", "is_approved", "approved_by", "approver", "approvers", "approver_id"),
        *("approval", "approval_id", "approval_token", "approval_state", "authorized_by"),
        *("authorised_by", "authorized", "authorised", "confirmed", "confirmed_by", "reviewed_by"),
        *("user_confirmed", "confirmation_token", "confirmation_code"),
    ),
    "a proposal, which only a commit takes": ("proposal_id",),
    "a tenant": ("tenant", "tenant_id", "tenant_name", "org_id", "organisation_id", "workspace_id"),
    "the requester": (
        *("requester", "requester_id", "requested_by", "acting_user", "acting_as", "as_user"),
        *("on_behalf_of", "impersonate", "impersonated_user", "sudo", "run_as", "user_id"),
        *("current_user", "current_user_id", "session_id", "acting_user_id"),
    ),
    "a role or a right": (
        *("role", "roles", "permission", "permissions", "scopes", "is_admin", "admin"),
        *("as_admin", "privileged", "privilege", "access_level", "policy_level"),
    ),
    "a credential": (
        *("api_key", "apikey", "access_token", "auth_token", "bearer_token", "token", "secret"),
        *("password", "credential", "credentials", "authorization", "authorisation", "cookie"),
    ),
    "a version of the tool": (
        *("tool_version", "api_version", "schema_version", "contract_version", "version_override"),
    ),
}
_WHAT = {name: what for what, names in _CONTROLS.items() for name in names}

_TARGET_VERSION = frozenset(
    {
        *("version", "expected_version", "target_version", "current_version", "record_version"),
        *("if_match", "etag", "previous_version", "lock_version", "revision"),
    }
)


def check(part: DeclaredPart) -> Iterator[Finding]:
    if not part.is_input or not part.is_field or part.language_type == "id":
        return
    name = snake(part.name)
    if name in _WHAT and not _is_filter(part, name):
        yield Finding(
            span=part.span,
            message=f"{part.opening} lets the model supply {_WHAT[name]}.",
            hint="Remove it; the runtime supplies it. If it means something else, name it by that.",
        )
    elif part.contract.effect is not None and _is_target_version(part, name):
        yield Finding(
            span=part.span,
            message=f"{part.opening} lets the model choose which version is written to.",
            hint="Remove it; `target: {expected_version: true}` lets the agent state what it read.",
        )


def _is_filter(part: DeclaredPart, name: str) -> bool:
    """Whether a read only looks for records that are approved; it has nothing to approve."""
    is_choice = accepts(part.schema, "boolean") or is_listed(part.schema)
    return _WHAT[name] == _APPROVAL and part.contract.effect is None and is_choice


def _is_target_version(part: DeclaredPart, name: str) -> bool:
    return part.language_type == "record_version" or name in _TARGET_VERSION


RULE = PartRule(id="in/model-supplies-control", page=__doc__, check=check)
