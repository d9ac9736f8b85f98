"""Possible sales and sellers, read from the services that show them. ``sale_changes`` writes them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

from acme_tools.tools.get_opportunity_v1 import GetOpportunityV1Adapter, GetOpportunityV1Input
from acme_tools.tools.list_opportunities_v1 import (
    ListOpportunitiesV1Adapter,
    ListOpportunitiesV1Input,
)
from acme_tools.tools.list_sellers_v1 import ListSellersV1Adapter, ListSellersV1Input
from pydantic import MISSING
from toolcharter_runtime import Call, Raw

from reference_service.adapters.answers import page, renamed
from reference_service.adapters.customers import Customers
from reference_service.adapters.upstream import Upstream, path_to

SALES_SYSTEM = "service:sales"
"""The account with which the staff directory opens; it knows no single users."""

_OF_ITEM: Mapping[str, str] = {
    "opportunity_id": "id",
    **{name: name for name in ("title", "stage", "value", "closing_on", "margin_percent")},
}
_OF_SALE: Mapping[str, str] = {
    **_OF_ITEM,
    **{
        name: name
        for name in (
            "version",
            "customer_id",
            "win_probability",
            "changed_at",
            "seller",
            "lost_because",
            "source",
            "days_in_stage",
            "page_for_people",
        )
    },
}
_OF_SELLER: Mapping[str, str] = {
    "seller_id": "id",
    **{
        name: name
        for name in (
            "name",
            "reports_in",
            "directory_entry",
            "work_email",
            "phone",
            "joined_on",
            "away_until",
        )
    },
}


class ListSales(Customers, ListOpportunitiesV1Adapter):
    async def op(self, call: Call, arguments: ListOpportunitiesV1Input) -> Raw:
        asked: dict[str, str | int] = {
            "from": arguments.closing_from,
            "to": arguments.closing_to,
            "size": arguments.page_size,
        }
        if arguments.cursor is not MISSING:
            asked["cursor"] = arguments.cursor
        path = path_to("customers", arguments.customer_id, "opportunities")
        return page(await self.upstream.get(call, path, asked), "opportunities", _OF_ITEM)

    async def range_is_sensible(self, call: Call, arguments: ListOpportunitiesV1Input) -> bool:
        first = date.fromisoformat(arguments.closing_from)
        last = date.fromisoformat(arguments.closing_to)
        return first <= last < first + timedelta(days=366)


class GetSale(GetOpportunityV1Adapter):
    def __init__(self, upstream: Upstream) -> None:
        self.upstream = upstream

    async def op(self, call: Call, arguments: GetOpportunityV1Input) -> Raw:
        path = path_to("opportunities", arguments.opportunity_id)
        return Raw(renamed(await self.upstream.get(call, path), _OF_SALE))

    async def opportunity_visible(self, call: Call, arguments: GetOpportunityV1Input) -> bool:
        path = path_to("opportunities", arguments.opportunity_id)
        return await self.upstream.find(call, path) is not None


class ListSellers(ListSellersV1Adapter):
    def __init__(self, upstream: Upstream) -> None:
        self.upstream = upstream

    async def op(self, call: Call, arguments: ListSellersV1Input) -> Raw:
        asked: dict[str, str | int] = {"market": arguments.market, "size": arguments.page_size}
        if arguments.cursor is not MISSING:
            asked["cursor"] = arguments.cursor
        answer = await self.upstream.as_system(call, "/sellers", asked, account=SALES_SYSTEM)
        return page(answer, "sellers", _OF_SELLER)

    async def requester_is_staff(self, call: Call, arguments: ListSellersV1Input) -> bool:
        return (await self.upstream.get(call, "/staff/me")).get("is_staff") is True
