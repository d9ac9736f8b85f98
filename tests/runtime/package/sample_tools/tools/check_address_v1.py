# ruff: noqa: TID252  # relative, as generated packages are
"""check_address_v1"""

from __future__ import annotations

from abc import abstractmethod
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field
from toolcharter_runtime.formats import v1

from ..identifiers import AddressId, CustomerId


class DestinationSaved(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["saved"]
    address_id: AddressId


class DestinationNew(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["new"]
    line1: Annotated[str, Field(min_length=1, max_length=80)]
    city: Annotated[str, Field(min_length=1, max_length=80)]
    country: Annotated[str, Field(min_length=2, max_length=2)]


class CheckAddressV1Input(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    customer_id: CustomerId
    destination: Annotated[DestinationSaved | DestinationNew, Field(discriminator="kind")]


class CheckAddressV1Output(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    deliverable: bool
    days: int


class CheckAddressV1Adapter(v1.Adapter[CheckAddressV1Input, CheckAddressV1Output]):
    """Ask whether the carrier delivers to an address."""

    tool: ClassVar[str] = "check_address_v1"
    arguments_model: ClassVar[type[BaseModel]] = CheckAddressV1Input

    @abstractmethod
    async def op(
        self, call: v1.Call, arguments: CheckAddressV1Input
    ) -> CheckAddressV1Output | v1.Raw:
        """Ask the carrier."""

    @abstractmethod
    async def customer_visible(self, call: v1.Call, arguments: CheckAddressV1Input) -> bool:
        """Does the customer exist in the requester's tenant and may the requester see it?"""

    @abstractmethod
    async def address_belongs_to_customer(
        self, call: v1.Call, arguments: CheckAddressV1Input
    ) -> bool:
        """Is the saved address one of this customer's?"""

    def preconditions(self) -> v1.Preconditions[CheckAddressV1Input]:
        return (self.customer_visible, self.address_belongs_to_customer)
