"""Where a customer's goods go: what the carrier offers, and a change that the customer system
carries out under its version and our key."""

from __future__ import annotations

from typing import TypeAlias

from acme_tools.tools.commit_address_change_v2 import CommitAddressChangeV2Adapter
from acme_tools.tools.get_address_change_status_v1 import GetAddressChangeStatusV1Adapter
from acme_tools.tools.get_delivery_options_v1 import (
    GetDeliveryOptionsV1Adapter,
    GetDeliveryOptionsV1Input,
)
from acme_tools.tools.preview_address_change_v2 import (
    DestinationSaved,
    PreviewAddressChangeV2Adapter,
    PreviewAddressChangeV2Input,
)
from toolcharter_runtime import JSON, Call, Raw
from toolcharter_runtime.formats.v1 import Operation

from reference_service.adapters.answers import became, evidence
from reference_service.adapters.customers import Customers
from reference_service.adapters.upstream import Answer, path_to

ChangeInput: TypeAlias = PreviewAddressChangeV2Input

CHANGED = {"shipping_address": "customer.shipping_address"}


class Addresses(Customers):
    """Questions about addresses that several tools ask."""

    async def saved(self, call: Call, customer_id: str, address_id: str) -> JSON:
        """A saved address of the customer, or None."""
        customer = await self.upstream.get(call, path_to("customers", customer_id))
        addresses = customer.get("saved_addresses")
        for each in addresses if isinstance(addresses, list) else ():
            if isinstance(each, dict) and each.get("address_id") == address_id:
                return each.get("address")
        return None

    async def delivers_to(self, call: Call, address: JSON) -> bool:
        country = address.get("country") if isinstance(address, dict) else None
        answer = await self.upstream.get(call, "/coverage", {"country": str(country)})
        return answer.get("delivers") is True


class GetDeliveryOptions(Addresses, GetDeliveryOptionsV1Adapter):
    async def op(self, call: Call, arguments: GetDeliveryOptionsV1Input) -> Raw:
        path = path_to(
            "customers", arguments.customer_id, "addresses", arguments.address_id, "delivery"
        )
        return Raw(await self.upstream.get(call, path))

    async def address_belongs_to_customer(
        self, call: Call, arguments: GetDeliveryOptionsV1Input
    ) -> bool:
        return await self.saved(call, arguments.customer_id, arguments.address_id) is not None

    async def address_is_deliverable(
        self, call: Call, arguments: GetDeliveryOptionsV1Input
    ) -> bool:
        address = await self.saved(call, arguments.customer_id, arguments.address_id)
        return await self.delivers_to(call, address)


class _AddressChange(Addresses):
    """The facts of an address change, for its preview and its commit."""

    async def destination(self, call: Call, arguments: ChangeInput) -> JSON:
        destination = arguments.destination
        if isinstance(destination, DestinationSaved):
            return await self.saved(call, arguments.customer_id, destination.address_id)
        address: JSON = destination.address.model_dump(exclude_unset=True)
        return address

    async def address_belongs_to_customer(self, call: Call, arguments: ChangeInput) -> bool:
        return await self.destination(call, arguments) is not None

    async def address_is_deliverable(self, call: Call, arguments: ChangeInput) -> bool:
        return await self.delivers_to(call, await self.destination(call, arguments))


class PreviewAddressChange(_AddressChange, PreviewAddressChangeV2Adapter):
    async def op(self, call: Call, arguments: ChangeInput) -> Raw:
        customer = await self.upstream.get(call, path_to("customers", arguments.customer_id))
        return Raw(
            {
                "target_version": customer.get("version"),
                "before": {"shipping_address": customer.get("shipping_address")},
                "after": {"shipping_address": await self.destination(call, arguments)},
                "consequences": {"open_shipments": customer.get("open_shipments")},
            }
        )


class CommitAddressChange(_AddressChange, CommitAddressChangeV2Adapter):
    async def op(self, call: Call, arguments: ChangeInput) -> Raw:
        destination = arguments.destination
        body: Answer = (
            {"address_id": destination.address_id}
            if isinstance(destination, DestinationSaved)
            else {"address": destination.address.model_dump(exclude_unset=True)}
        )
        path = path_to("customers", arguments.customer_id, "shipping-address")
        answer = await self.upstream.send(call, "PUT", path, body, is_conditional=True)
        return Raw(evidence(answer, CHANGED))


class GetAddressChangeStatus(Customers, GetAddressChangeStatusV1Adapter):
    async def op(self, call: Call, operation: Operation[ChangeInput]) -> Raw:
        path = path_to("status", "customers", operation.idempotency_key)
        return became(await self.upstream.get(call, path), CHANGED)
