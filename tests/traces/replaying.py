"""A trace, carried out again: a new dispatcher over an empty store, adapters that answer what was
recorded, and nobody else to ask. It shows that a trace holds enough; the replay of the product does more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any

import orjson
from approvals.tokens import token, verifier
from toolcharter_runtime import Raw, Requester, Run, ToolError
from toolcharter_runtime._store.records import Verdict
from toolcharter_runtime._trace import cuts
from toolcharter_runtime._trace.twins import text_of
from toolcharter_runtime._within import TimeIsUpError
from toolcharter_runtime.approvals import Approvals, verify
from traces.hosting import Event
from traces.scripted import ScriptedHost
from write_path.host import Envelope

OURS = {"expires_at", "committed_at", "accepted_at"}
"""Instants that the runtime makes."""

_SAID = ("asked", "of", "said", "error", "late", "raised", "proves", "verdict", "replaced")
_LEDGER = ("ledger", "state", "attempt", "level")


def decisions(event: Event) -> dict[str, Any]:
    """Everything in an event that somebody decided, without values, ids and times."""
    found = {name: event.get(name) for name in ("code", "stage", "place", "tool", "replaced")}
    found["steps"] = [
        {name: step[name] for name in (*_SAID, *_LEDGER) if name in step}
        for step in event.get("steps", ())
    ]
    approval = event.get("approval", {})
    names = ("state", "level", "approvals", "needed")
    found["approval"] = {name: approval.get(name) for name in names}
    return found


class Replay:
    """Replays the events of one trace."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.events = [*events]
        self.host = ScriptedHost()
        self.runs: dict[int, Run] = {}
        self.tenant = ""
        self.expected: deque[Event] = deque()
        self.ids: dict[str, deque[str]] = {}
        self.host.script.answer = self._answer  # type: ignore[method-assign]
        path = self.host.dispatcher._writes
        assert path is not None
        self._new_id, path.new_id = path.new_id, self._recorded_id

    async def __call__(self) -> Iterator[tuple[Event, Envelope | None]]:
        """Each call that can be replayed, with the envelope that it came to now."""
        found = []
        for event in self.events:
            match event["event"]:
                case "run":
                    self._open(event)
                case "cancelled":
                    await self.host.dispatcher.cancel(self.runs[event["run"]])
                case "decision" if "refused" not in event:
                    await self._decide(event)
                case "call" if event["run"] is not None and "unlike" not in event:
                    found.append((event, await self._call(event)))
        self.host.recorder.close()
        assert self.host.recorder.faults == 0
        return iter(found)

    def _open(self, event: Event) -> None:
        first = next(
            (each for each in self.events if each.get("run") == event["number"] and "call" in each),
            {},
        )
        left = first.get("time_left_ms")
        self.tenant = event["tenant"]
        self.runs[event["number"]] = self.host.dispatcher.open(
            role=event["role"],
            requester=Requester(
                identity=event["requester"],
                tenant=event["tenant"],
                permissions=frozenset(event["permissions"]),
            ),
            run_id=event["run"],
            tools=[each for each in event["tools"] if not _is_read(each)],
            deadline=None if left is None else self._in(left),
            principal=event["principal"],
        )

    async def _decide(self, event: Event) -> None:
        row = await self._proposal(event["proposal"])
        content = orjson.loads(row.document)
        assert content["approval"]["level"] == event["level"]
        await self._vote(row, event["approver"], event["verdict"], event["reason"])

    async def _call(self, event: Event) -> Envelope:
        self.expected.extend(each for each in event["steps"] if "asked" in each)
        self.ids = {"pro": deque(), "op": deque()}
        for step in event["steps"]:
            if step.get("ledger") == "proposed":
                self.ids["pro"].append(step["proposal"])
            if step.get("ledger") == "claimed" and step["attempt"] == 1:
                self.ids["op"].append(step["operation"])
        if "approval" in event:
            await self._as_found(event)
        text = text_of(event.get("arguments", {"value": {}}))
        assert text is not None
        answer = await self.host.dispatcher.call(
            self.runs[event["run"]],
            event.get("tool", "not_of_this_catalog_v1"),
            text,
            request_id=event.get("request"),
            occurrence=event.get("occurrence", 0),
        )
        assert not self.expected, "the service was asked less than before"
        envelope: Envelope = orjson.loads(answer)
        return envelope

    async def _as_found(self, event: Event) -> None:
        """Bring a proposal to where it stood, if others have decided about it, and the clock too."""
        found = event["approval"]
        row = await self._proposal(found["proposal"])
        if row.state == "pending" and found["state"] == "approved":
            for each in range(found["approvals"]):
                await self._vote(row, f"somebody {each}", "approve", None)
        if row.state == "pending" and found["state"] == "denied":
            await self._vote(row, "somebody", "deny", event["answer"]["error"]["reason"])
        now = self.host.time.now().timestamp() * 1000
        self.host.time.seconds += (row.expires_at - found["time_left_ms"] - now) / 1000

    async def _vote(self, row: Any, approver: str, verdict: Verdict, reason: str | None) -> None:
        roles = orjson.loads(row.document)["approval"]["roles"]
        person = await verify(verifier, token(approver, roles, tenant=self.tenant))
        approvals = Approvals(self.host.store, trace=self.host.recorder)
        if verdict == "deny":
            await approvals.deny(person, row.id, hash=row.hash, reason=str(reason))
        else:
            await approvals.approve(person, row.id, hash=row.hash)

    async def _proposal(self, proposal_id: str) -> Any:
        row = await self.host.store.read(self.tenant, lambda rows: rows.proposal(proposal_id))
        assert row is not None
        return row

    async def _answer(self, tool: str, name: str, given: tuple[Any, ...]) -> Any:
        assert self.expected, f"{name} of {tool} was not asked before"
        step = self.expected.popleft()
        assert (step["of"], step["asked"]) == (tool, name)
        if "late" in step:
            raise TimeIsUpError
        if "raised" in step:
            raise type(step["raised"], (Exception,), {})
        if "error" in step:
            left = step.get("retry_in_ms")
            at = None if left is None else self._in(left)
            raise ToolError(step["error"] or "UNDECLARED", retry_at=at)
        return Raw(text_of(step["answer"]) or b"") if name == "op" else step["said"]

    def _recorded_id(self, kind: Any) -> str:
        left = self.ids.get(kind)
        return left[0] if left else self._new_id(kind)

    def _in(self, milliseconds: int) -> datetime:
        return self.host.time.now() + timedelta(milliseconds=milliseconds)


def _is_read(tool: str) -> bool:
    import acme_tools

    return acme_tools.CATALOG["tools"][tool]["effect"] == "read"


def told(envelope: Envelope) -> dict[str, Any]:
    """An envelope as a trace holds it, without what the runtime makes anew each time."""
    found: dict[str, Any] = {
        name: envelope[name] for name in ("ok", "outcome", "replayed") if name in envelope
    }
    if "result" in envelope:
        found["result"] = _timeless(envelope["result"])
    if "error" in envelope:
        found["error"] = _told_error(envelope["error"])
    return found


def told_then(answer: dict[str, Any]) -> dict[str, Any]:
    """The recorded answer in the same form."""
    found: dict[str, Any] = {
        name: answer[name] for name in ("ok", "outcome", "replayed") if name in answer
    }
    if "result" in answer:
        found["result"] = _timeless(cuts.read(answer["result"]))
    if "error" in answer:
        found["error"] = _told_error(answer["error"])
    return found


def _told_error(error: dict[str, Any]) -> dict[str, Any]:
    return {name: error[name] for name in ("code", "field", "operation", "reason") if name in error}


def _timeless(result: Any) -> Any:
    if not isinstance(result, dict):
        return result
    return {name: None if name in OURS else part for name, part in result.items()}
