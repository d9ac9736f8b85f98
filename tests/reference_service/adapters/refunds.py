"""Refunds. The payment service checks the version of the order and keeps no keys: what it gets of
ours is a reference, by which it can be asked what became of a refund."""

from __future__ import annotations

from typing import TypeAlias

from acme_tools.tools.commit_refund_v1 import CommitRefundV1Adapter
from acme_tools.tools.get_refund_status_v1 import GetRefundStatusV1Adapter
from acme_tools.tools.preview_refund_v1 import PreviewRefundV1Adapter, PreviewRefundV1Input
from toolcharter_runtime import JSON, Call, Raw
from toolcharter_runtime.formats.v1 import Operation

from reference_service.adapters.answers import became, evidence
from reference_service.adapters.upstream import Answer, Upstream, path_to

RefundInput: TypeAlias = PreviewRefundV1Input

CHANGED = {"payment": "order.payment", "payout": "refund.payout"}


class Refunds:
    """The facts of a refund, for its preview and its commit."""

    def __init__(self, upstream: Upstream) -> None:
        self.upstream = upstream

    async def order(self, call: Call, arguments: RefundInput) -> Answer:
        return await self.upstream.get(call, path_to("orders", arguments.order_id))

    async def order_visible(self, call: Call, arguments: RefundInput) -> bool:
        path = path_to("orders", arguments.order_id)
        return await self.upstream.find(call, path) is not None

    async def amount_is_refundable(self, call: Call, arguments: RefundInput) -> bool:
        left, currency = _left(await self.order(call, arguments))
        amount = arguments.amount
        return amount.currency == currency and amount.amount_minor <= left


def _left(order: Answer) -> tuple[int, JSON]:
    """What is left of the payment, in minor units, and its currency."""
    total, refunded = order.get("total"), order.get("refunded_minor")
    paid = total.get("amount_minor") if isinstance(total, dict) else None
    if not isinstance(total, dict) or not isinstance(paid, int) or not isinstance(refunded, int):
        return 0, None
    return paid - refunded, total.get("currency")


class PreviewRefund(Refunds, PreviewRefundV1Adapter):
    async def op(self, call: Call, arguments: RefundInput) -> Raw:
        order = await self.order(call, arguments)
        left, currency = _left(order)
        after = left - arguments.amount.amount_minor
        return Raw(
            {
                "target_version": order.get("version"),
                "before": {"refundable": {"amount_minor": left, "currency": currency}},
                "after": {"refundable": {"amount_minor": after, "currency": currency}},
                "consequences": {"paid_with": order.get("paid_with")},
            }
        )


class CommitRefund(Refunds, CommitRefundV1Adapter):
    async def op(self, call: Call, arguments: RefundInput) -> Raw:
        answer = await self.upstream.send(
            call,
            "POST",
            path_to("orders", arguments.order_id, "refunds"),
            {"amount": arguments.amount.model_dump(), "reason": arguments.reason},
            keeps_keys=False,
            is_conditional=True,
        )
        return Raw(evidence(answer, CHANGED))


class GetRefundStatus(GetRefundStatusV1Adapter):
    def __init__(self, upstream: Upstream) -> None:
        self.upstream = upstream

    async def op(self, call: Call, operation: Operation[RefundInput]) -> Raw:
        path = path_to("status", "refunds", operation.idempotency_key)
        return became(await self.upstream.get(call, path), CHANGED)
