"""No argument decides whether a tool acts or only pretends to.

Why
    With `dry_run` or `execute` one tool is a read and a write, and one wrong word of the model
    turns the first into the second. Approval, retry and role cannot tell the two calls apart. A
    preview and its commit are two tools; the runtime knows which is called. A word (`yes`, `no`), a
    number, a key of a map or an item of a list switches as well as a truth value.

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

from toolcharter.ir.walk import ANY
from toolcharter.lint.bounds import accepts, is_listed
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
"""Names of fields that switch an effect, whatever their type."""

_SWITCHING_VERBS = ("force", "execute", "commit", "bypass", "override", "simulate")
_STATES = frozenset(
    {
        *("live", "is_live", "yes", "preview", "simulation", "simulated", "confirmation"),
        *("commit", "confirm", "confirmed", "test_run", "execute", "apply"),
    }
)
"""Names of switches that are, as one word of a list, more often a state or a kind of event."""
_FLAGS = _SWITCHES - _STATES
_MODES = frozenset(
    {
        *("mode", "run_mode", "execution_mode", "behaviour", "behavior"),
        *("action", "run", "execution", "phase"),
    }
)
_ONLY_MODES = frozenset({"mode", "run_mode", "execution_mode", "behaviour", "behavior"})
"""Names that say nothing but that there are ways to act; a truth value adds no meaning."""
_EFFECT_WORDS = frozenset(
    {
        *("dry_run", "dryrun", "preview", "simulate", "validate", "check", "plan", "test"),
        *("execute", "commit", "apply", "live", "force", "real", "run"),
    }
)
_YES_OR_NO = frozenset({"yes", "no", "true", "false", "on", "off", "y", "n", "0", "1", "none"})
_SAYS_MORE = frozenset({"id", "handle", "object", "list", "map", "money", "date", "instant"})
"""Types whose value is a thing and not a switch; what is in an object is looked at by itself."""


def check(part: DeclaredPart) -> Iterator[Finding]:
    if not part.is_input:
        return
    if not part.is_field:
        yield from _switches_in_a_list(part)
        return
    name = snake(part.name)
    if _is_switch(part, name):
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


def _switches_in_a_list(part: DeclaredPart) -> Iterator[Finding]:
    """Switches that hide as the keys of a map or the words of a list."""
    if not part.node.is_key and not (part.node.path and part.node.path[-1] == ANY):
        return
    words = tuple(value for value in _words(part) if _is_flag(snake(value)))
    if words:
        yield Finding(
            span=part.span,
            message=f"{part.opening} may be a switch of what the tool does: `{'`, `'.join(words)}`.",
            hint="Remove it; a preview and a commit are two tools of one `change`.",
        )


def _is_switch(part: DeclaredPart, name: str) -> bool:
    if part.language_type in _SAYS_MORE:
        return False
    if name in _SWITCHES:
        return True
    if name in _ONLY_MODES:
        return _is_yes_or_no(part) or not is_listed(part.schema)
    return name.startswith(tuple(f"{verb}_" for verb in _SWITCHING_VERBS)) and _is_yes_or_no(part)


def _is_yes_or_no(part: DeclaredPart) -> bool:
    """Whether the value is a truth value, also one that is written as a word or a number."""
    schema = part.schema
    if accepts(schema, "boolean"):
        return True
    if is_listed(schema):
        return all(word.casefold() in _YES_OR_NO for word in _words(part))
    return accepts(schema, "integer") and (schema.get("minimum"), schema.get("maximum")) == (0, 1)


def _words(part: DeclaredPart) -> tuple[str, ...]:
    """The values that the part lists, as text."""
    schema = part.schema
    values = schema.get("enum", [schema["const"]] if "const" in schema else [])
    return tuple(str(value) for value in values)


def _effects(part: DeclaredPart) -> tuple[str, ...]:
    """The values of an enum that are effects, not ways of doing one thing."""
    return tuple(value for value in _words(part) if snake(value) in _EFFECT_WORDS)


def _is_flag(name: str) -> bool:
    return name in _FLAGS or name.startswith(("force_", "bypass_", "skip_"))


RULE = PartRule(id="in/boolean-mode-switch", page=__doc__, check=check)
