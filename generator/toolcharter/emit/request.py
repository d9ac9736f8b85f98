"""What the module of one tool version is made of, as plain data.

Walks in: a linked contract. Walks out: a request that holds no node, no span and no module, so that
it can be sent to another process.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from toolcharter.emit.names import preview_of
from toolcharter.emit.schema_reading import parts
from toolcharter.ir.model import (
    Contract,
    Digest,
    Environment,
    Form,
    JsonSchema,
    ToolVersion,
    WireName,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PreconditionMethod:
    """A precondition: the name of its method, and the question that it answers."""

    name: str
    asks: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolModuleRequest:
    """One tool version, as its module needs it.

    ``preview`` is the wire name of a commit's preview, ``follows`` those of the writes that a
    follower asks about. ``composite_ids`` maps the id types of several parts that the schemas name
    to the schemas of those types.
    """

    wire_name: WireName
    form: Form
    description: str
    contract_file: str
    enforced: Digest
    input: JsonSchema
    answer: JsonSchema
    views: tuple[tuple[str, JsonSchema], ...] = ()
    preconditions: tuple[PreconditionMethod, ...] = ()
    has_current_version: bool = False
    shared_transaction: bool = False
    starts_operation: bool = False
    preview: WireName | None = None
    follows: tuple[WireName, ...] = ()
    composite_ids: Mapping[str, JsonSchema] = field(default_factory=dict)


def request_of(
    contract: Contract, tool: ToolVersion, environment: Environment, enforced: Digest
) -> ToolModuleRequest:
    """The request for the module of a contract's tool version."""
    is_write = tool.form in (Form.COMMIT, Form.WRITE)
    target = contract.target
    return ToolModuleRequest(
        wire_name=tool.wire_name,
        form=tool.form,
        description=tool.description,
        contract_file=tool.contract_file,
        enforced=enforced,
        input=tool.input.schema,
        answer=tool.answer.schema,
        views=tuple((name, view.schema) for name, view in tool.views.items()),
        preconditions=tuple(
            PreconditionMethod(name=each.name, asks=environment.preconditions[each.name].asks)
            for each in contract.preconditions
        ),
        has_current_version=tool.form is Form.COMMIT
        and target is not None
        and target.version_checked_by == "read_before",
        shared_transaction=is_write and contract.adapter.transaction == "shared",
        starts_operation=is_write and contract.operation is not None,
        preview=preview_of(tool.wire_name) if tool.form is Form.COMMIT else None,
        follows=tuple(ref.value.wire_name for ref in contract.follows.of)
        if contract.follows
        else (),
        composite_ids=_composite_ids(tool, environment),
    )


def _composite_ids(tool: ToolVersion, environment: Environment) -> dict[str, JsonSchema]:
    shapes = (tool.input, tool.answer, *tool.views.values())
    named = {
        marks["name"]
        for shape in shapes
        for part in parts(shape.schema)
        if isinstance(marks := part.get("x-toolcharter"), dict) and "name" in marks
    }
    return {
        name: environment.id_types[name].schema
        for name in sorted(named & environment.id_types.keys())
        if environment.id_types[name].schema.get("type") == "object"
    }
