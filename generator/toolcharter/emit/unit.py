"""What one contract contributes to the generated package.

Walks in: linked contracts. Walks out: for each a ``UnitOutput``: the files of its tool versions,
the text of their rows, and the facts that snapshots and the manifest are made of. It depends on
nothing but the contract and what it was linked against, so it can be made in any process and kept
by content.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from toolcharter.emit.fixtures import fixtures
from toolcharter.emit.literals import literal_block
from toolcharter.emit.request import ToolModuleRequest, request_of
from toolcharter.emit.row import Row
from toolcharter.emit.rows import schemas_bytes, tool_row
from toolcharter.emit.tool_module import tool_modules
from toolcharter.emit.wording import without_prose, wording
from toolcharter.ir.canonical import canonical_json, digest_of
from toolcharter.ir.model import Contract, Environment, ToolVersion, WireName


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolOutput:
    """``row`` is the tool's entry in the dispatcher table, as Python text; ``facts`` are plain JSON
    for snapshots."""

    wire_name: WireName
    row: str
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitOutput:
    """``files`` maps a path below the generated package to its text."""

    tools: tuple[ToolOutput, ...]
    files: Mapping[str, str]


def emit_units(contracts: Sequence[Contract], environment: Environment) -> tuple[UnitOutput, ...]:
    """The outputs of the contracts, in their order; one call to the model generator for all."""
    made = [
        [_Made.of(contract, tool, environment) for tool in contract.tools] for contract in contracts
    ]
    modules = tool_modules([tool.request for unit in made for tool in unit])
    return tuple(
        UnitOutput(
            tools=tuple(tool.output for tool in unit),
            files={
                path: text
                for tool in unit
                for path, text in tool.files(modules[tool.output.wire_name]).items()
            },
        )
        for unit in made
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Made:
    output: ToolOutput
    request: ToolModuleRequest
    schemas: str
    wording: str
    fixtures: str

    @classmethod
    def of(cls, contract: Contract, tool: ToolVersion, environment: Environment) -> _Made:
        contents = _schemas(tool)
        row = tool_row(contract, tool, environment, schemas=contents)
        words = wording(tool, [environment.errors[code] for code in row["errors"]])
        return cls(
            output=ToolOutput(
                wire_name=tool.wire_name,
                row=literal_block(row, indent=4, before=f'"{tool.wire_name}": ', after=","),
                facts=_facts(contract, tool, row, contents, words),
            ),
            request=request_of(contract, tool, environment, row["enforced"]),
            schemas=schemas_bytes(contents).decode(),
            wording=canonical_json(words).decode() + "\n",
            fixtures=canonical_json(fixtures(tool)).decode() + "\n",
        )

    def files(self, module: str) -> dict[str, str]:
        name = self.output.wire_name
        return {
            f"tools/{name}.py": module,
            f"schemas/{name}.json": self.schemas,
            f"wording/{name}.json": self.wording,
            f"fixtures/{name}.json": self.fixtures,
        }


def _schemas(tool: ToolVersion) -> Row:
    return {
        "input": without_prose(tool.input.schema),
        "answer": without_prose(tool.answer.schema),
        "views": {
            name: {
                "reveal": tool.reveals[name],
                "schema": without_prose(view.schema),
            }
            for name, view in tool.views.items()
        },
    }


def _facts(
    contract: Contract, tool: ToolVersion, row: Row, schemas: Row, words: Row
) -> dict[str, Any]:
    status = contract.status
    policy = row["write"]["policy"] if row["write"] else None
    return {
        "wire_name": tool.wire_name,
        "tool": tool.ref.name,
        "version": tool.ref.version,
        "form": row["form"],
        "effect": row["effect"],
        "state": row["state"],
        "life": {
            "state": status.state,
            "stability": status.stability,
            "since": status.since,
            "sunset": status.sunset,
            "live_window_ms": status.live_window_ms,
            "use": status.use.value.wire_name if status.use else None,
            "reason": status.reason,
        },
        "consequence": policy["consequence"] if policy else None,
        "level": policy["level"] if policy else None,
        "levels": [level["level"] for level in policy["levels"]] if policy else [],
        "retry_class": row["retry"]["retry_class"],
        "permissions": list(row["permissions"]),
        "visibility": row["visibility"],
        "enforced": row["enforced"],
        "wording": digest_of(words),
        "views": {name: digest_of(view) for name, view in schemas["views"].items()},
    }
