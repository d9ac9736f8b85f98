"""What a type checker must refuse to a user of the generated package. Only type-checked, never run.

A line that ends in ``# type: ignore[]<code>`` must have exactly one error, of that code.
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

    async def op(  # type: ignore[override]
        self, call: v1.Call, arguments: GetCustomerV2Input
    ) -> SearchCustomersV1Output:
        raise NotImplementedError


class OtherAnswer(SearchCustomersV1Adapter):
    """An operation that answers what another tool answers."""

    async def op(  # type: ignore[override]
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
    GetCustomerV2Input(customer_id=attachment)  # type: ignore[arg-type]
    GetCustomerV2Input(customer_id=handle)  # type: ignore[arg-type]
    GetCustomerV2Input(customer_id="cus_4f7a2b9c")  # type: ignore[arg-type]
    DestinationSaved(kind="saved", address_id=customer)  # type: ignore[arg-type]


def leave_out(customer: CustomerId, address: AddressId) -> None:
    """A field that must be there, one that is not there, and null where nothing may be null."""
    Customer(customer_id=customer, name="Nordwind")  # type: ignore[call-arg]
    Customer(customer_id=customer, name=None, status="active")  # type: ignore[arg-type]
    Customer(customer_id=customer, name="N", status="active", colour="red")  # type: ignore[call-arg]
    Customer(customer_id=customer, name="N", status="sleeping")  # type: ignore[arg-type]
    DestinationNew(kind="new", address_id=address)  # type: ignore[call-arg]
    DestinationSaved(kind="new", address_id=address)  # type: ignore[arg-type]
    SearchName(kind="name", words=5)  # type: ignore[arg-type]


def change(arguments: GetCustomerV2Input, customer: CustomerId) -> None:
    """A model is what was validated, and stays it."""
    arguments.customer_id = customer  # type: ignore[misc]


def serve() -> None:
    """Factories of adapters: the right one for the right tool, of a class that is whole."""
    HalfAnAdapter()  # type: ignore[abstract]
    Adapters(get_customer_v2=Search)  # type: ignore[typeddict-item]
    Adapters(search_customers_v1=Search())  # type: ignore[typeddict-item]
    Adapters(delete_customer_v1=Search)  # type: ignore[typeddict-unknown-key]
    Adapters(search_customers_v1=Search)
