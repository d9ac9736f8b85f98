"""``python -m limits.racers race|stick URL SERVICE``: hosts in processes of their own, on one ledger
and one service.

``race`` forks processes that read, preview, poll and commit in one run until they are told that it
may make no more calls, and prints what they found, as JSON. Standard input says what is proposed and
started already. ``stick`` says so once it is inside the service, and stays there until it is killed.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from multiprocessing.sharedctypes import Synchronized
from typing import Any

import reference_service.fixtures  # noqa: F401 - puts the generated package on the path
from approvals.scene import Scene
from authority.hosting import catalog_with, serving
from limits.reading import ASK, TOOL, code_of
from reference_service.adapters.addresses import CommitAddressChange, PreviewAddressChange
from reference_service.adapters.customers import GetCustomer
from reference_service.adapters.exports import GetExport
from reference_service.controller import ReferenceService
from sqlalchemy import create_engine
from toolcharter_runtime import Dispatcher
from toolcharter_runtime._store.sql.opening import open_store
from toolcharter_runtime.formats import v1
from write_path.changes import ADDRESS
from write_path.host import SEALS, Host

RACERS = 4
CALLS = 30
AT_A_TIME = 2
POLL = "get_export_v1"
KINDS: Mapping[str, type[Any]] = {
    TOOL: GetCustomer,
    ADDRESS.preview: PreviewAddressChange,
    ADDRESS.commit: CommitAddressChange,
    POLL: GetExport,
}
FORKED = multiprocessing.get_context("fork")


class Account:
    """What all processes count together: per tool how often it was reached, how many are inside and
    the most that ever were."""

    def __init__(self) -> None:
        self.numbers: dict[str, Sequence[Synchronized[int]]] = {
            tool: [FORKED.Value("i", 0) for _ in range(3)] for tool in KINDS
        }
        self.lock = FORKED.Lock()

    def told(self) -> dict[str, list[int]]:
        return {tool: [each.value for each in three] for tool, three in self.numbers.items()}

    def counted(self, tool: str, takes_s: float) -> type[Any]:
        """The adapter of a tool, counting."""
        reached, inside, most = self.numbers[tool]
        kind, lock = KINDS[tool], self.lock

        async def op(this: Any, call: Any, arguments: Any) -> Any:
            with lock:
                reached.value += 1
                inside.value += 1
                most.value = max(most.value, inside.value)
            try:
                await asyncio.sleep(takes_s)
                return await kind.op(this, call, arguments)
            finally:
                with lock:
                    inside.value -= 1

        return type(kind.__name__, (kind,), {"op": op})


def catalog(*, calls: int = CALLS, at_a_time: int = AT_A_TIME) -> v1.CatalogRow:
    """So many calls of a run, of every role, and so many at a time of each tool."""
    limits = {"per_run": at_a_time, "per_tenant": at_a_time, "timeout_ms": 30_000}
    row = {"limits": limits, "retry": {"retry_class": "never", "attempts": 1}}
    # A run that proposes too much is told the same code.
    proposing = {"write": {"policy": {"pending_per_run": 2 * calls}}}
    tools = {**dict.fromkeys(KINDS, row), ADDRESS.preview: {**row, **proposing}}
    roles = {role: {"calls_per_run": calls} for role in ("support_agent", "export_operator")}
    return catalog_with(tools=tools, roles=roles)


async def play(scene: Scene, number: int, account: Account, given: Any) -> dict[str, int]:
    """What one process was told, by code."""
    adapters = {tool: account.counted(tool, 0.002) for tool in KINDS}
    async with serving(scene, catalog=catalog(), adapters=adapters) as host:
        told = await asyncio.gather(
            *(_call(host, number, turn, given) for turn in range(2 * CALLS // RACERS))
        )
        await host.dispatcher.drain()
    return Counter(map(code_of, told))


async def _call(host: Host, number: int, turn: int, given: Any) -> Any:
    if turn == 1 and number < len(given["proposals"]):
        arguments = {"proposal_id": given["proposals"][number]}
        return await host.call(host.run(), ADDRESS.commit, arguments)
    match turn % 3:
        case 0:
            return await host.call(host.run(), TOOL, ASK)
        case 1:
            ask = f"{number}-{turn}"
            return await host.call(host.run(), ADDRESS.preview, ADDRESS.arguments, request_id=ask)
        case _:
            arguments = {"operation_id": given["operation"]}
            return await host.call(host.run("export_operator"), POLL, arguments)


def race(url: str, service: str) -> None:
    given = json.load(sys.stdin)
    start, found, account = FORKED.Barrier(RACERS), FORKED.SimpleQueue(), Account()

    def one(number: int) -> None:
        start.wait()
        found.put(asyncio.run(_with_scene(url, service, partial(play, number=number))))

    async def _with_scene(url: str, service: str, work: Any) -> Any:
        store = open_store(url, SEALS, patience_ms=30_000)
        scene = Scene(ReferenceService(service), create_engine("sqlite://"), store)
        try:
            return await work(scene, account=account, given=given)
        finally:
            await store.close()

    racers = [FORKED.Process(target=one, args=(number,)) for number in range(RACERS)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    if any(racer.exitcode for racer in racers):
        sys.exit(1)
    print(json.dumps({"told": [found.get() for _ in racers], "account": account.told()}))


async def stick(url: str, service: str) -> None:
    """Go into the service, and never come out."""

    class Sticking(GetCustomer):
        async def op(self, call: Any, arguments: Any) -> Any:
            print("inside", flush=True)
            await asyncio.sleep(600)

    scene = Scene(ReferenceService(service), create_engine("sqlite://"), open_store(url, SEALS))
    async with serving(scene, catalog=catalog(at_a_time=1), adapters={TOOL: Sticking}) as host:
        assert isinstance(host.dispatcher, Dispatcher)
        await host.call(host.run(), TOOL, ASK)


if __name__ == "__main__":
    what, *where = sys.argv[1:]
    if what == "race":
        race(*where)
    else:
        asyncio.run(stick(*where))
