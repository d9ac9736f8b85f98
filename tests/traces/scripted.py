"""Adapters of the worked catalog that answer what a script says, and a recorded host of them.

Every tool has an adapter, made here out of its generated class. Where the script says nothing, a fact
holds, a read gives the smallest answer of the contract, and a write gives evidence about its target.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import acme_tools
from sample_host import StillClock
from toolcharter_runtime import Raw
from toolcharter_runtime._store.memory import MemoryStore
from traces.hosting import Traced
from write_path.host import SEALS, Envelope

Answer = Callable[..., Any]

_FIXTURES = Path(acme_tools.__file__).parent / "fixtures"


def smallest(tool: str, part: str) -> Any:
    """The smallest valid value of a part of a tool's contract."""
    fixtures = json.loads((_FIXTURES / f"{tool}.json").read_text())
    return next(each["value"] for each in fixtures if each["id"] == f"{part}/smallest")


class Script:
    """``says`` maps a tool and the name of a question to a function that answers it; it may raise,
    wait, or return a coroutine. ``asked`` is every question so far."""

    def __init__(self) -> None:
        self.says: dict[tuple[str, str], Answer] = {}
        self.asked: list[tuple[str, str]] = []

    def say(self, tool: str, name: str, answer: Any) -> None:
        """Answer with a value, whatever was asked before."""
        self.says[tool, name] = lambda *given: answer

    def fail(self, tool: str, name: str, error: BaseException) -> None:
        """Raise instead."""

        def answer(*given: Any) -> Any:
            raise error

        self.says[tool, name] = answer

    async def answer(self, tool: str, name: str, given: tuple[Any, ...]) -> Any:
        found = self.answer_at_once(tool, name, given)
        return await found if hasattr(found, "__await__") else found

    def answer_at_once(self, tool: str, name: str, given: tuple[Any, ...]) -> Any:
        """What an operation inside the ledger's transaction is answered."""
        self.asked.append((tool, name))
        usual: Answer = partial(usual_operation if name == "op" else _usual_fact, tool, name)
        return self.says.get((tool, name), usual)(*given)


def adapters(script: Script) -> dict[str, Any]:
    """A factory for each tool of the worked catalog."""
    return {name: _factory(name, script) for name in acme_tools.CATALOG["tools"]}


def _factory(tool: str, script: Script) -> Callable[[], Any]:
    def make() -> Any:
        module = importlib.import_module(f"acme_tools.tools.{tool}")
        abstract = next(
            each
            for each in vars(module).values()
            if isinstance(each, type) and getattr(each, "tool", None) == tool
        )
        methods = {name: _method(tool, name, script) for name in abstract.__abstractmethods__}  # type: ignore[attr-defined]
        return type(f"Scripted{abstract.__name__}", (abstract,), methods)()

    return make


def _method(tool: str, name: str, script: Script) -> Any:
    async def method(self: object, *given: Any) -> Any:
        return await script.answer(tool, name, given)

    def shared(self: object, *given: Any) -> Any:
        return script.answer_at_once(tool, name, given)

    row = acme_tools.CATALOG["tools"][tool]
    shares = row["form"] in ("commit", "write") and (row["write"] or {})["transaction"] == "shared"
    made = shared if shares and name == "op" else method
    made.__name__ = name
    return made


def _usual_fact(tool: str, name: str, *given: Any) -> Any:
    return "1" if name == "current_version" else True


def usual_operation(tool: str, name: str, call: Any, *given: Any) -> Raw:
    answer = smallest(tool, "answer")
    form = acme_tools.CATALOG["tools"][tool]["form"]
    if form == "preview":
        answer["target_version"] = "1"
    if "resource_id" in answer:
        answer |= _evidence(tool, call.target, answer["resource_id"])
    if form in ("status", "poll"):
        operation = given[0]
        new = answer["evidence"]["resource_id"]
        answer["evidence"] |= _evidence(operation.tool, operation.target, new)
        answer |= {"state": "succeeded", "error": None}
    return Raw(answer)


def _evidence(tool: str, target: Any, new: str) -> dict[str, Any]:
    """Evidence of a write of ``tool``; ``new`` is the id of the record that it makes, if any."""
    facets = acme_tools.CATALOG["tools"][tool]["write"] or {}
    makes_new = facets["creates"] is not None or (facets["target"] or {}).get("is_new")
    if makes_new or target.id is None:
        return {"resource_id": new, "previous_version": None, "new_version": "1"}
    before = target.version
    after = "1" if before is None else f"{before}1"
    return {"resource_id": target.id, "previous_version": before, "new_version": after}


class ScriptedHost(Traced):
    """A recorded host whose services say what its script says, in time that only waits move."""

    def __init__(self) -> None:
        self.script = Script()
        self.time = StillClock()
        self.count = 0
        store = MemoryStore(SEALS, lambda: int(self.time.now().timestamp() * 1000))
        super().__init__(adapters(self.script), store, clock=self.time)

    async def call(
        self, run: Any, tool: str, arguments: Any, *, request_id: str | None = None
    ) -> Envelope:
        self.count += 1
        if not isinstance(arguments, bytes):
            return await super().call(run, tool, arguments, request_id=request_id)
        return Envelope(json.loads(await self.dispatcher.call(run, tool, arguments)))
