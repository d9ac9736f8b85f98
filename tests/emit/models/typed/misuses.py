"""Mistakes that a type checker must find; each line names the finding it must give."""

from __future__ import annotations

from acme_tools.identifiers import AddressId, CustomerId, IssueRef, OrderId
from acme_tools.tools.get_customer_v2 import (
    GetCustomerV2Adapter,
    GetCustomerV2Input,
    GetCustomerV2Output,
    RecentOrder,
    SavedAddress,
)
from acme_tools.tools.preview_address_change_v2 import DestinationSaved
from acme_tools.tools.start_export_v1 import StartExportV1Input
from toolcharter_runtime.formats import v1

CUSTOMER = CustomerId("cus_12345678")

GetCustomerV2Input(customer_id=AddressId("adr_12345678"))  # arg-type
GetCustomerV2Input(customer_id="cus_12345678")  # arg-type
GetCustomerV2Input()  # call-arg
GetCustomerV2Input(customer_id=CUSTOMER, limit=1)  # call-arg
DestinationSaved(kind="new", address_id=AddressId("adr_12345678"))  # arg-type
DestinationSaved(kind="saved", address_id=OrderId("ord_123456"))  # arg-type
StartExportV1Input(records="customers", from_="2026-01-01", to=20260131)  # arg-type
IssueRef(owner="o", repository="r", number="1")  # arg-type


def email_of(customer: GetCustomerV2Output) -> str:
    return customer.email  # return-value


def copied(order: RecentOrder, address: SavedAddress) -> SavedAddress:
    return SavedAddress(address_id=order.order_id, address=address.address)  # arg-type


class ReturnsText(GetCustomerV2Adapter):
    async def customer_visible(self, call: v1.Call, arguments: GetCustomerV2Input) -> bool:
        return True

    async def op(self, call: v1.Call, arguments: GetCustomerV2Input) -> str:  # override
        return arguments.customer_id


class ForgetsThePrecondition(GetCustomerV2Adapter):
    async def op(self, call: v1.Call, arguments: GetCustomerV2Input) -> v1.Raw:
        return v1.Raw(None)


ForgetsThePrecondition()  # abstract
