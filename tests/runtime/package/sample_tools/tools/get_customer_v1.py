# ruff: noqa: TID252  # relative, as generated packages are
"""get_customer_v1"""

from __future__ import annotations

from abc import abstractmethod
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field
from toolcharter_runtime.formats import v1

from ..identifiers import CustomerId


class GetCustomerV1Input(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    customer_id: CustomerId


class GetCustomerV1Output(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    customer_id: CustomerId
    status: Literal["active", "suspended", "other"] | None = None
    email: str | None = None
    note: str | None = None
    credit_limit: Annotated[int, Field(ge=0, le=1000000)] | None = None


class GetCustomerV1Adapter(v1.Adapter[GetCustomerV1Input, GetCustomerV1Output]):
    """Read one customer whose identifier is known."""

    tool: ClassVar[str] = "get_customer_v1"
    arguments_model: ClassVar[type[BaseModel]] = GetCustomerV1Input

    @abstractmethod
    async def op(
        self, call: v1.Call, arguments: GetCustomerV1Input
    ) -> GetCustomerV1Output | v1.Raw:
        """Read one customer."""

    @abstractmethod
    async def customer_visible(self, call: v1.Call, arguments: GetCustomerV1Input) -> bool:
        """Does the customer exist in the requester's tenant and may the requester see it?"""

    def preconditions(self) -> v1.Preconditions[GetCustomerV1Input]:
        return (self.customer_visible,)
