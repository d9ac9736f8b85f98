"""What a user of the generated package must be able to write. Only type-checked, never run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_type

import acme_tools
from acme_tools import Adapters
from acme_tools.identifiers import AttachmentHandle, AttachmentId, CustomerId
from acme_tools.tools.get_customer_v2 import (
    CustomerStatus,
    GetCustomerV2Adapter,
    GetCustomerV2Input,
    GetCustomerV2Output,
    GetCustomerV2SalesView,
)
from acme_tools.tools.list_attachments_v1 import Attachment
from acme_tools.tools.preview_address_change_v2 import (
    DestinationNew,
    DestinationSaved,
    PreviewAddressChangeV2Input,
)
from acme_tools.tools.search_customers_v1 import (
    Customer,
    SearchCustomersV1Adapter,
    SearchCustomersV1Input,
    SearchCustomersV1Output,
    SearchEmail,
    SearchName,
)
from toolcharter_runtime import Dispatcher
from toolcharter_runtime.formats import v1


class GetCustomer(GetCustomerV2Adapter):
    """An adapter that answers in JSON."""

    async def op(
        self, call: v1.Call, arguments: GetCustomerV2Input
    ) -> GetCustomerV2Output | v1.Raw:
        assert_type(arguments.customer_id, CustomerId)
        return v1.Raw(b"{}")

    async def customer_visible(self, call: v1.Call, arguments: GetCustomerV2Input) -> bool:
        return call.requester.tenant == "acme"


class SearchCustomers(SearchCustomersV1Adapter):
    """An adapter that promises more than it must: always a model."""

    async def op(self, call: v1.Call, arguments: SearchCustomersV1Input) -> SearchCustomersV1Output:
        if arguments.search.kind == "name":
            assert_type(arguments.search, SearchName)
        found = [] if isinstance(arguments.search, SearchEmail) else [NORDWIND]
        return SearchCustomersV1Output(customers=found, next_cursor=None)


NORDWIND = Customer(
    customer_id=CustomerId("cus_4f7a2b9c"), name="Nordwind", status="active"
)  # the address may be left out

ADAPTERS: Adapters = {
    "get_customer_v2": GetCustomer,
    "search_customers_v1": lambda: SearchCustomers(),
}


def serve() -> Dispatcher:
    """A dispatcher over the tools that have an adapter."""
    return Dispatcher(acme_tools.CATALOG, ADAPTERS, roles=("explorer",))


def read(tool: str) -> Mapping[str, str]:
    """Tables are read like data."""
    row: v1.ToolRow = acme_tools.CATALOG["tools"][tool]
    return {"tool": row["tool"], "form": row["form"]}


def choose(arguments: PreviewAddressChangeV2Input) -> str:
    """A union is taken apart by its tag."""
    match arguments.destination:
        case DestinationSaved(address_id=address_id):
            return str(address_id)
        case DestinationNew(address=address):
            return address.city


def hold(attachment: Attachment, view: GetCustomerV2SalesView) -> tuple[str, CustomerStatus]:
    """Identifiers and handles are text with a type."""
    identifier: AttachmentId = attachment.attachment_id
    handle: AttachmentHandle = attachment.content
    return f"{identifier.upper()} {handle}", view.status
