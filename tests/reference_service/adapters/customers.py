"""Customers, and the files that belong to them. All reads; the customer system decides who sees what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from acme_tools.identifiers import CustomerId
from acme_tools.tools.get_customer_v1 import GetCustomerV1Adapter, GetCustomerV1Input
from acme_tools.tools.get_customer_v2 import GetCustomerV2Adapter, GetCustomerV2Input
from acme_tools.tools.list_attachments_v1 import ListAttachmentsV1Adapter, ListAttachmentsV1Input
from acme_tools.tools.read_attachment_v1 import ReadAttachmentV1Adapter, ReadAttachmentV1Input
from acme_tools.tools.search_customers_v1 import (
    SearchCustomersV1Adapter,
    SearchCustomersV1Input,
    SearchName,
)
from pydantic import MISSING
from toolcharter_runtime import Call, Raw

from reference_service.adapters.answers import page, renamed
from reference_service.adapters.upstream import Upstream, path_to

HANDLE = "attachment."


class NamesCustomer(Protocol):
    """Arguments that name one customer."""

    @property
    def customer_id(self) -> CustomerId: ...


class Customers:
    """What all tools share that take the identifier of a customer."""

    def __init__(self, upstream: Upstream) -> None:
        self.upstream = upstream

    async def customer_visible(self, call: Call, arguments: NamesCustomer) -> bool:
        path = path_to("customers", arguments.customer_id)
        return await self.upstream.find(call, path) is not None

    async def customer_is_active(self, call: Call, arguments: NamesCustomer) -> bool:
        found = await self.upstream.get(call, path_to("customers", arguments.customer_id))
        return found.get("status") == "active"


class SearchCustomers(Customers, SearchCustomersV1Adapter):
    async def op(self, call: Call, arguments: SearchCustomersV1Input) -> Raw:
        search = arguments.search
        asked: dict[str, str | int] = {"size": arguments.page_size}
        if isinstance(search, SearchName):
            asked["words"] = search.words
        else:
            asked["email"] = search.address
        if arguments.status is not MISSING:
            asked["status"] = arguments.status
        if arguments.cursor is not MISSING:
            asked["cursor"] = arguments.cursor
        names = {"customer_id": "id", "name": "name", "status": "status", "email": "email"}
        return page(await self.upstream.get(call, "/customers", asked), "customers", names)


_OF_V1: Mapping[str, str] = {
    "customer_id": "id",
    "name": "name",
    "email": "email",
    "shipping_address": "shipping_address",
    "risk_note": "risk_note",
}
_OF_V2: Mapping[str, str] = {
    **_OF_V1,
    "version": "version",
    "status": "status",
    "saved_addresses": "saved_addresses",
    "recent_orders": "recent_orders",
    "credit_limit": "credit_limit",
}


class GetCustomerV1(Customers, GetCustomerV1Adapter):
    async def op(self, call: Call, arguments: GetCustomerV1Input) -> Raw:
        found = await self.upstream.get(call, path_to("customers", arguments.customer_id))
        return Raw(renamed(found, _OF_V1))


class GetCustomer(Customers, GetCustomerV2Adapter):
    async def op(self, call: Call, arguments: GetCustomerV2Input) -> Raw:
        found = await self.upstream.get(call, path_to("customers", arguments.customer_id))
        orders = {"order_id": "id", "placed_on": "placed_on", "total": "total"}
        found["recent_orders"] = renamed(found.get("recent_orders"), orders)
        return Raw(renamed(found, _OF_V2))


class ListAttachments(Customers, ListAttachmentsV1Adapter):
    async def op(self, call: Call, arguments: ListAttachmentsV1Input) -> Raw:
        asked: dict[str, str | int] = {"size": arguments.page_size}
        if arguments.cursor is not MISSING:
            asked["cursor"] = arguments.cursor
        path = path_to("customers", arguments.customer_id, "attachments")
        answer = await self.upstream.get(call, path, asked)
        items = answer.get("items")
        for each in items if isinstance(items, list) else ():
            if isinstance(each, dict):
                each["handle"] = f"{HANDLE}{each.get('id')}"
        return page(answer, "attachments", _OF_ATTACHMENT)


_OF_ATTACHMENT: Mapping[str, str] = {
    "attachment_id": "id",
    "name": "name",
    "media_type": "media_type",
    "size_bytes": "size_bytes",
    "added_at": "added_at",
    "content": "handle",
}


class ReadAttachment(Customers, ReadAttachmentV1Adapter):
    async def op(self, call: Call, arguments: ReadAttachmentV1Input) -> Raw:
        found = await self.upstream.get(call, _path(arguments), {"from": arguments.from_character})
        names = {
            "attachment_id": "id",
            "media_type": "media_type",
            "total_characters": "length",
            "chunk": "text",
            "next_character": "next",
        }
        return Raw(renamed(found, names))

    async def attachment_visible(self, call: Call, arguments: ReadAttachmentV1Input) -> bool:
        return await self.upstream.find(call, _path(arguments)) is not None


def _path(arguments: ReadAttachmentV1Input) -> str:
    return path_to("attachments", arguments.content.removeprefix(HANDLE))
