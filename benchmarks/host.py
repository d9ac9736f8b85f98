"""A host of the worked catalog whose services are functions of this process and answer at once.

Walks in: a store. Walks out: previews, approvals and commits of two tools: one that calls a service,
and one that writes its effect in the ledger's transaction.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import acme_tools
import orjson
from toolcharter_runtime import Dispatcher, Outcome, Requester, Run
from toolcharter_runtime._ledger.decide import Decision, DecisionError, decide
from toolcharter_runtime._store.transaction import Store, Transaction
from toolcharter_runtime.formats.v1 import Raw, SharedTransactionAdapter

_TENANT = "acme"
PERMISSIONS = frozenset(acme_tools.CATALOG["permissions"])
_PROPOSALS_OF_A_RUN = 4
"""The policy of the worked catalog lets no run have many proposals that wait."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change of the worked catalog: its tools, the arguments of the number-th preview, and what
    the service answers."""

    preview: str
    commit: str
    role: str
    arguments: Callable[[int], dict[str, Any]]
    plan: dict[str, Any]
    result: Callable[[Any], dict[str, Any]]


_OLD = {"city": "Berlin", "country": "DE", "line_1": "Main street 1", "postal_code": "10115"}
_NEW = {"city": "Hamburg", "country": "DE", "line_1": "Side street 12", "postal_code": "20095"}

ADDRESS = Change(
    preview="preview_address_change_v2",
    commit="commit_address_change_v2",
    role="support_agent",
    arguments=lambda number: {
        "customer_id": f"cus_{number:08x}",
        "destination": {"kind": "saved", "address_id": "adr_00000001"},
    },
    plan={
        "target_version": "17",
        "before": {"shipping_address": _OLD},
        "after": {"shipping_address": _NEW},
        "consequences": {"open_shipments": 0},
    },
    result=lambda call: {
        "resource_id": call.target.id,
        "previous_version": "17",
        "new_version": "18",
        "changed_fields": ["customer.shipping_address"],
        "next_state": None,
    },
)

STAGE = Change(
    preview="preview_opportunity_stage_change_v1",
    commit="commit_opportunity_stage_change_v1",
    role="sales_agent",
    arguments=lambda number: {"opportunity_id": f"opp_{number:08x}", "move": {"to": "open"}},
    plan={
        "target_version": "17",
        "before": {"stage": "offered", "closing_on": "2026-01-31"},
        "after": {"stage": "open", "closing_on": "2026-01-31"},
        "consequences": {"forecast_difference": {"amount_minor": -100, "currency": "EUR"}},
    },
    result=lambda call: {
        "resource_id": call.target.id,
        "previous_version": "17",
        "new_version": "18",
        "changed_fields": ["opportunity.stage"],
        "next_state": "open",
    },
)
"""Its effect would be a statement in the ledger's transaction; that one is left out on both sides."""


class Host:
    """One process that serves a change."""

    def __init__(self, store: Store, change: Change) -> None:
        self.change = change
        self._store = store
        self.dispatcher = Dispatcher(
            acme_tools.CATALOG, _adapters(change), store=store, sink=Nowhere()
        )

    async def preview(self, number: int) -> str:
        """The id of a new proposal."""
        arguments = orjson.dumps(self.change.arguments(number))
        answer = await self.dispatcher.call(self.run(number), self.change.preview, arguments)
        envelope = orjson.loads(answer)
        if not envelope["ok"]:
            raise RuntimeError(envelope["error"]["code"])
        return str(envelope["result"]["proposal_id"])

    async def approve(self, proposal_id: str) -> None:
        """What the people decide that its level asks for."""

        def work(tx: Transaction) -> None:
            row = tx.proposal(proposal_id)
            assert row is not None
            approval = orjson.loads(row.document)["approval"]
            for approver in ("lea", "max")[: approval["approvers"]]:
                decision = Decision(
                    proposal_id=proposal_id,
                    hash=row.hash,
                    approver=approver,
                    roles=frozenset(approval["roles"]),
                    verified_by="benchmark",
                    verdict="approve",
                )
                assert not isinstance(decide(tx, decision), DecisionError)

        await self._store.transact(_TENANT, work)

    async def commit(self, number: int, proposal_id: str) -> None:
        arguments = orjson.dumps({"proposal_id": proposal_id})
        answer = await self.dispatcher.call(self.run(number), self.change.commit, arguments)
        if b'"outcome":"committed"' not in answer:
            raise RuntimeError(answer.decode())

    def run(self, number: int) -> Run:
        """The run of the number-th proposal."""
        name = f"{number // _PROPOSALS_OF_A_RUN}"
        requester = Requester(identity=f"u-{name}", tenant=_TENANT, permissions=PERMISSIONS)
        return self.dispatcher.open(
            role=self.change.role,
            requester=requester,
            run_id=f"run-{name}",
            tools=(self.change.preview, self.change.commit),
        )


class Nowhere:
    """A sink that keeps nothing."""

    wants_argument_hash = False

    def record(self, outcome: Outcome) -> None:
        """Nothing is kept."""


def _adapters(change: Change) -> Mapping[str, Callable[[], Any]]:
    """An adapter for every tool; those of the change answer, and every fact holds."""
    return adapters_where({change.preview: lambda call: change.plan, change.commit: change.result})


def adapters_where(
    answers: Mapping[str, Callable[[Any], Any]], *, waiting_s: float = 0.0
) -> Mapping[str, Callable[[], Any]]:
    """An adapter for every tool; those of ``answers`` answer after a while, and every fact holds."""
    names = acme_tools.CATALOG["tools"]
    return {name: _adapter(name, answers.get(name), waiting_s) for name in names}


def _adapter(wire_name: str, answer: Callable[[Any], Any] | None, waiting_s: float) -> type[Any]:
    module = import_module(f"acme_tools.tools.{wire_name}")
    base: Any = next(
        each
        for each in vars(module).values()
        if isinstance(each, type) and vars(each).get("tool") == wire_name
    )

    async def holds(self: Any, call: Any, arguments: Any) -> bool:
        return True

    async def op(self: Any, call: Any, arguments: Any) -> Raw:
        if answer is None:
            raise NotImplementedError(wire_name)
        if waiting_s:
            await asyncio.sleep(waiting_s)
        return Raw(answer(call))

    def shared_op(self: Any, call: Any, arguments: Any, connection: Any) -> Raw:
        return Raw(answer(call) if answer is not None else None)

    is_shared = issubclass(base, SharedTransactionAdapter)
    made: dict[str, Any] = {name: _named(holds, name) for name in base.__abstractmethods__}
    made["op"] = shared_op if is_shared else op
    return type(wire_name, (base,), made)


def _named(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    async def method(self: Any, call: Any, arguments: Any) -> Any:
        return await function(self, call, arguments)

    method.__name__ = name
    return method
