"""An operation as its operator reads it on a terminal."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

from toolcharter_runtime.cli.ink import Ink
from toolcharter_runtime.cli.layout import Page, instant, span
from toolcharter_runtime.cli.printable import inline, quoted
from toolcharter_runtime.operations import ShownOperation


def page(operation: ShownOperation, *, program: str, ink: Ink) -> Iterator[str]:
    """Every line; last the commands that resolve it."""
    made = Page(ink)
    yield f"{ink.title('Operation')} {quoted(operation.operation_id)}: {operation.state}"
    yield from made.title("What was attempted")
    yield made.row("tool", operation.tool)
    yield made.row("kind", operation.target.kind)
    yield made.row("id", operation.target.id)
    yield made.row("version", operation.target.version)
    yield made.row("key", operation.key)
    yield made.row("reference", operation.reference)
    yield made.row("attempts", operation.attempts)
    yield made.row("claimed", instant(operation.claimed_at), f"{span(operation.age)} ago")
    yield from made.title("For whom")
    yield made.row("requester", operation.requester)
    yield made.row("run", operation.run_id)
    yield made.row("tenant", operation.tenant)
    yield made.row("proposal", operation.proposal_id)
    yield from made.title("What is known")
    if operation.resolved_by is not None:
        yield made.row("resolved by", operation.resolved_by)
    if operation.reason is not None:
        yield made.row("reason", operation.reason)
    if operation.finished_at is not None:
        yield made.row("ended", instant(operation.finished_at))
    if operation.error is not None:
        yield made.row("error", operation.error)
    if operation.evidence is not None:
        yield made.row("evidence", operation.evidence)
    for each in operation.anomalies:
        yield made.row("contradicted", each.said, f"{instant(each.at)}, {each.digest}", warns=True)
    yield from made.title("Arguments")
    yield from made.fields(operation.arguments)
    if operation.state == "unknown":
        yield from made.title("To resolve it")
        start = f"  {program} resolve {shlex.quote(operation.operation_id)}"
        yield f"{start} --query --host MODULE:FUNCTION"
        yield f"{start} --as succeeded|failed --by YOU --reason WHY"


def line(operation: ShownOperation) -> str:
    """An operation in a list."""
    target = operation.target
    return (
        f"{quoted(operation.operation_id)}  {span(operation.age)}  {quoted(operation.tool)}  "
        f"{quoted(target.kind)} {inline(target.id)}  {operation.reason}  "
        f"{operation.attempts} tried  key {quoted(operation.key)}  "
        f"proposal {inline(operation.proposal_id)}  tenant {quoted(operation.tenant)}"
    )


def as_json(operation: ShownOperation) -> dict[str, Any]:
    """An operation for programs."""
    target, finished = operation.target, operation.finished_at
    return {
        "operation": operation.operation_id,
        "tenant": operation.tenant,
        "state": operation.state,
        "reason": operation.reason,
        "tool": operation.tool,
        "target": {"kind": target.kind, "id": target.id, "version": target.version},
        "key": operation.key,
        "attempts": operation.attempts,
        "age_s": int(operation.age.total_seconds()),
        "claimed_at": instant(operation.claimed_at),
        "finished_at": None if finished is None else instant(finished),
        "proposal": operation.proposal_id,
        "requester": operation.requester,
        "run": operation.run_id,
        "reference": operation.reference,
        "arguments": operation.arguments,
        "resolved_by": operation.resolved_by,
        "evidence": operation.evidence,
        "error": operation.error,
        "anomalies": [
            {"said": each.said, "at": instant(each.at), "digest": each.digest}
            for each in operation.anomalies
        ],
    }
