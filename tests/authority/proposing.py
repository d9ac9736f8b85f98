"""Proposals of the worked catalog with the facts that a policy goes by, on a host whose runs are not
stopped by the number of their calls.

Walks in: a scene and a number. Walks out: a change whose proposal has that amount, so many recipients, or
so many records; and what its preview is told.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import acme_tools
from approvals.scene import Scene
from authority.alphabets import HANDOVER
from authority.hosting import catalog_with, serving
from authority.walking import code_of
from reference_service.adapters.own_tables import opportunities
from sqlalchemy import insert
from toolcharter_runtime import Run
from write_path.changes import REFUND, SEND, Change
from write_path.host import Envelope, Host


@asynccontextmanager
async def unhurried(
    scene: Scene, tools: Mapping[str, Any] | None = None, *, environment: str = "production"
) -> AsyncIterator[Host]:
    """``tools`` are other values of their rows, ``environment`` that of every role."""
    limits = {"calls_per_run": 10_000, "environment": environment}
    roles = dict.fromkeys(acme_tools.CATALOG["roles"], limits)
    async with serving(scene, catalog=catalog_with(tools=tools, roles=roles)) as host:
        yield host


async def previewed(host: Host, run: Run, change: Change, name: str) -> Envelope:
    """What a preview is answered under its own request id."""
    return await host.call(run, change.preview, change.arguments, request_id=name)


def told(envelope: Envelope) -> str:
    """The level of a proposal, or the code that refuses it."""
    return str(envelope["result"]["approval"]["level"]) if envelope["ok"] else code_of(envelope)


async def waiting(host: Host) -> int:
    """How many undecided proposals are stored."""
    return len(await host.store.read("acme", lambda rows: list(rows.pending())))


def with_arguments(change: Change, **arguments: Any) -> Change:
    return Change(
        role=change.role,
        preview=change.preview,
        arguments={**change.arguments, **arguments},
        commit=change.commit,
    )


def refund(scene: Scene, minor: int, currency: str = "EUR") -> Change:
    """A refund of an order that was paid well enough."""
    found = scene.service.record("acme", "order", "ord_100001")
    assert found is not None
    found["body"]["total"] = {"amount_minor": 100_000_000, "currency": currency}
    scene.service.put("acme", "order", "ord_100001", **found)
    return with_arguments(REFUND, amount={"amount_minor": minor, "currency": currency})


def message(scene: Scene, recipients: int) -> Change:
    found = scene.service.record("acme", "draft", "dft_00000001")
    assert found is not None
    found["body"]["recipients"] = [f"{number}@example.com" for number in range(recipients)]
    scene.service.put("acme", "draft", "dft_00000001", **found)
    return SEND


def handover(scene: Scene, records: int) -> Change:
    ids = [f"opp_{number:08}" for number in range(1000, 1000 + records)]
    row = {"tenant": "acme", "customer_id": "cus_4f7a2b9c", "title": "Crane", "stage": "open"}
    value = {"value_minor": 1, "currency": "EUR", "version": 1}
    with scene.own.begin() as connection:
        connection.execute(insert(opportunities), [{**row, **value, "id": each} for each in ids])
    return with_arguments(HANDOVER, opportunity_ids=ids)
