"""A host of the sample package: adapters over records in memory, and what a test may change."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

import orjson
from sample_tools import CATALOG, Adapters
from sample_tools.tools.check_address_v1 import (
    CheckAddressV1Adapter,
    CheckAddressV1Input,
    CheckAddressV1Output,
)
from sample_tools.tools.commit_address_change_v1 import (
    CommitAddressChangeV1Adapter,
    CommitAddressChangeV1Result,
)
from sample_tools.tools.get_address_change_status_v1 import (
    GetAddressChangeStatusV1Adapter,
    GetAddressChangeStatusV1Answer,
)
from sample_tools.tools.get_customer_v1 import (
    GetCustomerV1Adapter,
    GetCustomerV1Input,
    GetCustomerV1Output,
)
from sample_tools.tools.preview_address_change_v1 import (
    PreviewAddressChangeV1Adapter,
    PreviewAddressChangeV1Input,
    PreviewAddressChangeV1Plan,
)
from sample_tools.tools.quote_refund_v1 import (
    QuoteRefundV1Adapter,
    QuoteRefundV1Input,
    QuoteRefundV1Output,
)
from sample_tools.tools.search_customers_v1 import (
    Customer,
    SearchCustomersV1Adapter,
    SearchCustomersV1Input,
    SearchCustomersV1Output,
)
from toolcharter_runtime import Dispatcher, Outcome, Requester, Run
from toolcharter_runtime.formats import v1

ALL_PERMISSIONS = frozenset(CATALOG["permissions"])

Behaviour = Callable[[v1.Call, Any], Awaitable[Any]]


class Recorder:
    """A sink that keeps every outcome."""

    def __init__(self, *, wants_argument_hash: bool = False) -> None:
        self.outcomes: list[Outcome] = []
        self.wants_argument_hash = wants_argument_hash

    def record(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)


class Service:
    """The records, and everything that adapters were asked to do, in order.

    ``behaviour`` replaces the operation of a tool by its wire name; ``facts`` are the answers of
    preconditions by name.
    """

    def __init__(self) -> None:
        self.seen: list[tuple[str, v1.Call, Any]] = []
        self.behaviour: dict[str, Behaviour] = {}
        self.facts: dict[str, Any] = {}

    def operations(self) -> list[str]:
        return [name for name, _, _ in self.seen if name.endswith("_v1")]

    async def operation(self, call: v1.Call, arguments: Any, usual: Any) -> Any:
        self.seen.append((call.tool, call, arguments))
        behaviour = self.behaviour.get(call.tool)
        return usual if behaviour is None else await behaviour(call, arguments)

    async def fact(self, name: str, call: v1.Call, arguments: Any) -> Any:
        self.seen.append((name, call, arguments))
        return self.facts.get(name, True)


class _Served:
    def __init__(self, service: Service) -> None:
        self.service = service

    async def customer_visible(self, call: v1.Call, arguments: Any) -> bool:
        answer: bool = await self.service.fact("customer_visible", call, arguments)
        return answer

    async def address_belongs_to_customer(self, call: v1.Call, arguments: Any) -> bool:
        answer: bool = await self.service.fact("address_belongs_to_customer", call, arguments)
        return answer

    async def address_is_deliverable(self, call: v1.Call, arguments: Any) -> bool:
        answer: bool = await self.service.fact("address_is_deliverable", call, arguments)
        return answer


class GetCustomer(_Served, GetCustomerV1Adapter):
    async def op(
        self, call: v1.Call, arguments: GetCustomerV1Input
    ) -> GetCustomerV1Output | v1.Raw:
        usual = GetCustomerV1Output(
            customer_id=arguments.customer_id,
            status="active",
            email="ada@example.com",
            note="Prefers letters.",
            credit_limit=5000,
        )
        answer: GetCustomerV1Output = await self.service.operation(call, arguments, usual)
        return answer


class CheckAddress(_Served, CheckAddressV1Adapter):
    async def op(
        self, call: v1.Call, arguments: CheckAddressV1Input
    ) -> CheckAddressV1Output | v1.Raw:
        usual = CheckAddressV1Output(deliverable=True, days=3)
        answer: CheckAddressV1Output = await self.service.operation(call, arguments, usual)
        return answer


class QuoteRefund(_Served, QuoteRefundV1Adapter):
    async def op(
        self, call: v1.Call, arguments: QuoteRefundV1Input
    ) -> QuoteRefundV1Output | v1.Raw:
        usual = QuoteRefundV1Output(fee_minor=arguments.amount_minor // 100)
        answer: QuoteRefundV1Output = await self.service.operation(call, arguments, usual)
        return answer


class SearchCustomers(_Served, SearchCustomersV1Adapter):
    async def op(
        self, call: v1.Call, arguments: SearchCustomersV1Input
    ) -> SearchCustomersV1Output | v1.Raw:
        found = Customer.model_validate({"customer_id": "C-1842", "name": "Ada"})
        usual = SearchCustomersV1Output(customers=[found], next_cursor=None)
        answer: SearchCustomersV1Output = await self.service.operation(call, arguments, usual)
        return answer


class PreviewAddressChange(_Served, PreviewAddressChangeV1Adapter):
    async def op(
        self, call: v1.Call, arguments: PreviewAddressChangeV1Input
    ) -> PreviewAddressChangeV1Plan | v1.Raw:
        answer: v1.Raw = await self.service.operation(call, arguments, v1.Raw({}))
        return answer


class CommitAddressChange(_Served, CommitAddressChangeV1Adapter):
    async def op(
        self, call: v1.Call, arguments: PreviewAddressChangeV1Input
    ) -> CommitAddressChangeV1Result | v1.Raw:
        answer: v1.Raw = await self.service.operation(call, arguments, v1.Raw({}))
        return answer


class GetAddressChangeStatus(_Served, GetAddressChangeStatusV1Adapter):
    async def op(
        self, call: v1.Call, operation: v1.Operation[PreviewAddressChangeV1Input]
    ) -> GetAddressChangeStatusV1Answer | v1.Raw:
        answer: v1.Raw = await self.service.operation(call, operation, v1.Raw({}))
        return answer


def adapters_of(service: Service) -> Adapters:
    return {
        "check_address_v1": lambda: CheckAddress(service),
        "commit_address_change_v1": lambda: CommitAddressChange(service),
        "get_address_change_status_v1": lambda: GetAddressChangeStatus(service),
        "get_customer_v1": lambda: GetCustomer(service),
        "preview_address_change_v1": lambda: PreviewAddressChange(service),
        "quote_refund_v1": lambda: QuoteRefund(service),
        "search_customers_v1": lambda: SearchCustomers(service),
    }


class StillClock:
    """Time that only a test or a wait moves; it remembers the waits."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.waits: list[float] = []

    _start: ClassVar[datetime] = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def now(self) -> datetime:
        return self._start + timedelta(seconds=self.seconds)

    def monotonic(self) -> float:
        return self.seconds

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.seconds += seconds


