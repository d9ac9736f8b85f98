# ruff: noqa: TID252  # relative, as generated packages are
"""quote_refund_v1"""

from __future__ import annotations

from abc import abstractmethod
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field
from toolcharter_runtime.formats import v1

from ..identifiers import CustomerId


class QuoteRefundV1Input(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    customer_id: CustomerId
    amount_minor: Annotated[int, Field(ge=0, le=1000000)]
    currency: Literal["EUR", "USD"] = "EUR"


class QuoteRefundV1Output(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    fee_minor: int


class QuoteRefundV1Adapter(v1.Adapter[QuoteRefundV1Input, QuoteRefundV1Output]):
    """What paying back would cost."""

    tool: ClassVar[str] = "quote_refund_v1"
    arguments_model: ClassVar[type[BaseModel]] = QuoteRefundV1Input

    @abstractmethod
    async def op(
        self, call: v1.Call, arguments: QuoteRefundV1Input
    ) -> QuoteRefundV1Output | v1.Raw:
        """Work out the fee."""

    @abstractmethod
    async def customer_visible(self, call: v1.Call, arguments: QuoteRefundV1Input) -> bool:
        """Does the customer exist in the requester's tenant and may the requester see it?"""

    def preconditions(self) -> v1.Preconditions[QuoteRefundV1Input]:
        return (self.customer_visible,)
