"""Which rule a violation breaks: one table, most specific row first.

A row names a sin, the definition it was committed against (or the one that lists the key) and the
key; ``*`` is any. A violation without a row has the general rule of its sin. Ids are permanent.
"""

from __future__ import annotations

from collections.abc import Callable

from toolcharter.contract.change_names import PREFIXES, is_commit_name
from toolcharter.contract.violation import Sin, Violation
from toolcharter.source.document import Scalar

Rule = str | Callable[[Violation], str]

GENERAL: dict[Sin, str] = {
    Sin.MISSING: "contract/missing-facet",
    Sin.UNKNOWN: "contract/unknown-field",
    Sin.FORBIDDEN: "contract/forbidden-field",
    Sin.BOTH: "contract/forbidden-field",
    Sin.TYPE: "contract/wrong-type",
    Sin.VALUE: "contract/wrong-value",
    Sin.NAME: "contract/wrong-value",
    Sin.RANGE: "contract/out-of-range",
    Sin.REPEATED: "contract/out-of-range",
    Sin.UNDECIDED: "contract/undecided",
}


def _text(violation: Violation) -> str:
    node = violation.node
    return node.value if isinstance(node, Scalar) and isinstance(node.value, str) else ""


def _unbounded(what: str) -> Callable[[Violation], str]:
    """An unbounded value is another promise in an answer than in an input."""

    def rule(violation: Violation) -> str:
        is_answer = violation.place.names[:1] in (("output",), ("plan",))
        return "out/unbounded" if is_answer else f"in/unbounded-{what}"

    return rule


_BARE = {
    **dict.fromkeys(("text", "line", "string"), "string"),
    **dict.fromkeys(("integer", "decimal", "money"), "number"),
    "list": "array",
    "map": "map",
}


def _bare_type(violation: Violation) -> str:
    what = _BARE.get(_text(violation))
    if what is not None:
        return _unbounded(what)(violation)
    return "contract/wrong-value" if _text(violation) == "id" else "contract/missing-facet"


def _fixed_text(violation: Violation) -> str:
    has_braces = any(brace in _text(violation) for brace in "{}")
    return "err/value-echo" if has_braces else "contract/wrong-value"


def _tool_name(violation: Violation) -> str:
    return "write/no-preview" if is_commit_name(_text(violation)) else "contract/wrong-value"


def _change_name(violation: Violation) -> str:
    has_prefix = _text(violation).startswith(PREFIXES)
    return "contract/wrong-value" if has_prefix else "name/charset-length"


def _external_of_a_read(violation: Violation) -> str:
    node = violation.node
    is_external = isinstance(node, Scalar) and node.value is True
    return "effect/external-as-local" if is_external else "contract/forbidden-field"


def _class_of_a_write(violation: Violation) -> str:
    return "retry/unsafe-auto" if _text(violation) == "read" else "contract/wrong-value"


_LIMITS = "timeout/default"
_RETRY = "retry/class-missing"
_FATE = "approval/consumption-on-conflict-undeclared"
_TARGET = "write/no-target-version"

