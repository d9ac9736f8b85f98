"""Runs inside the process that is measured: ``python -m benchmarks.probe WHAT [ARGUMENT]``.

Walks in: what to do. Walks out: one number on standard output, in seconds. Only the work is timed,
not the start of the interpreter; asyncio and json are imported late, since what is measured may
need them too.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Awaitable, Callable
from importlib import import_module
from pathlib import Path


def imported(module: str) -> float:
    """The time to import a module."""
    started = time.perf_counter()
    import_module(module)
    return time.perf_counter() - started


def first_call() -> float:
    """The time to import a generated package, wire it, open a run and answer the first call."""
    import asyncio

    async def answered() -> float:
        started = time.perf_counter()
        call = _wired()
        envelope = await call()
        took = time.perf_counter() - started
        if not envelope.startswith(b'{"ok":true'):
            raise RuntimeError(envelope.decode())
        return took

    return asyncio.run(answered())


def calls(count: int) -> float:
    """The median time of a read call through the dispatcher."""
    import asyncio

    async def answered() -> float:
        call = _wired()
        times = []
        for _ in range(count):
            started = time.perf_counter()
            await call()
            times.append(time.perf_counter() - started)
        return sorted(times)[count // 2]

    return asyncio.run(answered())


def _wired() -> Callable[[], Awaitable[bytes]]:
    """What answers one read call of the benchmark's package, which must be on the path."""
    import json

    from toolcharter_runtime import Dispatcher, Raw, Requester

    from benchmarks.catalog import ANSWER, ARGUMENTS, PACKAGE, READ

    package = import_module(PACKAGE)
    arguments = json.dumps(ARGUMENTS).encode()
    answer = Raw(json.dumps(ANSWER).encode())

    async def op(self: object, call: object, arguments: object) -> Raw:
        return answer

    def adapter() -> object:
        base = import_module(f"{PACKAGE}.tools.{READ}").SearchTicketsV1Adapter
        return type("SearchTickets", (base,), {"op": op})()

    reads = package.CATALOG["roles"]["explorer"]["reads"]
    dispatcher = Dispatcher(package.CATALOG, dict.fromkeys(reads, adapter), roles=("explorer",))
    requester = Requester(identity="u", tenant="t", permissions=frozenset({"ticket.read"}))
    run = dispatcher.open(role="explorer", requester=requester, run_id="r")
    return lambda: dispatcher.call(run, READ, arguments)


def floor(count: int, schema: str) -> float:
    """The median time of ``orjson.loads`` and ``jsonschema_rs`` on the same bytes."""
    import json

    import jsonschema_rs
    import orjson

    from benchmarks.catalog import ARGUMENTS

    arguments = json.dumps(ARGUMENTS).encode()
    validator = jsonschema_rs.validator_for(json.loads(Path(schema).read_bytes())["input"])
    if not validator.is_valid(orjson.loads(arguments)):
        raise RuntimeError("the arguments are not valid")
    times = []
    for _ in range(count):
        started = time.perf_counter()
        validator.is_valid(orjson.loads(arguments))
        times.append(time.perf_counter() - started)
    return sorted(times)[count // 2]


def main() -> None:
    """Prints what was asked for."""
    what, *more = sys.argv[1:]
    match what:
        case "import":
            print(imported(more[0]))
        case "first-call":
            print(first_call())
        case "calls":
            print(calls(int(more[0])))
        case "floor":
            print(floor(int(more[0]), more[1]))
        case _:
            raise SystemExit(f"unknown: {what}")


if __name__ == "__main__":
    main()
