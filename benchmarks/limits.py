"""What a tenant that floods a tool costs another tenant of the same process, and what a store adds to a
read.

Walks in: nothing. Walks out: results. The service is a function that waits a while; the flood is a
thousand calls at once of one run.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from statistics import median

import acme_tools
import orjson
from toolcharter_runtime import Dispatcher, Requester
from toolcharter_runtime._store.sql.opening import migrate, open_store
from toolcharter_runtime._store.transaction import Store
from toolcharter_runtime.formats.v1 import CatalogRow, RoleRow

from benchmarks.commits import SEALS
from benchmarks.databases import KINDS, databases
from benchmarks.host import PERMISSIONS, Nowhere, adapters_where
from benchmarks.table import Result, seconds

_TOOL, _ASK = "get_customer_v2", orjson.dumps({"customer_id": "cus_4f7a2b9c"})
_ANSWER = {
    "customer_id": "cus_4f7a2b9c",
    "name": "Ines Brandt",
    "status": "active",
    "version": "17",
    "credit_limit": {"amount_minor": 0, "currency": "EUR"},
    "recent_orders": [],
    "saved_addresses": [],
    "shipping_address": {
        "line_1": "Main street 1",
        "postal_code": "10115",
        "city": "Berlin",
        "country": "DE",
    },
}
_FLOOD, _CALLS = 1000, 200
_SERVICE_S = 0.005
_SHARE = 2
"""How many times as long the other tenant's calls may take, at the 95th in a hundred."""


def measure(rounds: int) -> Iterator[Result]:
    """The sides take turns."""
    alone, beside = [], []
    for _ in range(rounds):
        alone.append(asyncio.run(_p95_s(flood=0)))
        beside.append(asyncio.run(_p95_s(flood=_FLOOD)))
    yield Result(
        what="a read beside a tenant that floods the same tool, p95",
        ours=seconds(median(beside)),
        theirs=f"the same without the flood: {seconds(median(alone))}",
        ratio=median(beside) / median(alone),
        bound=_SHARE,
    )
    yield from _with_store(rounds)


def _with_store(rounds: int) -> Iterator[Result]:
    with databases() as made:
        for kind in KINDS:
            with made.empty(kind) as url:
                migrate(url)
                without, with_store = [], []
                for number in range(rounds):
                    without.append(asyncio.run(_read_s(None, number)))
                    with_store.append(asyncio.run(_read_s(url, number)))
            yield Result(
                what=f"a read that all hosts count together, {kind}",
                ours=seconds(median(with_store)),
                theirs=f"one that this process counts: {seconds(median(without))}",
                ratio=median(with_store) / median(without),
                bound=None,
            )


async def _p95_s(*, flood: int) -> float:
    """What a call of one tenant takes while another has so many on their way."""
    dispatcher = _dispatcher(None, calls=flood + 1)
    crowd = [asyncio.create_task(_read(dispatcher, "flooding", "run")) for _ in range(flood)]
    await asyncio.sleep(0)
    took = [await _read(dispatcher, "other", f"run-{number}") for number in range(_CALLS)]
    for each in crowd:
        each.cancel()
    await asyncio.gather(*crowd, return_exceptions=True)
    return _p95(took)


async def _read_s(url: str | None, turn: int) -> float:
    store = None if url is None else open_store(url, SEALS)
    dispatcher = _dispatcher(store, calls=_CALLS, service_s=0.0)
    took = [await _read(dispatcher, "acme", f"run-{turn}-{number}") for number in range(_CALLS)]
    await dispatcher.drain()
    if store is not None:
        await store.close()
    return median(took)


async def _read(dispatcher: Dispatcher, tenant: str, run_id: str) -> float:
    requester = Requester(identity="ines", tenant=tenant, permissions=PERMISSIONS)
    run = dispatcher.open(role="explorer", requester=requester, run_id=run_id)
    started = time.perf_counter()
    answer = await dispatcher.call(run, _TOOL, _ASK)
    took_s = time.perf_counter() - started
    if not answer.startswith(b'{"ok":true'):
        raise RuntimeError(answer.decode())
    return took_s


def _dispatcher(store: Store | None, *, calls: int, service_s: float = _SERVICE_S) -> Dispatcher:
    role: RoleRow = {**acme_tools.CATALOG["roles"]["explorer"], "calls_per_run": calls}
    catalog: CatalogRow = {**acme_tools.CATALOG, "roles": {"explorer": role}}
    adapters = adapters_where({_TOOL: lambda call: _ANSWER}, waiting_s=service_s)
    return Dispatcher(catalog, adapters, store=store, sink=Nowhere())


def _p95(took: Sequence[float]) -> float:
    return sorted(took)[int(len(took) * 0.95)]
