"""No argument decides whether a tool acts or only pretends to.

Why
    With `dry_run` or `execute` one tool is a read and a write, and one wrong word of the model
    turns the first into the second. Approval, retry and role cannot tell the two calls apart. A
    preview and its commit are two tools; the runtime knows which is called.

Bad
    # tools/customers/phone_change.v1.yaml
    input:
      fields:
        customer_id: customer_id
        phone: phone_number
        dry_run: {type: boolean, describe: "Only check, change nothing."}

Good
    # tools/customers/phone_change.v1.yaml
    input:
      fields:
        customer_id: customer_id
        phone: phone_number
        is_mobile: {type: boolean, describe: "Whether messages reach the number."}

Silence
    It cannot be silenced. Write a `change`: its preview shows what its commit would do.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.lint.bounds import accepts
from toolcharter.lint.part import DeclaredPart
from toolcharter.lint.rule import Finding, PartRule
from toolcharter.lint.words import snake

_SWITCHES = frozenset(
    {
        *("dry_run", "dryrun", "is_dry_run", "no_op", "noop", "simulate", "simulation"),
        "simulated",
        *("preview", "preview_only", "validate_only", "check_only", "test_mode", "test_run"),
        *("force", "forced", "confirm", "is_confirmed", "confirmation", "execute", "commit"),
        *("auto_commit", "autocommit", "auto_approve", "apply", "apply_changes", "really"),
        *("override", "bypass", "skip_confirmation", "skip_approval", "skip_review", "skip_checks"),
        *("skip_validation", "ignore_warnings", "ignore_errors", "ignore_limits", "for_real"),
        *("no_confirm", "yes", "are_you_sure", "i_am_sure", "live", "is_live", "live_mode"),
        "ignore_conflicts",
    }
)
"""Names of truth values that switch an effect."""

_SWITCHING_VERBS = ("force", "execute", "commit", "bypass", "override", "simulate")
_MODES = frozenset({"mode", "run_mode", "execution_mode", "action", "run", "execution", "phase"})
_EFFECT_WORDS = frozenset(
    {
        *("dry_run", "dryrun", "preview", "simulate", "validate", "check", "plan", "test"),
        *("execute", "commit", "apply", "live", "force", "real", "run"),
    }
)


def check(part: DeclaredPart) -> Iterator[Finding]:
    if not part.is_input or not part.is_field:
        return
    name = snake(part.name)
    if accepts(part.schema, "boolean") and _switches(name):
        yield Finding(
            span=part.span,
            message=f"{part.opening} switches what the tool does, not what it is done to.",
            hint="Remove it; a preview and a commit are two tools of one `change`.",
        )
    words = _effects(part) if name in _MODES else ()
    if words:
        yield Finding(
            span=part.span,
            message=f"{part.opening} chooses between effects: `{'`, `'.join(words)}`.",
            hint="Remove it; write one tool for each effect.",
        )


def _effects(part: DeclaredPart) -> tuple[str, ...]:
    """The values of an enum that are effects, not ways of doing one thing."""
    values = (str(value) for value in part.schema.get("enum", ()))
    return tuple(value for value in values if snake(value) in _EFFECT_WORDS)


def _switches(name: str) -> bool:
    return name in _SWITCHES or name.startswith(tuple(f"{verb}_" for verb in _SWITCHING_VERBS))


RULE = PartRule(id="in/boolean-mode-switch", page=__doc__, check=check)
