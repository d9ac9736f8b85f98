"""Writes of the worked catalog over HTTP as cases, and their adapters called as the runtime does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import acme_tools
from sqlalchemy import Engine
from toolcharter_runtime.formats.v1 import Operation

from reference_service.controller import ReferenceService
from reference_service.hosting import adapters, call_of, fits, value_of

SAVED = {"kind": "saved", "address_id": "adr_00000001"}
NEW = {
    "kind": "new",
    "address": {"line_1": "Kai 3", "postal_code": "28195", "city": "Bremen", "country": "DE"},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One write: its arguments, its target, and the kind of write that the service sees."""

    tool: str
    arguments: dict[str, Any]
    target: tuple[str, str, str] | None
    kind: str
    preview: str | None = None


ADDRESS = Case(
    tool="commit_address_change_v2",
    arguments={"customer_id": "cus_4f7a2b9c", "destination": SAVED},
    target=("customer", "cus_4f7a2b9c", "17"),
    kind="customers",
    preview="preview_address_change_v2",
)
NEW_ADDRESS = Case(
    tool="commit_address_change_v2",
    arguments={"customer_id": "cus_4f7a2b9c", "destination": NEW},
    target=("customer", "cus_4f7a2b9c", "17"),
    kind="customers",
    preview="preview_address_change_v2",
)
REFUND = Case(
    tool="commit_refund_v1",
    arguments={
        "order_id": "ord_100001",
        "amount": {"amount_minor": 1500, "currency": "EUR"},
        "reason": "returned",
    },
    target=("order", "ord_100001", "2"),
    kind="refunds",
    preview="preview_refund_v1",
)
SEND = Case(
    tool="commit_send_email_v1",
    arguments={"draft_id": "dft_00000001"},
    target=("email_draft", "dft_00000001", "4"),
    kind="messages",
    preview="preview_send_email_v1",
)
EXPORT = Case(
    tool="start_export_v1",
    arguments={"records": "customers", "from": "2026-01-01", "to": "2026-02-01", "format": "csv"},
    target=None,
    kind="exports",
)
CASES = (ADDRESS, NEW_ADDRESS, REFUND, SEND, EXPORT)
COMMITS = (ADDRESS, REFUND, SEND)


class Writing:
    """The adapters of the catalog, and their operations called by hand."""

    def __init__(self, made: acme_tools.Adapters) -> None:
        self.made: Any = made

    def arguments(self, case: Case) -> Any:
        return self.made[case.tool]().arguments_model.model_validate(case.arguments)

    async def carry_out(self, case: Case, *, key: str = "k1") -> Any:
        call = call_of(case.tool, key=key, target=case.target)
        return await self.made[case.tool]().op(call, self.arguments(case))

    async def plan(self, case: Case) -> dict[str, Any]:
        assert case.preview is not None
        adapter = self.made[case.preview]()
        arguments = adapter.arguments_model.model_validate(case.arguments)
        call = call_of(case.preview, key=None)
        for fact in adapter.preconditions():
            assert await fact(call, arguments) is True
        plan = await adapter.op(call, arguments)
        assert fits(case.preview, plan)
        return value_of(plan)

    async def ask(
        self, tool: str, case: Case, *, reference: str | None = None, key: str = "k1"
    ) -> dict[str, Any]:
        """What a follower says about the operation of a case; its facts have to hold."""
        follower = self.made[tool]()
        operation = Operation(
            id="op_1",
            idempotency_key=key,
            tool=case.tool,
            arguments=self.arguments(case),
            reference=reference,
        )
        call = call_of(tool, key="cancel-1")
        for fact in follower.preconditions():
            assert await fact(call, operation) is True
        answer = await follower.op(call, operation)
        assert fits(tool, answer), answer
        return value_of(answer)


@asynccontextmanager
async def writing(service: ReferenceService, own: Engine) -> AsyncIterator[Writing]:
    async with adapters(service, own) as made:
        yield Writing(made)
