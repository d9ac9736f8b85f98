"""Adapters as a host writes them. Only type-checked."""

from __future__ import annotations

from acme_tools.identifiers import AddressId, CustomerId, ExportFileHandle, IssueRef
from acme_tools.tools.commit_address_change_v2 import (
    CommitAddressChangeV2Adapter,
    CommitAddressChangeV2Result,
)
from acme_tools.tools.commit_comment_v1 import CommitCommentV1Adapter
from acme_tools.tools.draft_email_v1 import (
    DraftEmailV1Adapter,
    DraftEmailV1Input,
    DraftEmailV1Result,
)
from acme_tools.tools.get_customer_v2 import (
    Address,
    CreditLimit,
    CustomerStatus,
    GetCustomerV2Adapter,
    GetCustomerV2Input,
    GetCustomerV2Output,
    SavedAddress,
)
from acme_tools.tools.get_export_v1 import GetExportV1Adapter, GetExportV1Answer, Result
from acme_tools.tools.get_issue_v1 import GetIssueV1Input
from acme_tools.tools.preview_address_change_v2 import Address as DeliveryAddress
from acme_tools.tools.preview_address_change_v2 import (
    AddressChangeV2Preconditions,
    BeforeAfter,
    Consequences,
    Destination,
    DestinationSaved,
    PreviewAddressChangeV2Adapter,
    PreviewAddressChangeV2Input,
    PreviewAddressChangeV2Plan,
)
from acme_tools.tools.start_export_v1 import (
    StartExportV1Accepted,
    StartExportV1Adapter,
    StartExportV1Input,
)
from pydantic import MISSING
from toolcharter_runtime.formats import v1

HOME = Address(line_1="Main Street 1", postal_code="8001", city="Zurich", country="CH")


class GetCustomer(GetCustomerV2Adapter):
    async def customer_visible(self, call: v1.Call, arguments: GetCustomerV2Input) -> bool:
        return call.tenant == "t-1"

    async def op(
        self, call: v1.Call, arguments: GetCustomerV2Input
    ) -> GetCustomerV2Output | v1.Raw:
        email: str | None = None
        status: CustomerStatus = "active"
        return GetCustomerV2Output(
            customer_id=arguments.customer_id,
            version="7",
            name="Ada",
            status=status,
            email=email or MISSING,
            shipping_address=HOME,
            saved_addresses=[SavedAddress(address_id=AddressId("adr_12345678"), address=HOME)],
            recent_orders=[],
            credit_limit=CreditLimit(amount_minor=100, currency="CHF"),
        )


class Checks(AddressChangeV2Preconditions):
    """Written once, for the preview and the commit."""

    async def customer_visible(self, call: v1.Call, arguments: PreviewAddressChangeV2Input) -> bool:
        return True

    async def address_belongs_to_customer(
        self, call: v1.Call, arguments: PreviewAddressChangeV2Input
    ) -> bool:
        return True

    async def customer_is_active(
        self, call: v1.Call, arguments: PreviewAddressChangeV2Input
    ) -> bool:
        return True

    async def address_is_deliverable(
        self, call: v1.Call, arguments: PreviewAddressChangeV2Input
    ) -> bool:
        return country_of(arguments.destination) == "CH"


def country_of(destination: Destination) -> str | None:
    if isinstance(destination, DestinationSaved):
        return None
    return destination.address.country


class PreviewAddressChange(Checks, PreviewAddressChangeV2Adapter):
    async def op(
        self, call: v1.Call, arguments: PreviewAddressChangeV2Input
    ) -> PreviewAddressChangeV2Plan | v1.Raw:
        address = DeliveryAddress(
            line_1="Side Street 2", postal_code="8002", city="Zurich", country="CH"
        )
        return PreviewAddressChangeV2Plan(
            arguments=arguments,
            target_version="7",
            before=BeforeAfter(shipping_address=address),
            after=BeforeAfter(shipping_address=address),
            consequences=Consequences(open_shipments=0),
        )


class CommitAddressChange(Checks, CommitAddressChangeV2Adapter):
    async def op(
        self, call: v1.Call, arguments: PreviewAddressChangeV2Input
    ) -> CommitAddressChangeV2Result | v1.Raw:
        return CommitAddressChangeV2Result(
            resource_id=arguments.customer_id,
            previous_version="7",
            new_version="8",
            changed_fields=["customer.shipping_address"],
            next_state=None,
        )


class DraftEmail(DraftEmailV1Adapter):
    async def customer_visible(self, call: v1.Call, arguments: DraftEmailV1Input) -> bool:
        return True

    async def customer_is_active(self, call: v1.Call, arguments: DraftEmailV1Input) -> bool:
        return True

    def op(
        self, call: v1.Call, arguments: DraftEmailV1Input, connection: v1.Connection
    ) -> DraftEmailV1Result | v1.Raw:
        return v1.Raw(b"{}")


class StartExport(StartExportV1Adapter):
    async def range_is_sensible(self, call: v1.Call, arguments: StartExportV1Input) -> bool:
        return arguments.from_ <= arguments.to

    async def op(
        self, call: v1.Call, arguments: StartExportV1Input
    ) -> StartExportV1Accepted | v1.Raw:
        return StartExportV1Accepted(reference=f"export-{arguments.format}")


class GetExport(GetExportV1Adapter):
    async def export_is_own(
        self, call: v1.Call, operation: v1.Operation[StartExportV1Input]
    ) -> bool:
        return True

    async def op(
        self, call: v1.Call, operation: v1.Operation[StartExportV1Input]
    ) -> GetExportV1Answer | v1.Raw:
        result = Result(
            file=ExportFileHandle("export_file.1"),
            size_bytes=1,
            row_count=len(operation.arguments.records),
            encoding="utf-8",
            expires_at="2026-01-01T00:00:00Z",
            unlock_code="0" * 32,
        )
        return GetExportV1Answer(
            state="succeeded",
            started_at=None,
            finished_at=None,
            evidence=None,
            error=None,
            result=result,
        )


def by_name() -> StartExportV1Input:
    return StartExportV1Input(records="customers", from_="2026-01-01", to="2026-01-31")


def composite() -> GetIssueV1Input:
    return GetIssueV1Input(issue=IssueRef(owner="o", repository="r", number=1))


def reveal(customer: GetCustomerV2Output) -> str:
    return "none" if customer.email is MISSING else customer.email


FACTORIES = {
    "get_customer_v2": GetCustomer,
    "preview_address_change_v2": PreviewAddressChange,
    "commit_address_change_v2": CommitAddressChange,
    "draft_email_v1": DraftEmail,
    "start_export_v1": StartExport,
    "get_export_v1": GetExport,
}
READS_BEFORE = CommitCommentV1Adapter.current_version
CUSTOMER = CustomerId("cus_12345678")
