"""What other files may know of a contract.

Walks in: a linked contract. Walks out: its interface, small enough to keep; rules over the whole
catalog see nothing else of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.ir.error_codes import error_codes
from toolcharter.ir.field_tree import field_tree
from toolcharter.ir.model import (
    Contract,
    ContractInterface,
    Environment,
    Form,
    Located,
    Reference,
    ToolInterface,
    ToolRef,
    ToolVersion,
)
from toolcharter.ir.paths import identifier_uses
from toolcharter.ir.walk import walk


def link_interface(contract: Contract, environment: Environment) -> ContractInterface:
    """The interface of a contract."""
    effect = contract.effect
    creates = _created_kind(contract)
    return ContractInterface(
        file=contract.file,
        name=contract.name,
        version=contract.version,
        is_change=contract.is_change,
        state=contract.status.state,
        stability=contract.status.stability,
        purpose=contract.purpose,
        consequence=effect.consequence.value if effect else None,
        touches=tuple(each.value for each in effect.touches) if effect else (),
        is_external=effect.external.value if effect else False,
        creates_kind=creates,
        permissions=tuple(each.value for each in contract.permissions),
        preconditions=tuple(each.name for each in contract.preconditions),
        error_codes=error_codes(contract, environment),
        types=_noted(contract, "name"),
        handle_kinds=_noted(contract, "kind", of_type="handle"),
        tools=tuple(_tool(contract, tool, creates) for tool in contract.tools),
        references=tuple(_references(contract)),
        silenced=tuple(each.rule for each in contract.suppressions),
    )


def _tool(contract: Contract, tool: ToolVersion, creates: str | None) -> ToolInterface:
    takes = {str(part.notes["kind"]) for part in identifier_uses(tool.input)}
    yields: dict[str, tuple[str, ...]] = {}
    for view in tool.views:
        found: set[str] = set()
        if tool.form is not Form.PREVIEW:
            found = _shown_kinds(contract, view) - takes | ({creates} if creates else set())
        yields[view] = tuple(sorted(found))
    return ToolInterface(
        ref=tool.ref,
        form=tool.form,
        views=tuple(tool.views),
        takes_kinds=tuple(sorted(takes)),
        yields_kinds=yields,
    )


def _shown_kinds(contract: Contract, view: str) -> set[str]:
    """The kinds of the identifiers that a view shows whole."""
    if contract.output is None:
        return set()
    shown, tree = set(contract.views[view].shows), field_tree(contract.output)
    return {
        str(part.notes["kind"])
        for path, each in tree.fields.items()
        if shown.issuperset(tree.leaves(path))
        for part in (*each.parts, *each.inner)
        if part.notes.get("type") == "id"
    }


def _created_kind(contract: Contract) -> str | None:
    if contract.effect is not None and contract.effect.creates is not None:
        return contract.effect.creates.value
    if contract.target is not None and contract.target.is_new:
        return contract.target.kind
    return None


def _noted(contract: Contract, note: str, *, of_type: str | None = None) -> tuple[str, ...]:
    """What the declared parts say under one annotation, sorted, each once."""
    shapes = [contract.input, contract.output]
    if contract.plan is not None:
        shapes += [contract.plan.before_after, contract.plan.consequences]
    found = {
        str(part.notes[note])
        for shape in shapes
        if shape is not None
        for part in walk(shape)
        if note in part.notes and of_type in (None, part.notes.get("type"))
    }
    return tuple(sorted(found))


def _references(contract: Contract) -> Iterator[Reference]:
    found: list[tuple[str, Located[ToolRef] | None]] = [("use", contract.status.use)]
    if contract.effect is not None:
        found.append(("compensation", contract.effect.reversibility.by))
    if contract.operation is not None:
        found += [("poll", contract.operation.poll), ("cancel", contract.operation.cancel)]
    if contract.idempotency is not None:
        found.append(("status", contract.idempotency.status))
    if contract.follows is not None:
        found += [("follows", each) for each in contract.follows.of]
    for purpose, named in found:
        if named is not None:
            yield Reference(purpose=purpose, ref=named.value, span=named.span)
