"""A contract file as a unit of compilation.

Walks in: nothing. A unit holds all that the rest of the compilation needs of one contract file:
what was found, what others may know of it, and what it contributes to the package.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from toolcharter.diagnostics import Diagnostic, has_error
from toolcharter.diagnostics.codec import diagnostic_from_json, diagnostic_to_json
from toolcharter.emit.unit import ToolOutput
from toolcharter.ir.interface_codec import interface_from_json, interface_to_json
from toolcharter.ir.model import ContractInterface, WireName


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """``followed`` maps the other contract files that this one was linked against to the SHA-256 of
    their bytes; ``files`` maps generated paths to the SHA-256 of their text. ``interface`` is None
    where the contract could not be linked; without an interface, or with an error, nothing was
    emitted."""

    file: str
    followed: Mapping[str, str]
    diagnostics: tuple[Diagnostic, ...]
    interface: ContractInterface | None
    tools: tuple[ToolOutput, ...] = ()
    files: Mapping[str, str]

    @property
    def is_broken(self) -> bool:
        """Whether an error keeps it from being emitted."""
        return has_error(self.diagnostics)


def to_bytes(unit: Unit) -> bytes:
    """The unit as JSON, for the cache."""
    return json.dumps(
        {
            "file": unit.file,
            "followed": dict(unit.followed),
            "diagnostics": [diagnostic_to_json(each) for each in unit.diagnostics],
            "interface": interface_to_json(unit.interface) if unit.interface else None,
            "tools": [[tool.wire_name, tool.row, dict(tool.facts)] for tool in unit.tools],
            "files": dict(unit.files),
        }
    ).encode()


def from_bytes(data: bytes) -> Unit | None:
    """The unit that ``to_bytes`` wrote, or None where the bytes are anything else."""
    try:
        value: dict[str, Any] = json.loads(data)
        return Unit(
            file=value["file"],
            followed=value["followed"],
            diagnostics=tuple(diagnostic_from_json(each) for each in value["diagnostics"]),
            interface=interface_from_json(value["interface"]) if value["interface"] else None,
            tools=tuple(
                ToolOutput(wire_name=WireName(name), row=row, facts=facts)
                for name, row, facts in value["tools"]
            ),
            files=value["files"],
        )
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
