"""A write that nobody approves lands in a private space of the requester that holds such records.

Why
    Level `none` is right only where nobody else sees what was written. A space says whose it is
    and which kinds of record it holds; a record of another kind does not become private by being
    put there.

Bad
    # tools/notes/keep_note.v1.yaml
    target: {new: note, space: own_exports}

Good
    # tools/notes/keep_note.v1.yaml
    target: {new: note, space: own_notes}

Silence
    It cannot be silenced. Stopping an operation that the requester started needs no space.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related
from toolcharter.ir.model import Contract, Environment
from toolcharter.ir.near import did_you_mean
from toolcharter.lint.rule import ContractRule, Finding


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    target = contract.target
    if contract.effect is None or contract.is_change or target is None:
        return
    if target.space is None:
        yield Finding(
            span=target.span,
            message=f"The direct write `{contract.name.value}` lands in no private space.",
            hint="Add `space:`, or write it as a `change`.",
        )
        return
    space = environment.spaces.get(target.space.value)
    if space is None:
        yield Finding(
            span=target.space.span,
            message=f"`{target.space.value}` is no space of kinds.yaml.",
            hint=did_you_mean(target.space.value, environment.spaces)
            or f"Add the space to kinds.yaml, with `holds: [{target.kind}]`.",
        )
        return
    held = {each.value for each in space.holds}
    related = (Related(span=space.span, message=f"holds {', '.join(sorted(held))}"),)
    if target.kind and target.kind not in held:
        yield Finding(
            span=target.space.span,
            message=f"The space `{space.name}` does not hold records of the kind `{target.kind}`.",
            hint="Name a space that holds them, or write it as a `change`.",
            related=related,
        )
    creates = (contract.effect.creates,) if contract.effect.creates else ()
    for reached in (*contract.effect.touches, *creates):
        if reached.value.partition(".")[0] not in held:
            yield Finding(
                span=reached.span,
                message=f"`{contract.name.value}` needs no approval, but reaches "
                f"`{reached.value}`, which the space `{space.name}` does not hold.",
                hint="Touch only what the space holds, or write it as a `change`.",
                related=related,
            )


RULE = ContractRule(id="approval/none-outside-space", page=__doc__, check=check)
