"""Adapters for the reads of the role ``explorer``, written by hand over the generated classes.

A type checker holds each of them to its contract: the arguments are the input's model, the answer
is the output's, and every precondition has its method.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Protocol

from acme_tools import Adapters
from acme_tools.identifiers import CustomerId
from acme_tools.tools.get_address_change_status_v1 import (
    GetAddressChangeStatusV1Adapter,
    GetAddressChangeStatusV1Answer,
)
from acme_tools.tools.get_customer_v2 import (
    Address,
    CreditLimit,
    GetCustomerV2Adapter,
    GetCustomerV2Input,
    GetCustomerV2Output,
)
from acme_tools.tools.get_delivery_options_v1 import (
    GetDeliveryOptionsV1Adapter,
    GetDeliveryOptionsV1Input,
    GetDeliveryOptionsV1Output,
)
from acme_tools.tools.get_opportunity_v1 import (
    GetOpportunityV1Adapter,
    GetOpportunityV1Input,
    GetOpportunityV1Output,
)
from acme_tools.tools.list_attachments_v1 import (
    ListAttachmentsV1Adapter,
    ListAttachmentsV1Input,
    ListAttachmentsV1Output,
)
from acme_tools.tools.list_opportunities_v1 import (
    ListOpportunitiesV1Adapter,
    ListOpportunitiesV1Input,
    ListOpportunitiesV1Output,
)
from acme_tools.tools.preview_address_change_v2 import PreviewAddressChangeV2Input
from acme_tools.tools.read_attachment_v1 import (
    ReadAttachmentV1Adapter,
    ReadAttachmentV1Input,
    ReadAttachmentV1Output,
)
from acme_tools.tools.search_customers_v1 import Customer as FoundCustomer
from acme_tools.tools.search_customers_v1 import (
    SearchCustomersV1Adapter,
    SearchCustomersV1Input,
    SearchCustomersV1Output,
    SearchName,
)
from toolcharter_runtime import ToolError
from toolcharter_runtime.formats import v1

from acme.service import Customer, Service


class NamesCustomer(Protocol):
    """Arguments that name one customer."""

    @property
    def customer_id(self) -> CustomerId: ...


class Host:
    """What all adapters here share: the service, and the question who may see a customer.

    The check of the identifier ``customer_id`` is written once and serves every tool that takes
    one.
    """

    def __init__(self, service: Service) -> None:
        self.service = service

    def customer(self, call: v1.Call, customer_id: CustomerId) -> Customer | None:
        requester = call.requester
        return self.service.find(requester.tenant, requester.identity, customer_id)

    async def customer_visible(self, call: v1.Call, arguments: NamesCustomer) -> bool:
        return self.customer(call, arguments.customer_id) is not None


class SearchCustomers(Host, SearchCustomersV1Adapter):
    async def op(self, call: v1.Call, arguments: SearchCustomersV1Input) -> SearchCustomersV1Output:
        search = arguments.search
        words = search.words if isinstance(search, SearchName) else search.address
        requester = call.requester
        found = self.service.search(requester.tenant, requester.identity, words)
        return SearchCustomersV1Output(
            customers=[
                FoundCustomer(
                    customer_id=CustomerId(each.id),
                    name=each.name,
                    status=each.status,
                    email=each.email,
                )
                for each in found[: arguments.page_size]
            ],
            next_cursor=None,
        )


class GetCustomer(Host, GetCustomerV2Adapter):
    async def op(self, call: v1.Call, arguments: GetCustomerV2Input) -> GetCustomerV2Output:
        found = self.customer(call, arguments.customer_id)
        if found is None:
            raise ToolError("CUSTOMER_NOT_FOUND")
        return GetCustomerV2Output(
            customer_id=CustomerId(found.id),
            version="17",
            name=found.name,
            status=found.status,
            email=found.email,
            shipping_address=Address(
                line_1="Hafenstr. 1", postal_code="20457", city="Hamburg", country="DE"
            ),
            saved_addresses=[],
            recent_orders=[],
            credit_limit=CreditLimit(amount_minor=2_500_000, currency="EUR"),
            risk_note=found.notes,
        )


class ListAttachments(Host, ListAttachmentsV1Adapter):
    async def op(self, call: v1.Call, arguments: ListAttachmentsV1Input) -> ListAttachmentsV1Output:
        return ListAttachmentsV1Output(attachments=[], next_cursor=None)


class ReadAttachment(ReadAttachmentV1Adapter):
    async def op(self, call: v1.Call, arguments: ReadAttachmentV1Input) -> ReadAttachmentV1Output:
        raise ToolError("ATTACHMENT_GONE")

    async def attachment_visible(self, call: v1.Call, arguments: ReadAttachmentV1Input) -> bool:
        return False


class GetDeliveryOptions(Host, GetDeliveryOptionsV1Adapter):
    async def op(
        self, call: v1.Call, arguments: GetDeliveryOptionsV1Input
    ) -> GetDeliveryOptionsV1Output:
        return GetDeliveryOptionsV1Output(options=[])

    async def address_belongs_to_customer(
        self, call: v1.Call, arguments: GetDeliveryOptionsV1Input
    ) -> bool:
        return False

    async def address_is_deliverable(
        self, call: v1.Call, arguments: GetDeliveryOptionsV1Input
    ) -> bool:
        return True


class ListOpportunities(Host, ListOpportunitiesV1Adapter):
    async def op(
        self, call: v1.Call, arguments: ListOpportunitiesV1Input
    ) -> ListOpportunitiesV1Output:
        return ListOpportunitiesV1Output(opportunities=[], next_cursor=None)

    async def range_is_sensible(self, call: v1.Call, arguments: ListOpportunitiesV1Input) -> bool:
        first = date.fromisoformat(arguments.closing_from)
        last = date.fromisoformat(arguments.closing_to)
        return first <= last <= first + timedelta(days=366)


class GetOpportunity(GetOpportunityV1Adapter):
    async def op(self, call: v1.Call, arguments: GetOpportunityV1Input) -> GetOpportunityV1Output:
        raise ToolError("OPPORTUNITY_NOT_FOUND")

    async def opportunity_visible(self, call: v1.Call, arguments: GetOpportunityV1Input) -> bool:
        return False


class GetAddressChangeStatus(GetAddressChangeStatusV1Adapter):
    async def op(
        self, call: v1.Call, operation: v1.Operation[PreviewAddressChangeV2Input]
    ) -> GetAddressChangeStatusV1Answer:
        return GetAddressChangeStatusV1Answer(
            state="not_found", evidence=None, error=None, result=None
        )


def explorer_adapters(service: Service) -> Adapters:
    """The factories of the role ``explorer``; an adapter is made when its tool is first called."""
    return Adapters(
        search_customers_v1=lambda: SearchCustomers(service),
        get_customer_v2=lambda: GetCustomer(service),
        list_attachments_v1=lambda: ListAttachments(service),
        read_attachment_v1=ReadAttachment,
        get_delivery_options_v1=lambda: GetDeliveryOptions(service),
        list_opportunities_v1=lambda: ListOpportunities(service),
        get_opportunity_v1=GetOpportunity,
        get_address_change_status_v1=GetAddressChangeStatus,
    )