class Host:
    """A dispatcher of the sample package with everything around it."""

    def __init__(self, catalog: v1.CatalogRow = CATALOG, *, hashes: bool = False) -> None:
        self.service = Service()
        self.sink = Recorder(wants_argument_hash=hashes)
        self.clock = StillClock()
        self.dispatcher = Dispatcher(
            catalog, adapters_of(self.service), sink=self.sink, clock=self.clock
        )

    def run(
        self,
        role: str = "support",
        *,
        permissions: frozenset[str] = ALL_PERMISSIONS,
        tools: tuple[str, ...] = (),
        run_id: str = "run-1",
        deadline: datetime | None = None,
    ) -> Run:
        requester = Requester(identity="u-1", tenant="t-1", permissions=permissions)
        return self.dispatcher.open(
            role=role, requester=requester, run_id=run_id, tools=tools, deadline=deadline
        )

    async def call(self, run: Run, tool: str, arguments: bytes | dict[str, Any]) -> dict[str, Any]:
        """The envelope, parsed."""
        text = arguments if isinstance(arguments, bytes) else orjson.dumps(arguments)
        envelope: dict[str, Any] = orjson.loads(await self.dispatcher.call(run, tool, text))
        return envelope

    @property
    def outcome(self) -> Outcome:
        """The only record so far."""
        (outcome,) = self.sink.outcomes
        return outcome
