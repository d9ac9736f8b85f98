"""What an answer proves about a write, and what its stand-in proves.

Walks in: the finding that the runtime made of an answer, and the answer's twin. Walks out: the
finding without its values, and the one that the runtime's own code makes of the twin: evidence about
the stand-in of the record, at the stand-in of its version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import orjson

from toolcharter_runtime import _findings
from toolcharter_runtime._call import Raw, Target
from toolcharter_runtime._evidence import claim_of
from toolcharter_runtime._ledger import settle
from toolcharter_runtime._proposal.facts import value_at
from toolcharter_runtime._trace import cuts

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON
    from toolcharter_runtime._ledger.settle import Finding
    from toolcharter_runtime._proposal.document import Document
    from toolcharter_runtime._store.records import OperationRow
    from toolcharter_runtime._tools import Tool
    from toolcharter_runtime._trace.structure import StandIns
    from toolcharter_runtime._trace.tool_shapes import ToolShapes
    from toolcharter_runtime._trace.twins import Twin
    from toolcharter_runtime._write_tools import WriteTool


def finding_of_twin(
    tool: WriteTool, row: OperationRow, answering: Tool, twin: Twin, target: Target
) -> Finding:
    """What the twin of an answer proves. ``answering`` is the tool that gave the answer: the write
    itself, or one that tells what became of it."""
    claim = claim_of(tool, target)
    if answering.wire_name == tool.wire_name:
        return _findings.of_answer(tool, row, Raw(twin.text or b""), claim)
    said = cast("Mapping[str, Any]", twin.value)
    return _findings.of_status(tool, row, said, claim)


def target_of_twin(
    tool: WriteTool, document: Document, executed: ToolShapes, stand_ins: StandIns
) -> Target:
    """The stand-in of the record that is written."""
    target, facets = document.target, tool.write["target"]
    named: JSON = None
    if target.id is not None and facets is not None and facets["field"] is not None:
        arguments = cuts.whole(stand_ins.of(document.arguments, executed.input))
        named = value_at({"input": arguments}, ("input", *facets["field"]))
    version = None
    if target.version is not None:
        version = stand_ins.word(target.version, executed.version.texts)
    return Target(kind=target.kind, id=named, version=version)


def results_of(finding: Finding) -> Mapping[str, JSON] | None:
    """What every view shows of a write, for the store's time zero; None where nothing is shown."""
    make: Callable[[int], bytes] | None = getattr(finding, "results", None)
    return None if make is None else cast("Mapping[str, JSON]", orjson.loads(make(0)))


def as_row(row: OperationRow, stand_ins: StandIns) -> OperationRow:
    """The row of an operation under its name in the trace."""
    return replace(row, id=stand_ins.id(row.id))


def said(finding: Finding) -> dict[str, Any]:
    """What a finding says, without the values that prove it."""
    facts: dict[str, Any] = {"finding": _WORDS[type(finding)]}
    match finding:
        case settle.Happened(results=results, error=error):
            facts |= {"has_results": results is not None, "error": _code(error)}
        case settle.GoingOn(progress=progress):
            facts["progress"] = progress
        case settle.NothingHappened(error=error, fate=fate):
            facts |= {"error": _code(error), "fate": fate}
        case settle.Unproven(reason=reason):
            facts["reason"] = reason
    return {name: each for name, each in facts.items() if each is not None}


def _code(error: bytes | None) -> str | None:
    return None if error is None else str(orjson.loads(error)["code"])


_WORDS: Mapping[type, str] = {
    settle.Happened: "happened",
    settle.Accepted: "accepted",
    settle.GoingOn: "going_on",
    settle.NothingHappened: "nothing_happened",
    settle.Stopped: "stopped",
    settle.Unproven: "unproven",
}
