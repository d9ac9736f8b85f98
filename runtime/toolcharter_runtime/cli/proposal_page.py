"""A proposal as its approver reads it on a terminal.

Walks in: a proposal as ``approvals.py`` shows it, and who reads. Walks out: lines: first what it does
and how much, then the record, the fields, who asked, who decides; last the hash and the command that
approves exactly this.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

import orjson

from toolcharter_runtime._names import is_one_of
from toolcharter_runtime.approvals import ShownProposal, VerifiedApprover
from toolcharter_runtime.cli.ink import Ink
from toolcharter_runtime.cli.layout import Page, amount, instant, span
from toolcharter_runtime.cli.printable import quoted


def page(
    proposal: ShownProposal,
    approver: VerifiedApprover,
    *,
    program: str,
    given: tuple[str, ...],
    ink: Ink,
) -> Iterator[str]:
    """Every line. ``program`` is how the commands are called here, ``given`` what they need to be
    told again."""
    made = Page(ink)
    yield f"{ink.title('Proposal')} {quoted(proposal.proposal_id)}: {proposal.state}"
    yield from _effect(made, proposal)
    yield from _record(made, proposal)
    yield from made.title("Before and after (~ changes, = stays, + is new, - goes)")
    yield from made.pairs(proposal.changes, before=proposal.before, after=proposal.after)
    yield from made.title("Arguments: what will be executed")
    yield from made.fields(proposal.arguments)
    if proposal.consequences is not None:
        yield from made.title("Consequences")
        yield from made.fields(proposal.consequences)
    yield from _asked(made, proposal)
    yield from _approval(made, proposal)
    yield from made.title("Decision")
    yield made.row("hash", proposal.hash)
    yield from _commands(proposal, approver, program, given)


def line(proposal: ShownProposal) -> str:
    """A proposal in a list."""
    left = span(proposal.expires_at - proposal.seen_at)
    return (
        f"{quoted(proposal.proposal_id)}  {quoted(proposal.level)} "
        f"{proposal.approvals}/{proposal.approvers_needed}  expires in {left}  "
        f"by {quoted(proposal.requester)}  {quoted(proposal.effect)}"
    )


def as_json(proposal: ShownProposal) -> dict[str, Any]:
    """A proposal for programs: its document, and where it stands."""
    return {
        "proposal": proposal.proposal_id,
        "hash": proposal.hash,
        "state": proposal.state,
        "seen_at": instant(proposal.seen_at),
        "approvals": proposal.approvals,
        "approvers_needed": proposal.approvers_needed,
        "decisions": [
            {
                "approver": each.approver,
                "verdict": each.verdict,
                "at": instant(each.at),
                "verified_by": each.verified_by,
                "reason": each.reason,
            }
            for each in proposal.decisions
        ],
        "changed": [each.field for each in proposal.changes if each.is_changed],
        "document": orjson.loads(proposal.document),
    }


def _effect(made: Page, proposal: ShownProposal) -> Iterator[str]:
    undo = proposal.reversibility
    yield from made.title("What it does")
    yield made.row("effect", proposal.effect)
    for name, value in sorted(proposal.facts.items()):
        yield made.row(name, value, amount(value), warns=value == "unknown")
    yield made.row("reversibility", undo.kind, warns=undo.kind == "irreversible")
    for name, word in (("because", undo.because), ("how", undo.how), ("by", undo.by)):
        if word is not None:
            yield made.row(f"  {name}", word)
    yield made.row("external", proposal.is_external, warns=proposal.is_external)
    yield made.row("consequence", proposal.consequence)
    yield made.row("touches", [*proposal.touches])
    if proposal.creates is not None:
        yield made.row("creates", proposal.creates)
    if proposal.next_states:
        yield made.row("next states", [*proposal.next_states])


def _record(made: Page, proposal: ShownProposal) -> Iterator[str]:
    target = proposal.target
    yield from made.title("Record")
    yield made.row("kind", target.kind)
    yield made.row("id", target.id)
    yield made.row("version", target.version)
    is_open = target.version_checked_by in ("nobody", "read_before")
    yield made.row("version checked by", target.version_checked_by, warns=is_open)
    if target.because is not None:
        yield made.row("  because", target.because)


def _asked(made: Page, proposal: ShownProposal) -> Iterator[str]:
    yield from made.title("Who asked")
    yield made.row("requester", proposal.requester)
    yield made.row("agent", proposal.principal)
    yield made.row("role", proposal.role)
    yield made.row("run", proposal.run_id)
    yield made.row("tenant", proposal.tenant)
    yield made.row("runs in", proposal.environment)
    yield made.row("preview", proposal.preview)
    yield made.row("commit", proposal.tool)
    yield made.row("enforced", proposal.enforced)
    yield made.row("snapshot", proposal.snapshot)


def _approval(made: Page, proposal: ShownProposal) -> Iterator[str]:
    yield from made.title("Who decides")
    yield made.row("level", proposal.level)
    yield made.row("roles", [*proposal.approver_roles])
    yield made.row("approvers needed", proposal.approvers_needed)
    yield made.row("approvers had", proposal.approvals)
    for each in proposal.decisions:
        word = "approved by" if each.verdict == "approve" else "denied by"
        yield made.row(
            f"  {word}", each.approver, f"{instant(each.at)}, {quoted(each.verified_by)}"
        )
        if each.reason is not None:
            yield made.row("  reason", each.reason)
    yield made.row("made", instant(proposal.created_at))
    left = span(proposal.expires_at - proposal.seen_at)
    yield made.row("expires", instant(proposal.expires_at), f"in {left}")


def _commands(
    proposal: ShownProposal, approver: VerifiedApprover, program: str, given: tuple[str, ...]
) -> Iterator[str]:
    if proposal.state != "pending":
        yield f"  The proposal is {proposal.state}: nothing is left to decide."
        return
    if is_one_of(approver.identity, proposal.excluded):
        yield "  You, or your own agent, have asked for this: somebody else decides."
        return
    if is_one_of(approver.identity, (each.approver for each in proposal.decisions)):
        yield "  You have approved this; somebody else has to decide as well."
        return
    about = [proposal.proposal_id, "--hash", proposal.hash, *given]
    yield f"  to deny     {_typed(program, 'deny', *about, '--reason', 'WHY')}"
    yield f"  to approve  {_typed(program, 'approve', *about)}"


def _typed(program: str, *words: str) -> str:
    return " ".join([program, *map(_word, words)])


def _word(word: str) -> str:
    # The one word that the shell is to fill in.
    return '"$TOOLCHARTER_STORE"' if word == "$TOOLCHARTER_STORE" else shlex.quote(word)
