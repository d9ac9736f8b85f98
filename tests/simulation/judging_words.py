"""The judge of what agents are told: every envelope, against the services' own account."""

from __future__ import annotations

from typing import Any

import orjson
from toolcharter_runtime import Code
from toolcharter_runtime._store.records import TERMINAL, OperationRow

from simulation.catalog import CATALOG, WRITES
from simulation.kinds import CANARY, KINDS
from simulation.loop import AgentCall
from simulation.notebook import Notebook, Told

Envelope = dict[str, Any]


class JudgeOfWords(Notebook):
    """Nobody is told anything that is not proven, and everybody is told the same."""

    def told(self, call: AgentCall, arguments: Any, text: bytes) -> Envelope:
        """An agent was given an envelope."""
        tool, sends = call.tool, call.sends
        envelope: Envelope = orjson.loads(text)
        if CANARY.encode() in text:
            self.broken("I14", "a word of a service came through in the answer of", tool)
        error = envelope.get("error")
        if error is not None:
            self._check_error(error)
        outcome = envelope.get("outcome")
        if tool in WRITES:
            self._told_write(call, arguments, envelope, outcome)
        elif tool.startswith("preview"):
            self._told_preview(envelope, call)
        elif envelope["ok"]:
            self._told_follower(tool, envelope["result"])
        elif sends:
            self.broken("I20", "a cancel was sent and is told as", error)
        return envelope

    def _check_error(self, error: dict[str, Any]) -> None:
        code = error["code"]
        known = Code.__members__.get(code)
        row = CATALOG["errors"].get(code)
        if known is None and row is None:
            self.broken("I26", "the code", code)
            return
        retryable = known.retryable if known is not None else row["retryable"]  # type: ignore[index]
        if error["retryable"] is not retryable:
            self.broken("I26", code, "is retryable", error["retryable"])

    def _told_preview(self, envelope: Envelope, call: AgentCall) -> None:
        if not envelope["ok"]:
            return
        result = envelope["result"]
        content = self.content(result["proposal_id"])
        for part in ("before", "after"):
            if result[part] != content[part] and "recipients" not in str(result):
                self.broken("I3", result["proposal_id"], "shows another", part)
        if result["target"]["version"] != content["target"]["version"]:
            self.broken("I3", result["proposal_id"], "shows another target")
        if call.request_id is not None:
            key = (call.identity, call.run_id, call.request_id)
            first = self.requests_seen.setdefault(key, result["proposal_id"].encode())
            if first != result["proposal_id"].encode():
                self.broken("I9", "one request made two proposals")

    def _told_write(
        self, call: AgentCall, arguments: Any, envelope: Envelope, outcome: str | None
    ) -> None:
        tool, sends = call.tool, call.sends
        error = envelope.get("error") or {}
        operation = (envelope.get("result") or {}).get("operation_id") or error.get("operation")
        row = self.world.store.rows.operations.get(operation) if operation else None
        code = error.get("code")
        if code == "APPROVAL_EXPIRED":
            self.seen_expired.add(arguments["proposal_id"])
        if code == "APPROVAL_CONSUMED":
            self._told_consumed(call, arguments["proposal_id"])
        is_lost = (outcome, code) == ("unknown", "STORE_UNAVAILABLE")
        if is_lost and KINDS[tool].name == "shared":
            # The effect lies in the store that was lost; the same call finds it by its key.
            return
        if outcome is None:
            if sends and code != "IN_PROGRESS" and not (code == "INTERNAL" and self.tampered):
                self.broken("G26", tool, "was called, and", code, "says that nothing was sent")
            return
        if row is None:
            self.broken("I7", "told", outcome, "of an operation that is not in the ledger")
            return
        match outcome:
            case "committed":
                self._told_committed(row, envelope)
            case "accepted":
                if row.results is None:
                    self.broken("I7", row.id, "was told as accepted and is not stored")
                self._same(row, envelope)
            case "nothing_happened":
                self._told_nothing(call, row, envelope)
            case "unknown":
                if code != "OUTCOME_UNKNOWN" or error["retryable"]:
                    self.broken("G26", row.id, "is unknown and told as", code)
            case _:
                self.broken("I26", "the outcome", outcome)
        is_direct = outcome == "committed" and row.proposal_id is None and envelope["ok"]
        if is_direct and orjson.loads(row.document)["arguments"] != arguments:
            self.broken("I9", row.id, "answers for other arguments")

    def _told_consumed(self, call: AgentCall, proposal: str) -> None:
        """Who asks for what has come to its end is told that end, whichever run they ask in."""
        for row in self.world.store.rows.operations.values():
            ended = self.ended_at.get(row.id)
            is_theirs = (row.proposal_id, row.requester) == (proposal, call.identity)
            is_known = ended is not None and ended < call.moment and row.id not in self.tampered
            if is_theirs and is_known and proposal not in self.tampered:
                self.broken("I7", row.id, "has ended, and", call.identity, "is told of", proposal)

    def _told_committed(self, row: OperationRow, envelope: Envelope) -> None:
        if row.state != "succeeded":
            self.broken("I7", row.id, "was told as committed and is stored as", row.state)
        effects = self.world.service.effects_of(row.key)
        if not effects:
            self.broken("I5", row.id, "was told as committed and nothing happened")
            return
        if envelope["ok"] and effects[0].request.kind.name != "exports":
            proof, result = effects[0].proof, envelope["result"]
            for name in ("resource_id", "previous_version", "new_version"):
                if result.get(name) != proof[name]:
                    self.broken("I5", row.id, "tells", name, result.get(name), "not", proof[name])
        self._same(row, envelope)

    def _told_nothing(self, call: AgentCall, row: OperationRow, envelope: Envelope) -> None:
        # Another attempt may have begun while this one was told of: it is not what is told.
        number = self.released_at.get(row.key, self.world.tick())
        if row.proposal_id is not None and envelope["error"]["code"] == "VERSION_CONFLICT":
            self.conflicted.add(row.proposal_id)
        is_final = row.state in ("failed", "cancelled") and not self._is_of_before(
            call, row, envelope
        )
        for effect in self.world.service.effects_of(row.key):
            if is_final or effect.request.number < number:
                self.broken("I6", row.id, "was told as nothing happened and it had happened")
        self.nothing[row.key] = Told(number, is_final)
        if is_final:
            self._same(row, envelope)

    def _is_of_before(self, call: AgentCall, row: OperationRow, envelope: Envelope) -> bool:
        """Whether what is told may be of an attempt that came before the end: that end was reached
        by somebody else since the call began, and with another code."""
        ended = self.ended_at.get(row.id)
        if row.error is None or ended is None or ended < call.moment:
            return False
        return bool(orjson.loads(row.error)["code"] != envelope["error"]["code"])

    def _same(self, row: OperationRow, envelope: Envelope) -> None:
        """What was told once is told for ever."""
        plain = orjson.dumps({name: each for name, each in envelope.items() if name != "replayed"})
        first = self.said.setdefault((row.id, str(envelope["outcome"])), plain)
        if first != plain:
            self.broken("I7", row.id, "was told otherwise before")
        others = {outcome for known, outcome in self.said if known == row.id}
        if {"committed", "nothing_happened"} <= others:
            self.broken("I7", row.id, "was told as both")

    def _told_follower(self, tool: str, result: dict[str, Any]) -> None:
        row = self.world.store.rows.operations[result["operation_id"]]
        if row.id in self.tampered:
            return
        if self.world.faults.is_over:
            self.asked_in_the_end.add(row.id)
        if tool.startswith("cancel"):
            self._told_cancel(row, result["answer"])
            return
        effects = self.world.service.effects_of(row.key)
        if result["state"] == "succeeded" and (row.state != "succeeded" or not effects):
            self.broken("I5", row.id, "is told as succeeded by", tool)
        if result["state"] in ("failed", "cancelled"):
            if effects:
                self.broken("I6", row.id, "is told as", result["state"], "and it happened")
            self.nothing[row.key] = Told(self.world.tick(), row.state in TERMINAL)

    def _told_cancel(self, row: OperationRow, answer: str) -> None:
        if answer not in ("stopped", "already_finished", "cannot_interrupt", "unknown"):
            self.broken("I20", "the answer", answer)
        cancels = [
            each
            for each in self.world.store.rows.operations.values()
            if each.tool.startswith("cancel") and row.id.encode() in each.document
        ]
        is_stored = any(answer.encode() in (each.results or b"") for each in cancels)
        if answer != "unknown" and not is_stored:
            self.broken("I7", row.id, "was told as", answer, "and that is stored nowhere")
        if answer == "stopped":
            self.stopped.add(row.id)
            if self.world.service.effects_of(row.key):
                self.broken("I20", row.id, "was told as stopped and it had happened")
