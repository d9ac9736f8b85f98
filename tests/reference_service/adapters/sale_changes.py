"""Changes of sales in our own database, where check, effect and ledger commit together.

The plain ``op`` of a commit runs on the ledger's open transaction and never commits itself. It takes
the row for itself before it compares the version, so that what it compared is what it changes.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TypeAlias

from acme_tools.identifiers import OpportunityId
from acme_tools.tools.commit_opportunity_handover_v1 import (
    CommitOpportunityHandoverV1Adapter,
    CommitOpportunityHandoverV1Result,
)
from acme_tools.tools.commit_opportunity_stage_change_v1 import (
    CommitOpportunityStageChangeV1Adapter,
    CommitOpportunityStageChangeV1Result,
)
from acme_tools.tools.preview_opportunity_handover_v1 import (
    BeforeAfter as OpenSales,
)
from acme_tools.tools.preview_opportunity_handover_v1 import (
    Consequences as HandoverConsequences,
)
from acme_tools.tools.preview_opportunity_handover_v1 import (
    DealValue,
    MovedItem,
    PreviewOpportunityHandoverV1Adapter,
    PreviewOpportunityHandoverV1Input,
    PreviewOpportunityHandoverV1Plan,
)
from acme_tools.tools.preview_opportunity_stage_change_v1 import (
    BeforeAfter as StageAndDay,
)
from acme_tools.tools.preview_opportunity_stage_change_v1 import (
    Consequences as StageConsequences,
)
from acme_tools.tools.preview_opportunity_stage_change_v1 import (
    ForecastDifference,
    PreviewOpportunityStageChangeV1Adapter,
    PreviewOpportunityStageChangeV1Input,
    PreviewOpportunityStageChangeV1Plan,
)
from sqlalchemy import Connection, Engine
from toolcharter_runtime import Call, ToolError

from reference_service.adapters.own_sales import (
    OPEN,
    Sale,
    is_visible,
    open_sales,
    sale,
    seller_version,
)
from reference_service.adapters.own_tables import note_effect, opportunities, sellers

StageInput: TypeAlias = PreviewOpportunityStageChangeV1Input
HandoverInput: TypeAlias = PreviewOpportunityHandoverV1Input

REACHABLE = {"open": ("offered", "lost"), "offered": ("open", "won", "lost")}


class _StageChange:
    """The facts of a stage change, for its preview and its commit."""

    def __init__(self, own: Engine) -> None:
        self.own = own

    def read(self, call: Call, opportunity_id: OpportunityId) -> Sale | None:
        with self.own.connect() as connection:
            found = sale(connection, call.tenant, opportunity_id)
            return found if is_visible(connection, call, found) else None

    async def opportunity_visible(self, call: Call, arguments: StageInput) -> bool:
        return await asyncio.to_thread(self.read, call, arguments.opportunity_id) is not None

    async def stage_is_reachable(self, call: Call, arguments: StageInput) -> bool:
        found = await asyncio.to_thread(self.read, call, arguments.opportunity_id)
        return found is not None and arguments.move.to in REACHABLE.get(found.stage, ())


class PreviewStageChange(_StageChange, PreviewOpportunityStageChangeV1Adapter):
    async def op(self, call: Call, arguments: StageInput) -> PreviewOpportunityStageChangeV1Plan:
        found = await asyncio.to_thread(self.read, call, arguments.opportunity_id)
        if found is None:
            raise ToolError("OPPORTUNITY_NOT_FOUND")
        stage = arguments.move.to
        counted = found.value_minor if stage in OPEN or stage == "won" else 0
        return PreviewOpportunityStageChangeV1Plan(
            target_version=str(found.version),
            before=StageAndDay(stage=found.stage, closing_on=found.closing_on),
            after=StageAndDay(stage=stage, closing_on=_closing_on(found, stage)),
            consequences=StageConsequences(
                forecast_difference=ForecastDifference(
                    amount_minor=counted - found.value_minor, currency=found.currency
                )
            ),
        )


def _closing_on(found: Sale, stage: str) -> str | None:
    return found.closing_on if stage in OPEN else None


class CommitStageChange(_StageChange, CommitOpportunityStageChangeV1Adapter):
    def op(
        self, call: Call, arguments: StageInput, connection: Connection
    ) -> CommitOpportunityStageChangeV1Result:
        found = sale(connection, call.tenant, arguments.opportunity_id, for_change=True)
        if found is None:
            raise ToolError("OPPORTUNITY_NOT_FOUND")
        _check_version(call, found.version)
        stage, after = arguments.move.to, found.version + 1
        executed = {"stage": stage, "closing_on": _closing_on(found, stage)}
        connection.execute(
            opportunities.update()
            .where(opportunities.c.tenant == call.tenant, opportunities.c.id == found.id)
            .values(version=after, **executed)
        )
        note_effect(
            connection, call, found.id, before=found.version, after=after, executed=executed
        )
        return CommitOpportunityStageChangeV1Result(
            resource_id=arguments.opportunity_id,
            previous_version=str(found.version),
            new_version=str(after),
            changed_fields=["opportunity.stage"],
            next_state=stage,
            committed_at=datetime.now(UTC).isoformat(),
        )


class _Handover:
    """The facts of a handover, for its preview and its commit."""

    def __init__(self, own: Engine) -> None:
        self.own = own

    def read(self, call: Call, arguments: HandoverInput) -> tuple[list[Sale], bool]:
        """The sales that exist and that the requester may see, and whether those are all."""
        with self.own.connect() as connection:
            found = [sale(connection, call.tenant, each) for each in arguments.opportunity_ids]
            visible = [each for each in found if is_visible(connection, call, each)]
        return [each for each in visible if each is not None], len(visible) == len(found)

    async def seller_sells(self, call: Call, arguments: HandoverInput) -> bool:
        return await asyncio.to_thread(self._seller_version, call, arguments) is not None

    async def opportunity_visible(self, call: Call, arguments: HandoverInput) -> bool:
        _, are_all = await asyncio.to_thread(self.read, call, arguments)
        return are_all

    async def opportunities_are_unsettled(self, call: Call, arguments: HandoverInput) -> bool:
        found, _ = await asyncio.to_thread(self.read, call, arguments)
        return all(each.stage in OPEN for each in found)

    def _seller_version(self, call: Call, arguments: HandoverInput) -> int | None:
        with self.own.connect() as connection:
            return seller_version(connection, call.tenant, arguments.seller_id)


class PreviewHandover(_Handover, PreviewOpportunityHandoverV1Adapter):
    async def op(self, call: Call, arguments: HandoverInput) -> PreviewOpportunityHandoverV1Plan:
        return await asyncio.to_thread(self._plan, call, arguments)

    def _plan(self, call: Call, arguments: HandoverInput) -> PreviewOpportunityHandoverV1Plan:
        found, _ = self.read(call, arguments)
        with self.own.connect() as connection:
            version = seller_version(connection, call.tenant, arguments.seller_id)
            before = open_sales(connection, call.tenant, arguments.seller_id)
        moving = [each for each in found if each.seller != arguments.seller_id]
        return PreviewOpportunityHandoverV1Plan(
            target_version=str(version),
            before=OpenSales(open_sales=before),
            after=OpenSales(open_sales=before + len(moving)),
            consequences=HandoverConsequences(moved=[_moved(each) for each in found]),
        )


def _moved(each: Sale) -> MovedItem:
    return MovedItem.model_validate(
        {
            "opportunity_id": each.id,
            "title": each.title,
            "value": DealValue(amount_minor=each.value_minor, currency=each.currency),
            "from_seller": each.seller,
        }
    )


class CommitHandover(_Handover, CommitOpportunityHandoverV1Adapter):
    def op(
        self, call: Call, arguments: HandoverInput, connection: Connection
    ) -> CommitOpportunityHandoverV1Result:
        version = seller_version(connection, call.tenant, arguments.seller_id, for_change=True)
        if version is None:
            raise ToolError("SELLER_NOT_FOUND")
        _check_version(call, version)
        # In the order of their ids, so that two handovers never wait for each other in a circle.
        for each in sorted(arguments.opportunity_ids):
            found = sale(connection, call.tenant, each, for_change=True)
            if found is None or found.stage not in OPEN:
                raise ToolError("OPPORTUNITY_SETTLED" if found else "OPPORTUNITY_NOT_FOUND")
            connection.execute(
                opportunities.update()
                .where(opportunities.c.tenant == call.tenant, opportunities.c.id == each)
                .values(seller=arguments.seller_id, version=found.version + 1)
            )
        connection.execute(
            sellers.update()
            .where(sellers.c.tenant == call.tenant, sellers.c.id == arguments.seller_id)
            .values(version=version + 1)
        )
        executed = {"opportunity_ids": list(arguments.opportunity_ids), "reason": arguments.reason}
        note_effect(
            connection,
            call,
            arguments.seller_id,
            before=version,
            after=version + 1,
            executed=executed,
        )
        return CommitOpportunityHandoverV1Result(
            resource_id=arguments.seller_id,
            previous_version=str(version),
            new_version=str(version + 1),
            changed_fields=["opportunity.owner", "seller.portfolio"],
            next_state=None,
            committed_at=datetime.now(UTC).isoformat(),
        )


def _check_version(call: Call, version: int) -> None:
    """Refuse a version that is not the one which was approved."""
    if call.target is None or call.target.version != str(version):
        raise ToolError("VERSION_CONFLICT")
