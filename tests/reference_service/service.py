"""The service as one thing: its database, its personalities, what was armed, and what waits.

``execute`` is the one place where a write takes effect; it runs to its end without waiting, so two
writes never mix, and what overlaps in the account are requests.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from reference_service.changes import (
    Change,
    Changing,
    RefusedError,
    Write,
    change_address,
    move_sale,
    refund,
    send,
)
from reference_service.exports import CancelAnswer, cancelling, start_export
from reference_service.faults import Faults
from reference_service.pauses import Pauses
from reference_service.personalities import OF_KIND, PERSONALITIES, Personality
from reference_service.records import Body, Database
from reference_service.seed import sow

_CHANGES: Mapping[str, Changing] = {
    "customers": change_address,
    "refunds": refund,
    "messages": send,
    "opportunities": move_sale,
    "exports": start_export,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a write is answered. ``replayed`` says that the answer is an earlier one."""

    status: int
    answer: Body
    replayed: bool = False


class Service:
    """Everything behind the doors."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.pauses = Pauses()
        self.age = 0
        self._begin()

    def _begin(self) -> None:
        self.faults = Faults()
        self.personalities: dict[str, Personality] = {
            kind: PERSONALITIES[name] for kind, name in OF_KIND.items()
        }
        self.cancel_answer: CancelAnswer | None = None
        self.database.clear()
        sow(self.database)

    async def reset(self) -> None:
        """As at the start. Requests that are under way belong to another age and do nothing."""
        self.age += 1
        await self.pauses.clear()
        self._begin()

    def set_personality(self, kind: str, name: str | None, traits: Mapping[str, bool]) -> None:
        usual = self.personalities[kind] if name is None else PERSONALITIES[name]
        self.personalities[kind] = replace(usual, **traits)

    def execute(self, write: Write, *, late: bool = False) -> Told:
        """Carry out a write: once for each key, where keys are kept."""
        db, personality = self.database, self.personalities[write.kind]
        with db.transaction():
            if personality.keys and write.key is not None:
                earlier = db.outcomes(write.who.tenant, write.kind, write.key)
                if earlier and earlier[0].fingerprint != write.fingerprint:
                    return Told(status=422, answer={"error": "key_reused"})
                if earlier:
                    first = earlier[0]
                    return Told(status=first.status, answer=first.answer, replayed=True)
            try:
                change = self._changing(write.kind)(db, write, personality)
            except RefusedError as refusal:
                told = Told(status=refusal.status, answer={"error": refusal.error})
            else:
                told = Told(status=change.status, answer=change.answer)
                self._note_effect(write, change, late=late)
            db.add_outcome(
                tenant=write.who.tenant,
                kind=write.kind,
                key=write.key,
                fingerprint=write.fingerprint,
                succeeded=told.status < 300,
                status=told.status,
                answer=told.answer,
            )
        return told

    def _changing(self, kind: str) -> Changing:
        return cancelling(self.cancel_answer) if kind == "cancels" else _CHANGES[kind]

    def _note_effect(self, write: Write, change: Change, *, late: bool) -> None:
        if change.executed is None:
            return
        db = self.database
        db.add_effect(
            request=write.request,
            time_in=db.time_in(write.request),
            time_out=db.time() if late else None,
            late=late,
            tenant=write.who.tenant,
            identity=write.who.identity,
            key=write.key,
            kind=write.kind,
            id=change.record_id,
            version_before=change.before,
            version_after=change.after,
            executed=change.executed,
        )
