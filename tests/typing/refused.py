"""What a type checker must refuse to a user of the generated package. Never run.

A line that ends in ``# refused: <code>`` must have exactly one error, of that code.
"""

from __future__ import annotations

from acme_tools import Adapters
from acme_tools.identifiers import AddressId, AttachmentHandle, AttachmentId, CustomerId
from acme_tools.tools.get_customer_v2 import (
    GetCustomerV2Adapter,
    GetCustomerV2Input,
    GetCustomerV2Output,
)
from acme_tools.tools.preview_address_change_v2 import DestinationNew, DestinationSaved
from acme_tools.tools.search_customers_v1 import (
    Customer,
    SearchCustomersV1Adapter,
    SearchCustomersV1Input,
    SearchCustomersV1Output,
    SearchName,
)
from toolcharter_runtime.formats import v1


class HalfAnAdapter(GetCustomerV2Adapter):
    """The operation, and nobody asks whether the requester may see the customer."""

    async def op(self, call: v1.Call, arguments: GetCustomerV2Input) -> GetCustomerV2Output:
        raise NotImplementedError


class OtherArguments(SearchCustomersV1Adapter):
    """An operation that takes what another tool takes."""

    async def op(  # refused: override
        self, call: v1.Call, arguments: GetCustomerV2Input
    ) -> SearchCustomersV1Output:
        raise NotImplementedError


class OtherAnswer(SearchCustomersV1Adapter):
    """An operation that answers what another tool answers."""

    async def op(  # refused: override
        self, call: v1.Call, arguments: SearchCustomersV1Input
    ) -> GetCustomerV2Output:
        raise NotImplementedError


class Search(SearchCustomersV1Adapter):
    """A whole adapter."""

    async def op(self, call: v1.Call, arguments: SearchCustomersV1Input) -> SearchCustomersV1Output:
        raise NotImplementedError


def swap(customer: CustomerId, attachment: AttachmentId, handle: AttachmentHandle) -> None:
    """One identifier in the place of another, or bare text in the place of one."""
    GetCustomerV2Input(customer_id=customer)
    GetCustomerV2Input(customer_id=attachment)  # refused: arg-type
    GetCustomerV2Input(customer_id=handle)  # refused: arg-type
    GetCustomerV2Input(customer_id="cus_4f7a2b9c")  # refused: arg-type
    DestinationSaved(kind="saved", address_id=customer)  # refused: arg-type


def leave_out(customer: CustomerId, address: AddressId) -> None:
    """A field that must be there, one that is not there, and null where nothing may be null."""
    Customer(customer_id=customer, name="Nordwind")  # refused: call-arg
    Customer(customer_id=customer, name=None, status="active")  # refused: arg-type
    Customer(customer_id=customer, name="N", status="active", colour="red")  # refused: call-arg
    Customer(customer_id=customer, name="N", status="sleeping")  # refused: arg-type
    DestinationNew(kind="new", address_id=address)  # refused: call-arg
    DestinationSaved(kind="new", address_id=address)  # refused: arg-type
    SearchName(kind="name", words=5)  # refused: arg-type


def change(arguments: GetCustomerV2Input, customer: CustomerId) -> None:
    """A model is what was validated, and stays it."""
    arguments.customer_id = customer  # refused: misc


def serve() -> None:
    """Factories of adapters: the right one for the right tool, of a class that is whole."""
    HalfAnAdapter()  # refused: abstract
    Adapters(get_customer_v2=Search)  # refused: typeddict-item
    Adapters(search_customers_v1=Search())  # refused: typeddict-item
    Adapters(delete_customer_v1=Search)  # refused: typeddict-item
    Adapters(search_customers_v1=Search)
