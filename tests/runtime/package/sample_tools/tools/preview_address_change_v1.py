# ruff: noqa: TID252  # relative, as generated packages are
"""preview_address_change_v1"""

from __future__ import annotations

from abc import abstractmethod
from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field
from toolcharter_runtime.formats import v1

from ..identifiers import CustomerId
from .check_address_v1 import DestinationNew, DestinationSaved


class PreviewAddressChangeV1Input(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    customer_id: CustomerId
    destination: Annotated[DestinationSaved | DestinationNew, Field(discriminator="kind")]


class PreviewAddressChangeV1Plan(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    target_version: str
    before: dict[str, object]
    after: dict[str, object]
    consequences: dict[str, object]


class AddressChangeV1Preconditions(v1.PreconditionSet[PreviewAddressChangeV1Input]):
    """The facts that preview and commit ask for."""

    @abstractmethod
    async def customer_visible(self, call: v1.Call, arguments: PreviewAddressChangeV1Input) -> bool:
        """Does the customer exist in the requester's tenant and may the requester see it?"""

    @abstractmethod
    async def address_belongs_to_customer(
        self, call: v1.Call, arguments: PreviewAddressChangeV1Input
    ) -> bool:
        """Is the saved address one of this customer's?"""

    @abstractmethod
    async def address_is_deliverable(
        self, call: v1.Call, arguments: PreviewAddressChangeV1Input
    ) -> bool:
        """Does the carrier deliver there?"""

    def preconditions(self) -> v1.Preconditions[PreviewAddressChangeV1Input]:
        return (
            self.customer_visible,
            self.address_belongs_to_customer,
            self.address_is_deliverable,
        )


class PreviewAddressChangeV1Adapter(
    AddressChangeV1Preconditions,
    v1.Adapter[PreviewAddressChangeV1Input, PreviewAddressChangeV1Plan],
):
    """Propose another shipping address."""

    tool: ClassVar[str] = "preview_address_change_v1"
    arguments_model: ClassVar[type[BaseModel]] = PreviewAddressChangeV1Input

    @abstractmethod
    async def op(
        self, call: v1.Call, arguments: PreviewAddressChangeV1Input
    ) -> PreviewAddressChangeV1Plan | v1.Raw:
        """Work out what would change."""
