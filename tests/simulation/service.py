"""The services of a history: six kinds over records in memory, and the account that is the truth.

A request that has left its sender arrives whatever becomes of the sender. What a service did stands
in ``effects``; what it refused or carried out under a key in ``outcomes``. Nothing here knows the
runtime.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import orjson
from toolcharter_runtime import Call, Raw, ToolError

from simulation.exports import Export
from simulation.kinds import CANARY, KINDS, MEMORY_S, Effect, Kind, Outcome, Request
from simulation.loop import LIFE

if TYPE_CHECKING:
    from simulation.world import World


@dataclass(slots=True)
class Service:
    """``versions`` are the records; the account of what was done stands in ``effects``."""

    world: World
    versions: dict[str, int] = field(default_factory=dict)
    effects: list[Effect] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    outcomes: dict[str, list[Outcome]] = field(default_factory=dict)
    exports: dict[str, Export] = field(default_factory=dict)
    kinds_of_key: dict[str, Kind] = field(default_factory=dict)

    def version(self, record: str) -> int:
        return self.versions.setdefault(record, 1)

    def effects_of(self, key: str) -> list[Effect]:
        return [each for each in self.effects if each.request.key == key]

    def is_open(self, key: str) -> bool:
        """Whether a request under the key may still have an effect."""
        return any(each.is_open for each in self.requests if each.key == key)

    async def write(self, call: Call, record: str, arguments: Any) -> Any:
        """Carry out a write as its adapter asks for it, past the faults on its way."""
        world, kind = self.world, KINDS[call.tool]
        request = Request(
            number=world.tick(),
            kind=kind,
            tool=call.tool,
            key=str(call.idempotency_key),
            record=record,
            version=call.target.version if call.target else None,
            arguments=orjson.dumps(arguments, option=orjson.OPT_SORT_KEYS),
            identity=call.requester.identity,
            life=LIFE.get(),
        )
        self.requests.append(request)
        fault = world.faults.of_write()
        if fault is None and not world.faults.is_over and world.limits.service_refuses():
            fault = "limited"
        is_again = any(each.key == request.key for each in self.requests[:-1])
        if fault is not None and is_again and world.random.random() < 0.4:
            fault = "late"
        fault = world.temper.fault_of_write(fault, is_again=is_again)
        world.note("sent", call.tool, request.key[-6:], record, fault)
        world.oracle.sent(request)
        # A tool that writes no record of its own has no two calls on one.
        with world.oracle.at_work(call, record if record != call.tool else None):
            return await self._travel(request, fault)

    def store(self, request: Request) -> None:
        """What was written in the ledger's transaction is stored with it."""
        before = self.version(request.record)
        self.versions[request.record] = before + 1
        self.world.count_send()
        self._effect(request, before, self.proof(request, before))

    async def _travel(self, request: Request, fault: str | None) -> Any:
        world = self.world
        if fault in ("refused", "unavailable"):
            request.is_open = False
            await asyncio.sleep(world.latency())
            raise ToolError("UPSTREAM_UNAVAILABLE")
        if fault == "limited":
            await self._limit(request)
        if fault == "void":
            request.is_open = False
            return Raw(self._malformed(self._invented(request)))
        if fault == "late":
            world.loop.outside(world.faults.random.uniform(1, 50), self._arrive, request, None)
            return await self._silence()
        answer: asyncio.Future[Any] = world.loop.create_future()
        if fault == "kill_before":
            world.kill(request.life)
        way = world.latency()
        world.loop.outside(way, self._arrive, request, answer, fault)
        told = await answer
        if fault == "kill_after":
            world.kill(request.life)
        await asyncio.sleep(world.latency())
        match fault:
            case "cut":
                return await self._silence()
            case "slow":
                await asyncio.sleep(15)
            case "broken":
                raise RuntimeError(CANARY)
            case "malformed" if not isinstance(told, ToolError):
                return Raw(self._malformed(told))
            case "foreign" if not isinstance(told, ToolError) and "resource_id" in told:
                return Raw(self._foreign(request, told))
        if isinstance(told, ToolError):
            raise told
        return Raw(told)

    async def _silence(self) -> Any:
        """The answer is lost: the sender is told so, or hears nothing."""
        if self.world.faults.random.random() < 0.5:
            raise ToolError("UPSTREAM_TIMEOUT")
        await asyncio.sleep(3600)

    async def _limit(self, request: Request) -> None:
        source = self.world.faults.random
        request.is_open = False
        if request.kind.name == "status":
            self._remember(request, None, "RATE_LIMITED")
            if source.random() < 0.7:
                await self._silence()
        await asyncio.sleep(source.choice((self.world.latency(), 2.5)))
        wait = timedelta(seconds=source.choice((0.5, 1.0, 600.0)))
        raise ToolError("RATE_LIMITED", retry_at=self.world.true_now() + wait)

    def _arrive(
        self, request: Request, answer: asyncio.Future[Any] | None, fault: str | None = None
    ) -> None:
        if fault == "bumped":
            self.bump(request.record)
        told = self._carry_out(request, is_refused=fault == "domain")
        request.is_open = False
        self.world.note("arrived", request.tool, request.key[-6:], told)
        if answer is not None and not answer.done():
            answer.set_result(told)

    def bump(self, record: str) -> None:
        """Somebody else changes the record."""
        self.versions[record] = self.version(record) + 1
        self.world.note("bumped", record)

    def _carry_out(self, request: Request, *, is_refused: bool) -> Any:
        kind = request.kind
        if kind.keys:
            known = self.known(request.key)
            if known is not None and known.arguments != request.arguments:
                return ToolError(kind.domain)
            if known is not None:
                return known.proof if known.code is None else ToolError(known.code)
        if is_refused:
            if kind.name != "exports":
                self._remember(request, None, kind.domain)
            return ToolError(kind.domain)
        before = self.version(request.record)
        if kind.versions and request.version != str(before):
            self._remember(request, None, "VERSION_CONFLICT")
            return ToolError("VERSION_CONFLICT")
        if kind.name == "exports":
            proof = self._start(request)
        else:
            self.versions[request.record] = before + 1
            proof = self.proof(request, before)
            self._effect(request, before, proof)
        self._remember(request, proof, None)
        return proof

    def _start(self, request: Request) -> dict[str, Any]:
        export = Export(reference=f"exp-{len(self.exports)}", key=request.key, request=request)
        self.exports[export.reference] = export
        self.world.loop.outside(self.world.faults.random.uniform(1, 60), self._advance, export)
        return {"reference": export.reference}

    def _advance(self, export: Export) -> None:
        finished = export.advance(self.world.faults.random)
        if finished:
            self._effect(export.request, None, export.evidence())
        elif not export.is_over:
            self.world.loop.outside(self.world.faults.random.uniform(1, 60), self._advance, export)

    def _effect(self, request: Request, before: int | None, proof: dict[str, Any]) -> None:
        effect = Effect(request=request, at=self.world.loop.seconds, before=before, proof=proof)
        self.effects.append(effect)
        self.world.note("EFFECT", request.tool, request.key[-6:], request.record)
        self.world.oracle.happened(effect)

    def _remember(self, request: Request, proof: dict[str, Any] | None, code: str | None) -> None:
        self.kinds_of_key[request.key] = request.kind
        kept = self.outcomes.setdefault(request.key, [])
        kept.append(Outcome(self.world.loop.seconds, request.arguments, proof, code))

    def known(self, key: str) -> Outcome | None:
        """What is remembered under a key, if it is not too long ago."""
        kept = self.outcomes.get(key)
        is_short = self.kinds_of_key[key].forgets if key in self.kinds_of_key else False
        if not kept or (is_short and self.world.loop.seconds > kept[0].at + MEMORY_S):
            return None
        return next((each for each in kept if each.code is None), kept[-1])

    def proof(self, request: Request, before: int) -> dict[str, Any]:
        """What proves that a request was carried out."""
        makes = request.kind.makes
        made = f"{makes}{len(self.effects):08}" if makes else None
        return {
            "resource_id": made or request.record,
            "previous_version": None if made else str(before),
            "new_version": "1" if made else str(before + 1),
            "changed_fields": list(request.kind.changed),
            "next_state": _next_state(request),
        }

    def _invented(self, request: Request) -> dict[str, Any]:
        if request.kind.name == "exports":
            return {"reference": "exp-none"}
        return self.proof(request, self.version(request.record))

    def _malformed(self, answer: dict[str, Any]) -> Any:
        """An answer that proves nothing."""
        way = self.world.faults.random.randrange(4)
        if way == 0 or "resource_id" not in answer:
            return {"debug": CANARY}
        if way == 1:
            return {name: each for name, each in answer.items() if name != "new_version"}
        if way == 2:
            return {**answer, "resource_id": [CANARY]}
        return {**answer, "new_version": 7, "debug": CANARY}

    def _foreign(self, request: Request, answer: dict[str, Any]) -> dict[str, Any]:
        if request.kind.makes:
            return {**answer, "previous_version": "3"}
        return {**answer, "resource_id": answer["resource_id"][:-1] + "z"}


def _next_state(request: Request) -> str | None:
    if request.kind.name == "neither":
        return str(orjson.loads(request.arguments)["move"]["to"])
    return "requested" if request.kind.name == "status" else None