RULES: dict[tuple[Sin, str, str], Rule] = {
    # The facets of a contract.
    (Sin.MISSING, "contract", "effect"): "effect/missing",
    (Sin.MISSING, "contract", "idempotency"): "write/no-idempotency",
    (Sin.MISSING, "contract", "target"): _TARGET,
    (Sin.MISSING, "contract", "output"): "out/missing-schema",
    (Sin.MISSING, "contract", "views"): "redact/view-missing",
    (Sin.MISSING, "contract", "limits"): _LIMITS,
    (Sin.UNKNOWN, "contract", "commit"): "write/commit-takes-payload",
    (Sin.VALUE, "tool_name", "tool"): _tool_name,
    (Sin.VALUE, "contract", "tool"): "name/charset-length",
    (Sin.VALUE, "change_name", "change"): _change_name,
    # What the tool does.
    (Sin.MISSING, "any_effect", "class"): "effect/missing",
    (Sin.VALUE, "any_effect", "class"): "effect/unknown",
    (Sin.TYPE, "any_effect", "class"): "effect/unknown",
    (Sin.MISSING, "write_effect", "consequence"): "effect/write-no-approval-policy",
    (Sin.MISSING, "change_effect", "consequence"): "effect/write-no-approval-policy",
    (Sin.FORBIDDEN, "read_effect", "consequence"): "effect/read-has-approval",
    (Sin.FORBIDDEN, "read_effect", "external"): _external_of_a_read,
    (Sin.VALUE, "write_effect", "external"): "contract/forbidden-field",
    (Sin.VALUE, "direct_reversibility", "kind"): "contract/forbidden-field",
    (Sin.VALUE, "external_reversibility", "kind"): "effect/external-as-local",
    (Sin.MISSING, "change_target", "field"): _TARGET,
    (Sin.MISSING, "change_target", "version_checked_by"): _TARGET,
    (Sin.MISSING, "direct_target", ""): _TARGET,
    # What happens when it does not go well.
    (Sin.MISSING, "read_failure", "retry"): _RETRY,
    (Sin.MISSING, "write_failure", "retry"): _RETRY,
    (Sin.MISSING, "change_failure", "retry"): _RETRY,
    (Sin.MISSING, "read_retry", "class"): _RETRY,
    (Sin.MISSING, "write_retry", "class"): _RETRY,
    (Sin.VALUE, "write_retry", "class"): _class_of_a_write,
    (Sin.VALUE, "retry_without_keys", "class"): "retry/unsafe-auto",
    (Sin.VALUE, "retry_without_status", "class"): "retry/unsafe-auto",
    (Sin.MISSING, "write_failure", "cancellation"): "cancel/undeclared",
    (Sin.MISSING, "change_failure", "cancellation"): "cancel/undeclared",
    (Sin.MISSING, "change_failure", "proposal"): _FATE,
    (Sin.MISSING, "proposal", "after_conflict"): _FATE,
    (Sin.MISSING, "limits", "timeout"): _LIMITS,
    (Sin.MISSING, "write_limits", "timeout"): _LIMITS,
    (Sin.MISSING, "change_limits", "preview"): _LIMITS,
    (Sin.MISSING, "change_limits", "commit"): _LIMITS,
    (Sin.MISSING, "status", "sunset"): "version/deprecated-no-sunset",
    # Typed values.
    (Sin.MISSING, "field", "type"): "in/untyped",
    (Sin.MISSING, "shared_type", "type"): "in/untyped",
    (Sin.VALUE, "bare_type", "*"): _bare_type,
    **{
        (Sin.MISSING, f"{prefix}_{name}", key): _unbounded(what)
        for prefix in ("type", "shared")
        for name, keys, what in (
            ("text", ("max_length",), "string"),
            ("line", ("max_length",), "string"),
            ("string", ("max_length",), "string"),
            ("id", ("max_length",), "string"),
            ("integer", ("min", "max"), "number"),
            ("decimal", ("min", "max"), "number"),
            ("money", ("min", "max"), "number"),
            ("list", ("max_items",), "array"),
            ("map", ("max_items",), "map"),
        )
        for key in keys
    },
    (Sin.MISSING, "type_union", "by"): "in/union-no-discriminator",
    (Sin.MISSING, "shared_union", "by"): "in/union-no-discriminator",
    (Sin.REPEATED, "key_values", "values"): "in/enum-duplicate",
    (Sin.TYPE, "*", "default"): "in/default-invalid",
    # Suppressions.
    (Sin.VALUE, "silenced_rule", "rule"): "suppress/too-broad",
    **{
        (sin, record, "reason"): "suppress/no-reason"
        for sin in (Sin.MISSING, Sin.RANGE)
        for record in ("suppression", "catalog_suppression")
    },
    # Tables, policies, roles.
    (Sin.MISSING, "error", "next"): "err/no-recovery",
    (Sin.MISSING, "next", "say"): "err/no-recovery",
    (Sin.VALUE, "error", "message"): _fixed_text,
    (Sin.VALUE, "next", "say"): _fixed_text,
    (Sin.MISSING, "level", "expires"): "approval/no-expiry",
    (Sin.VALUE, "level", "single_use"): "approval/multi-use-unjustified",
    (Sin.FORBIDDEN, "role", "previews"): "role/read-has-write",
    (Sin.FORBIDDEN, "role", "writes"): "role/read-has-write",
}


def rule_of(violation: Violation) -> str:
    """The id of the rule that a violation breaks."""
    sin, key = violation.sin, violation.key
    for record, about in (
        (violation.record, key),
        (violation.record, "*"),
        (violation.place.record, key),
        ("*", key),
    ):
        rule = RULES.get((sin, record, about))
        if rule is not None:
            return rule if isinstance(rule, str) else rule(violation)
    return GENERAL[sin]
