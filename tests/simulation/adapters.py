"""Adapters of the simulated catalog. They are made once; what they reach is the present world."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from toolcharter_runtime import Call, Raw, ToolError

from simulation import sharing
from simulation.catalog import TOOLS, row_of
from simulation.kinds import CANARY, KINDS

if TYPE_CHECKING:
    from simulation.world import World


class Present:
    """The world that adapters reach."""

    world: World


RECORD_FIELDS = {
    "preview_address_change_v2": "customer_id",
    "commit_address_change_v2": "customer_id",
    "preview_refund_v1": "order_id",
    "commit_refund_v1": "order_id",
    "preview_send_email_v1": "draft_id",
    "commit_send_email_v1": "draft_id",
    "preview_opportunity_stage_change_v1": "opportunity_id",
    "commit_opportunity_stage_change_v1": "opportunity_id",
    "preview_opportunity_handover_v1": "seller_id",
    "commit_opportunity_handover_v1": "seller_id",
}


def values_of(arguments: Any) -> dict[str, Any]:
    """The arguments as JSON."""
    found: dict[str, Any] = arguments.model_dump(by_alias=True, exclude_unset=True)
    return found


def record_of(tool: str, values: dict[str, Any]) -> str:
    field = RECORD_FIELDS.get(tool)
    return tool if field is None else str(values[field])


def _fact(name: str) -> Any:
    """A fact that holds."""

    async def holds(self: object, call: Call, arguments: Any) -> bool:
        return True

    holds.__name__ = name
    return holds


async def _write(self: object, call: Call, arguments: Any) -> Any:
    values = values_of(arguments)
    return await Present.world.service.write(call, record_of(call.tool, values), values)


def _write_shared(self: object, call: Call, arguments: Any, connection: Any) -> Any:
    values = values_of(arguments)
    return sharing.write(Present.world, call, record_of(call.tool, values), values, connection)


async def _version(self: object, call: Call, arguments: Any) -> str:
    world = Present.world
    await asyncio.sleep(world.latency())
    return str(world.service.version(record_of(call.tool, values_of(arguments))))


async def _plan(self: object, call: Call, arguments: Any) -> Any:
    world, values = Present.world, values_of(arguments)
    await asyncio.sleep(world.latency() + world.temper.planning_s())
    if world.faults.of_status() == "down":
        raise ToolError("UPSTREAM_UNAVAILABLE")
    version = str(world.service.version(record_of(call.tool, values)))
    return Raw({"target_version": version, **_PLANS[call.tool](values)})


def _address(values: dict[str, Any]) -> dict[str, Any]:
    address = values["destination"]["address"]
    return {
        "before": {"shipping_address": {**address, "line_1": "Altweg 1"}},
        "after": {"shipping_address": address},
        "consequences": {"open_shipments": 1},
    }


def _refund(values: dict[str, Any]) -> dict[str, Any]:
    money = {"currency": "EUR"}
    return {
        "before": {"refundable": {**money, "amount_minor": 900_000}},
        "after": {"refundable": {**money, "amount_minor": 1}},
        "consequences": {"paid_with": "card"},
    }


def _message(values: dict[str, Any]) -> dict[str, Any]:
    return {
        "before": {"state": "draft"},
        "after": {"state": "sent"},
        "consequences": {"recipients": ["a@example.com"], "subject": "Hello", "body": "Text."},
    }


def _stage(values: dict[str, Any]) -> dict[str, Any]:
    return {
        "before": {"stage": "open", "closing_on": None},
        "after": {"stage": values["move"]["to"], "closing_on": None},
        "consequences": {"forecast_difference": {"amount_minor": 0, "currency": "EUR"}},
    }


def _handover(values: dict[str, Any]) -> dict[str, Any]:
    moved = [
        {
            "opportunity_id": each,
            "title": "Pumps",
            "value": {"amount_minor": 1, "currency": "EUR"},
            "from_seller": None,
        }
        for each in values["opportunity_ids"]
    ]
    return {
        "before": {"open_sales": 1},
        "after": {"open_sales": 1 + len(moved)},
        "consequences": {"moved": moved},
    }


_PLANS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "preview_address_change_v2": _address,
    "preview_refund_v1": _refund,
    "preview_send_email_v1": _message,
    "preview_opportunity_stage_change_v1": _stage,
    "preview_opportunity_handover_v1": _handover,
}


async def _status(self: object, call: Call, operation: Any) -> Any:
    """What became of a key, or something that is not so. A false word about an end is told only
    where the ledger has an end: before, nobody could tell it from the truth."""
    world = Present.world
    fault = world.temper.fault_of_status(world.faults.of_status())
    await asyncio.sleep(world.latency())
    is_export = KINDS[operation.tool].name == "exports"
    if fault == "down":
        raise ToolError("UPSTREAM_UNAVAILABLE")
    if fault == "slow":
        await asyncio.sleep(30)
    if fault == "malformed":
        return Raw({"state": CANARY})
    told = _export(operation) if is_export else _outcome(operation)
    if fault == "pending":
        told = _silent("running" if is_export else "pending", is_export)
    elif fault == "not_found":
        told = _silent("not_found", is_export)
    elif fault == "contrary" and world.oracle.has_ended(operation.id):
        told = _contrary(told, is_export)
    world.note("status", operation.tool, operation.idempotency_key[-6:], told["state"], fault)
    return Raw(told)


def _silent(state: str, is_export: bool) -> dict[str, Any]:
    told: dict[str, Any] = {"state": state, "evidence": None, "error": None, "result": None}
    return {**told, "started_at": None, "finished_at": None} if is_export else told


def _contrary(told: dict[str, Any], is_export: bool) -> dict[str, Any]:
    if told["state"] == "failed" or not is_export:
        error = {"code": "RATE_LIMITED", "message": "No.", "retryable": True}
        return {**_silent("failed", is_export), "error": error}
    return _silent("cancelled" if told["state"] == "succeeded" else "running", is_export)


def _outcome(operation: Any) -> dict[str, Any]:
    known = Present.world.service.known(operation.idempotency_key)
    if known is None:
        return _silent("not_found", False)
    if known.code is None:
        return {**_silent("succeeded", False), "evidence": known.proof}
    error = {"code": known.code, "message": "No.", "retryable": False}
    return {**_silent("failed", False), "error": error}


def _export(operation: Any) -> dict[str, Any]:
    found = _find(operation)
    return _silent("not_found", True) if found is None else found.told()


def _find(operation: Any) -> Any:
    exports = Present.world.service.exports
    if operation.reference:
        return exports.get(operation.reference)
    keyed = [each for each in exports.values() if each.key == operation.idempotency_key]
    return keyed[0] if keyed else None


async def _cancel(self: object, call: Call, operation: Any) -> Any:
    world = Present.world
    fault = world.faults.of_write()
    world.note("cancel", operation.id, fault)
    world.count_send()
    await asyncio.sleep(world.latency())
    found = _find(operation)
    if fault in ("refused", "unavailable", "limited"):
        raise ToolError("UPSTREAM_UNAVAILABLE")
    if found is None:
        return Raw({"answer": "unknown"})
    if fault == "domain":
        raise ToolError("EXPORT_NOT_FOUND")
    if fault == "late":
        world.loop.outside(20, found.cancel, world.faults.random)
        await asyncio.sleep(3600)
    answer = found.cancel(world.faults.random)
    if fault == "kill_after":
        world.kill_present()
    await asyncio.sleep(world.latency())
    if fault in ("cut", "slow"):
        await asyncio.sleep(3600)
    if fault in ("malformed", "void", "foreign"):
        return Raw({"answer": CANARY})
    if fault == "broken":
        raise RuntimeError(CANARY)
    return Raw({"answer": answer})


def _question(ask: Callable[[Any, Call, Any], Any]) -> Callable[[Any, Call, Any], Any]:
    """An operation that the service thinks about first. One of a cancel is about a record: what it
    is to stop."""

    async def op(self: object, call: Call, about: Any) -> Any:
        world = Present.world
        with world.oracle.at_work(call, getattr(about, "id", None)):
            if thinking := world.limits.thinking_s():
                await asyncio.sleep(thinking)
            return await ask(self, call, about)

    return op


_OPERATIONS = {
    "preview": _question(_plan),
    "commit": _write,
    "write": _write,
    "status": _question(_status),
    "poll": _question(_status),
    "cancel": _question(_cancel),
}


def _adapter(tool: str) -> Any:
    module = importlib.import_module(f"acme_tools.tools.{tool}")
    name = "".join(part.capitalize() for part in tool.split("_")) + "Adapter"
    generated = getattr(module, name)
    facts = {each: _fact(each) for each in generated.__abstractmethods__ if each != "op"}
    row = row_of(tool)
    is_shared = row["form"] == "commit" and row["write"]["transaction"] == "shared"
    op = _write_shared if is_shared else _OPERATIONS[row["form"]]
    members = {**facts, "op": op, "current_version": _version}
    return type(f"Simulated{name}", (generated,), members)


ADAPTERS: dict[str, Any] = {tool: _adapter(tool) for tool in TOOLS}
