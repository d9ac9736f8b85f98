"""The judge of the services: every request that leaves a process, and everything that happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson
from toolcharter_runtime._store.records import OperationRow

from simulation.catalog import KEYS_KEPT_MS
from simulation.notebook import Notebook

if TYPE_CHECKING:
    from simulation.kinds import Effect, Request


class JudgeOfServices(Notebook):
    """No call without a claim, and no effect twice, unapproved or denied afterwards."""

    def sent(self, request: Request) -> None:
        """A request leaves its process. Without a stored claim none may."""
        rows = self.world.store.rows
        row = rows.operations.get(rows.keys.get(request.key, ""))
        if row is None or not self._is_claimed(row, request):
            self.broken("I15", request.tool, "was called without a stored claim")
            return
        self.world.count_send()
        if (request.key, row.attempt) in self.sent_attempts:
            self.broken("I19", row.id, "attempt", row.attempt, "was sent twice")
        self.sent_attempts.add((request.key, row.attempt))
        if not request.kind.keys:
            for other in self.world.service.requests:
                if other is not request and other.key == request.key and other.is_open:
                    self.broken("I1", row.id, "was sent again while the first is on its way")
        self._check_age(row, request)
        self._check_bytes(row, request)

    def _check_age(self, row: OperationRow, request: Request) -> None:
        """A service that keeps keys for a while has forgotten them afterwards."""
        now = self.world.loop.seconds
        first = self.first_sent.setdefault(request.key, now)
        if request.kind.forgets and now - first > KEYS_KEPT_MS / 1000:
            self.broken("I1", row.id, "is sent", now - first, "seconds after the first request")

    def _is_claimed(self, row: OperationRow, request: Request) -> bool:
        """Somebody's call may be on its way. One whose lease a clock ended unseen may have come to
        an end by others since; and before a further try is sent, somebody may learn that the first
        one succeeded: then a service that keeps keys gets the same key again."""
        learned = row.state == "succeeded" and row.attempt > 1 and request.kind.keys
        return row.state == "claimed" or row.id in self.unleased or learned

    def _check_bytes(self, row: OperationRow, request: Request) -> None:
        document = self.executes(row)
        wanted = orjson.dumps(document["arguments"], option=orjson.OPT_SORT_KEYS)
        if row.id not in self.tampered and request.arguments != wanted:
            self.broken("I3", row.id, "executes", request.arguments, "and shows", wanted)
        version = document["target"]["version"]
        if request.version != version:
            self.broken("I4", row.id, "is sent for", request.version, "and approved for", version)
        if request.identity != row.requester:
            self.broken("I2", row.id, "is carried out for", request.identity)

    def happened(self, effect: Effect) -> None:
        """A service has done something."""
        request = effect.request
        if len(self.world.service.effects_of(request.key)) > 1:
            self.broken("I1", request.tool, request.record, "happened twice under one key")
        rows = self.world.store.rows
        row = rows.operations.get(rows.keys.get(request.key, ""))
        if row is None:
            self.broken("I15", request.tool, "happened and no claim was ever stored")
            return
        if row.state in ("failed", "cancelled"):
            self.broken("I6", row.id, "is stored as", row.state, "and happened")
        if request.kind.name == "shared" and row.state != "succeeded":
            self.broken("I6", row.id, "is stored as", row.state, "together with its effect")
        if row.proposal_id is not None and request.kind.versions:
            version = self.content(row.proposal_id)["target"]["version"]
            if str(effect.before) != version:
                self.broken("I4", row.id, "happened to version", effect.before, "not", version)
        if row.proposal_id is not None:
            keys = {
                each.key for each in rows.operations.values() if each.proposal_id == row.proposal_id
            }
            if sum(each.request.key in keys for each in self.world.service.effects) > 1:
                self.broken("I1", row.proposal_id, "was carried out twice")
        told = self.nothing.get(request.key)
        if told is not None and (told.is_final or request.number < told.number):
            self.broken("I6", row.id, "was told as nothing happened and then happened")
        if row.id in self.stopped:
            self.broken("I20", row.id, "was told as stopped and then happened")
