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

    A key that a map may have, listed in an enum, is an argument like a field. What speaks of
    control wherever it stands in a name (a tenant, an approver, idempotency, `approved_by`,
    `on_behalf_of`, `api_key`, a password) is refused in longer names too; a word that the business
    has as well (`role`, `session_id`, `request_id`) is refused where it is the whole name.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.lint.bounds import accepts, is_listed
from toolcharter.lint.part import DeclaredPart
from toolcharter.lint.rule import Finding, PartRule
from toolcharter.lint.words import snake, words_of

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
        *("as_role", "user_role", "caller_role", "agent_role", "requester_role", "role_override"),
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
_RUN_TOGETHER = {name.replace("_", ""): name for name in _WHAT}

_ALWAYS = {
    "tenant": "tenant",
    "approver": "approver",
    "idempoten": "idempotency_key",
    "impersonat": "impersonate",
    "requester": "requester",
    "password": "password",
    "credential": "credential",
}
"""Beginnings of words that mean a control in any name, and the control that they mean."""

_ALWAYS_TOGETHER = tuple(
    tuple(name.split("_"))
    for name in (
        *("approved_by", "authorized_by", "authorised_by", "confirmed_by", "reviewed_by"),
        *("approval_id", "approval_token", "approval_state", "user_confirmed"),
        *("confirmation_token", "confirmation_code", "on_behalf_of", "acting_as", "acting_user"),
        *("run_as", "as_user", "as_admin", "is_admin", "current_user", "client_token"),
        *("dedup_key", "dedupe_key", "deduplication_key", "correlation_id", "api_key"),
        *("access_token", "auth_token", "bearer_token", "policy_level", "tool_version"),
    )
)
"""Words that mean a control wherever they stand one after the other."""

_SAYS_NOTHING = frozenset({"x", "my", "our", "own", "the"})
"""Words before a name that leave it what it is."""

_TARGET_VERSION = frozenset(
    {
        *("version", "expected_version", "target_version", "current_version", "record_version"),
        *("if_match", "etag", "previous_version", "lock_version", "revision"),
    }
)


def check(part: DeclaredPart) -> Iterator[Finding]:
    if not part.is_input:
        return
    if _is_key(part):
        for key in _listed(part):
            yield from _judged(part, key, f"The key `{key}` of the input field `{part.name}`")
    elif part.is_field and part.language_type != "id":
        yield from _judged(part, part.name, part.opening)


def _judged(part: DeclaredPart, written: str, opening: str) -> Iterator[Finding]:
    control = _control(written)
    if control is not None and not _is_filter(part, control):
        yield Finding(
            span=part.span,
            message=f"{opening} lets the model supply {_WHAT[control]}.",
            hint="Remove it; the runtime supplies it. If it means something else, name it by that.",
        )
    elif part.contract.effect is not None and _is_target_version(part, written):
        yield Finding(
            span=part.span,
            message=f"{opening} lets the model choose which version is written to.",
            hint="Remove it; `target: {expected_version: true}` lets the agent state what it read.",
        )


def _is_key(part: DeclaredPart) -> bool:
    """Whether this is what the keys of a map are, or one alternative of it."""
    for above in part.node.lineage():
        if above.is_key or not above.is_branch:
            return above.is_key
    return False


def _listed(part: DeclaredPart) -> tuple[str, ...]:
    values = part.schema.get("enum", (part.schema.get("const"),))
    return tuple(value for value in values if isinstance(value, str))


def _control(written: str) -> str | None:
    """The name of the control that a name means, however it is written."""
    words = [word for word in words_of(written) if not word.isdigit()]
    while words and words[0] in _SAYS_NOTHING:
        del words[0]
    name = "_".join(words)
    known = name if name in _WHAT else _RUN_TOGETHER.get("".join(words))
    if known is not None:
        return known
    for word in words:
        for beginning, control in _ALWAYS.items():
            if word.startswith(beginning):
                return control
    for together in _ALWAYS_TOGETHER:
        places = range(len(words) - len(together) + 1)
        if any(tuple(words[place : place + len(together)]) == together for place in places):
            return "_".join(together)
    return None


def _is_filter(part: DeclaredPart, name: str) -> bool:
    """Whether a read only looks for records that are approved; it has nothing to approve."""
    is_choice = not _is_key(part) and (accepts(part.schema, "boolean") or is_listed(part.schema))
    return _WHAT[name] == _APPROVAL and part.contract.effect is None and is_choice


def _is_target_version(part: DeclaredPart, written: str) -> bool:
    return part.language_type == "record_version" or snake(written) in _TARGET_VERSION


RULE = PartRule(id="in/model-supplies-control", page=__doc__, check=check)
