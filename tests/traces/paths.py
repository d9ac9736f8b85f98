"""A way to every code that a call can end with; the last call of each ends so."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
from approvals.tokens import token, verifier
from toolcharter_runtime import Raw, Requester, ToolError
from toolcharter_runtime._store.transaction import StoreUnavailableError
from toolcharter_runtime.approvals import Approvals, verify
from traces.scripted import ScriptedHost, smallest
from write_path.changes import ADDRESS, EXPORT, REFUND
from write_path.host import Envelope

Path = Callable[[ScriptedHost], Awaitable[Any]]

READ, ARGUMENTS = "get_customer_v2", {"customer_id": "cus_4f7a2b9c"}
PATHS: dict[str, Path] = {}


def path(code: str) -> Callable[[Path], Path]:
    def add(function: Path) -> Path:
        PATHS[code] = function
        return function

    return add


def _with(code: str, arguments: bytes) -> None:
    PATHS[code] = lambda host: host.call(host.run(), READ, arguments)


_with("OK", b'{"customer_id":"cus_4f7a2b9c"}')
_with("PARSE", b'{"customer_id":"cus_4f7a2b9c"')
_with("DUPLICATE_KEY", b'{"customer_id":"cus_4f7a2b9c","customer_id":"cus_4f7a2b9d"}')
_with("NUMBER_NOT_JSON", b'{"customer_id":NaN}')
_with("NUMBER_RANGE", b'{"customer_id":9007199254740999}')
_with("INVALID_UNICODE", b'{"customer_id":"\xff"}')
_with("DEPTH_LIMIT", b'{"a":' * 40 + b"1" + b"}" * 40)
_with("SIZE_LIMIT", b'{"customer_id":"' + b"c" * 600_000 + b'"}')
_with("UNKNOWN_FIELD", b'{"customer_id":"cus_4f7a2b9c","password":"hunter2"}')
_with("MISSING_FIELD", b"{}")
_with("INVALID_ARGUMENT", b'{"customer_id":"CUS_4F7A2B9C"}')


@path("UNKNOWN_DISCRIMINATOR")
async def _unknown_discriminator(host: ScriptedHost) -> None:
    arguments = {**ADDRESS.arguments, "destination": {"kind": "elsewhere"}}
    await host.call(host.run(), ADDRESS.preview, arguments)


@path("UNKNOWN_TOOL")
async def _unknown_tool(host: ScriptedHost) -> None:
    await host.call(host.run(), "drop_customer_v1", ARGUMENTS)


@path("PERMISSION_DENIED")
async def _permission_denied(host: ScriptedHost) -> None:
    requester = Requester(identity="ines", tenant="acme", permissions=frozenset())
    run = host.dispatcher.open(role="support_agent", requester=requester, run_id="run-1")
    await host.call(run, READ, ARGUMENTS)


@path("RUN_CANCELLED")
async def _run_cancelled(host: ScriptedHost) -> None:
    run = host.run()
    await host.dispatcher.cancel(run)
    await host.call(run, READ, ARGUMENTS)


@path("DEADLINE_EXCEEDED")
async def _deadline_exceeded(host: ScriptedHost) -> None:
    run = host.run(deadline=host.time.now() + timedelta(seconds=1))
    await host.time.sleep(2)
    await host.call(run, READ, ARGUMENTS)


@path("LIMIT_REACHED")
async def _limit_reached(host: ScriptedHost) -> None:
    run = host.run()
    for _ in range(51):
        await host.call(run, READ, ARGUMENTS)


@path("CUSTOMER_NOT_FOUND")
async def _fact_is_false(host: ScriptedHost) -> None:
    host.script.say(READ, "customer_visible", False)
    await host.call(host.run(), READ, ARGUMENTS)


@path("RATE_LIMITED")
async def _rate_limited(host: ScriptedHost) -> None:
    later = host.time.now() + timedelta(hours=1)
    host.script.fail(READ, "op", ToolError("RATE_LIMITED", retry_at=later))
    await host.call(host.run(), READ, ARGUMENTS)


@path("UPSTREAM_UNAVAILABLE")
async def _upstream_unavailable(host: ScriptedHost) -> None:
    host.script.fail(READ, "op", ToolError("UPSTREAM_UNAVAILABLE"))
    await host.call(host.run(), READ, ARGUMENTS)


@path("UPSTREAM_TIMEOUT")
async def _upstream_timeout(host: ScriptedHost) -> None:
    host.script.fail(READ, "op", ToolError("UPSTREAM_TIMEOUT"))
    await host.call(host.run(), READ, ARGUMENTS)


@path("OUTPUT_INVALID")
async def _output_invalid(host: ScriptedHost) -> None:
    host.script.say(READ, "op", Raw({**smallest(READ, "answer"), "password": "hunter2"}))
    await host.call(host.run(), READ, ARGUMENTS)


@path("INTERNAL")
async def _internal(host: ScriptedHost) -> None:
    host.script.fail(READ, "op", ValueError("hunter2"))
    await host.call(host.run(), READ, ARGUMENTS)


@path("ABANDONED")
async def _abandoned(host: ScriptedHost) -> None:
    host.script.says[READ, "op"] = lambda *given: asyncio.sleep(3600)
    task = asyncio.ensure_future(host.call(host.run(), READ, ARGUMENTS))
    while (READ, "op") not in host.script.asked:
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


# --- with the ledger -----------------------------------------------------------------------------


async def proposed(host: ScriptedHost, **options: Any) -> tuple[Any, dict[str, str]]:
    """A run, and what commits its proposal."""
    run = host.run()
    envelope = await host.call(run, ADDRESS.preview, ADDRESS.arguments, **options)
    return run, {"proposal_id": envelope["result"]["proposal_id"]}


async def approved(host: ScriptedHost) -> tuple[Any, dict[str, str]]:
    run, commit = await proposed(host)
    await decide(host, commit["proposal_id"])
    return run, commit


async def decide(host: ScriptedHost, proposal_id: str, deny: str = "") -> None:
    """What Lea decides, as the trace is told."""
    approvals = Approvals(host.store, trace=host.recorder)
    lea = await verify(verifier, token("lea"))
    hash_ = (await host.proposal(proposal_id)).hash
    if deny:
        await approvals.deny(lea, proposal_id, hash=hash_, reason=deny)
    else:
        await approvals.approve(lea, proposal_id, hash=hash_)


async def committed(host: ScriptedHost) -> Envelope:
    run, commit = await approved(host)
    return await host.call(run, ADDRESS.commit, commit)


@path("STORE_UNAVAILABLE")
async def _store_unavailable(host: ScriptedHost) -> None:
    async def down(*given: Any) -> Any:
        raise StoreUnavailableError

    host.store.transact = host.store.read = down  # type: ignore[method-assign, assignment]
    await host.call(host.run(), READ, ARGUMENTS)


@path("POLICY_REFUSED")
async def _policy_refused(host: ScriptedHost) -> None:
    amount = {"amount_minor": 470_000, "currency": "GBP"}
    await host.call(host.run(), REFUND.preview, {**REFUND.arguments, "amount": amount})


@path("PROPOSAL_UNKNOWN")
async def _proposal_unknown(host: ScriptedHost) -> None:
    await host.call(host.run(), ADDRESS.commit, {"proposal_id": "pro_" + "0" * 32})


@path("APPROVAL_PENDING")
async def _approval_pending(host: ScriptedHost) -> None:
    run, commit = await proposed(host)
    await host.call(run, ADDRESS.commit, commit)


@path("APPROVAL_DENIED")
async def _approval_denied(host: ScriptedHost) -> None:
    run, commit = await proposed(host)
    await decide(host, commit["proposal_id"], deny="Not hunter2 again.")
    await host.call(run, ADDRESS.commit, commit)


@path("APPROVAL_EXPIRED")
async def _approval_expired(host: ScriptedHost) -> None:
    run, commit = await approved(host)
    await host.time.sleep(86_400)
    await host.call(run, ADDRESS.commit, commit)


@path("APPROVAL_CONSUMED")
async def _approval_consumed(host: ScriptedHost) -> None:
    run, commit = await approved(host)
    await host.dispatcher.cancel(run)
    await host.call(host.run(run_id="run-2"), ADDRESS.commit, commit)


@path("VERSION_CONFLICT")
async def _version_conflict(host: ScriptedHost) -> None:
    host.script.fail(ADDRESS.commit, "op", ToolError("VERSION_CONFLICT"))
    await committed(host)


@path("IDEMPOTENCY_MISMATCH")
async def _idempotency_mismatch(host: ScriptedHost) -> None:
    run, _ = await proposed(host, request_id="r-1")
    other = {**ADDRESS.arguments, "customer_id": "cus_8d1e6a0f"}
    await host.call(run, ADDRESS.preview, other, request_id="r-1")


@path("IN_PROGRESS")
async def _in_progress(host: ScriptedHost) -> None:
    goes_on = asyncio.Event()
    host.script.says[ADDRESS.commit, "op"] = lambda *given: goes_on.wait()
    run, commit = await approved(host)
    first = asyncio.ensure_future(host.call(run, ADDRESS.commit, commit))
    while (ADDRESS.commit, "op") not in host.script.asked:
        await asyncio.sleep(0)
    await host.call(host.run(run_id="run-2"), ADDRESS.commit, commit)
    first.cancel()
    goes_on.set()


@path("OPERATION_UNKNOWN")
async def _operation_unknown(host: ScriptedHost) -> None:
    ask = {"operation_id": "op_" + "0" * 32}
    await host.call(host.run(), "get_address_change_status_v1", ask)


@path("OUTCOME_UNKNOWN")
async def _outcome_unknown(host: ScriptedHost) -> None:
    host.script.fail(ADDRESS.commit, "op", ToolError("UPSTREAM_UNAVAILABLE"))
    host.script.fail("get_address_change_status_v1", "op", OSError("hunter2"))
    await committed(host)


@path("OPERATION_CANCELLED")
async def _operation_cancelled(host: ScriptedHost) -> None:
    run = host.run("export_operator")
    host.script.say("start_export_v1", "op", Raw({"reference": 5}))
    silent = {"evidence": None, "error": None, "result": None}
    stopped: Any = {"state": "cancelled", "started_at": None, "finished_at": None, **silent}
    host.script.say("get_export_v1", "op", Raw(stopped))
    await host.call(run, "start_export_v1", EXPORT)
