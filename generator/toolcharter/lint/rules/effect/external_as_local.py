"""A tool that sends, publishes, pays, deploys or triggers says that its effect is external.

Why
    Others act on what leaves the house, even if no local record changes. A local effect may be
    reversible and, in a private space, needs nobody's approval; a read needs none ever. An
    external one is never reversible: a delivered message, an event that others acted on, money
    that was paid.

Bad
    # tools/messages/send_note.v1.yaml
    effect:
      summary: "Send note {target.id} to {facts.recipients} recipients"
      touches: [note.delivery]
      external: false
      consequence: external_message
      reversibility: {kind: irreversible, because: "A delivered message cannot be taken back."}

Good
    # tools/messages/send_note.v1.yaml
    effect:
      summary: "Send note {target.id} to {facts.recipients} recipients"
      touches: [note.delivery]
      external: true
      consequence: external_message
      reversibility: {kind: irreversible, because: "A delivered message cannot be taken back."}

Silence
    It cannot be silenced. The message says why the rule suspects it: the verb of the name or of
    the summary, or recipients. Where the verb means something local, write another verb. An
    external effect is `irreversible` with a reason, or `compensable` by a commit tool that makes
    up for it.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related, Span
from toolcharter.ir.model import Contract, Environment
from toolcharter.lint.rule import ContractRule, Finding
from toolcharter.lint.words import is_form_of, words_of, words_of_template

_LEAVES_THE_HOUSE = (
    *("send", "resend", "publish", "republish", "pay", "deploy", "trigger", "notify", "broadcast"),
    *("announce", "transmit", "invite"),
)
"""Verbs that reach people or systems outside, wherever they begin a name or a summary."""

_IN_A_SENTENCE = ("email", "call", "charge", "refund", "tweet", "wire")
"""Verbs of a summary that are nouns at the beginning of many names."""

_ABOUT_A_THING = ("change", "changes", "update", "edit", "correction")
"""A name that ends so is about a thing: `publish_date_change` publishes nothing."""

_MAKES_A_NOUN = frozenset(
    {
        *("address", "addresses", "number", "numbers", "limit", "limits", "rate", "date", "reason"),
        *("template", "draft", "settings", "preference", "preferences", "account", "code", "list"),
    }
)
"""After one of these the verb before it is none: the *refund reason* is not refunded."""


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    effect = contract.effect
    if effect is not None and effect.external.value:
        if effect.reversibility.kind == "reversible":
            yield Finding(
                span=effect.reversibility.span,
                message=f"The effect of `{contract.name.value}` is external and called reversible.",
                hint="Write `kind: irreversible` with `because`, or `kind: compensable` with `by`.",
                related=(Related(span=effect.external.span, message="external here"),),
            )
        return
    suspicion = _suspicion(contract)
    if suspicion is None:
        return
    span, reason = suspicion
    what = "a read" if contract.effect is None else "declared as local"
    yield Finding(
        span=span,
        message=f"`{contract.name.value}` is {what}, but {reason}.",
        hint="Write a change with `external: true`, or a verb that says what it does instead.",
    )


def _suspicion(contract: Contract) -> tuple[Span, str] | None:
    """Where the contract gives itself away, and how."""
    name = words_of(contract.name.value)
    if name[-1] not in _ABOUT_A_THING and _begins_with(name, _LEAVES_THE_HOUSE):
        return contract.name.span, f"its name begins with `{name[0]}`"
    effect = contract.effect
    if effect is None:
        return None
    summary = words_of_template(effect.summary.value)
    if _begins_with(summary, (*_LEAVES_THE_HOUSE, *_IN_A_SENTENCE)):
        return effect.external.span, f"its summary begins with `{summary[0]}`"
    recipients = [fact for fact in contract.facts if fact.name == "recipients"]
    if recipients:
        return effect.external.span, "it binds the fact `recipients`, so it reaches people"
    return None


def _begins_with(words: tuple[str, ...], verbs: tuple[str, ...]) -> bool:
    """Whether the first word is one of the verbs: as a command, a third person or a participle."""
    if not words or (len(words) > 1 and words[1] in _MAKES_A_NOUN):
        return False
    first = words[0]
    return any(
        first == verb or (first.endswith(("s", "ing")) and is_form_of(first, verb))
        for verb in verbs
    )


RULE = ContractRule(id="effect/external-as-local", page=__doc__, check=check)
