"""A read whose service counts: how often it was reached, and how many were inside at a time."""

from __future__ import annotations

import asyncio
from typing import Any

from authority.hosting import catalog_with
from reference_service.adapters.customers import GetCustomer
from toolcharter_runtime import Call
from toolcharter_runtime.formats import v1
from write_path.host import Envelope

TOOL = "get_customer_v2"
ASK = {"customer_id": "cus_4f7a2b9c"}


class Counted(GetCustomer):
    """Every host's adapter counts in the same place."""

    reached = inside = most = 0
    takes_s = 0.0

    @classmethod
    def reset(cls, takes_s: float = 0.0) -> None:
        cls.reached = cls.inside = cls.most = 0
        cls.takes_s = takes_s

    async def customer_visible(self, call: Call, arguments: Any) -> bool:
        return True

    async def op(self, call: Call, arguments: Any) -> Any:
        Counted.reached += 1
        Counted.inside += 1
        Counted.most = max(Counted.most, Counted.inside)
        try:
            await asyncio.sleep(Counted.takes_s)
            return await super().op(call, arguments)
        finally:
            Counted.inside -= 1


def limited(
    *, calls: int = 1000, per_run: int = 100, per_tenant: int = 100, timeout_ms: int = 20_000
) -> v1.CatalogRow:
    """The worked catalog with these limits of the read and of the roles that have it."""
    limits = {"per_run": per_run, "per_tenant": per_tenant, "timeout_ms": timeout_ms}
    retry = {"retry_class": "never", "attempts": 1}
    return catalog_with(
        tools={TOOL: {"limits": limits, "retry": retry}},
        roles={role: {"calls_per_run": calls} for role in ("explorer", "support_agent")},
    )


def code_of(envelope: Envelope) -> str:
    """The code of what was told; OK where nothing was refused."""
    return "OK" if envelope["ok"] else str(envelope["error"]["code"])
