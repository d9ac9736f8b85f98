"""commit_address_change_v1"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from pydantic import BaseModel, ConfigDict
from toolcharter_runtime.formats import v1

from .preview_address_change_v1 import AddressChangeV1Preconditions, PreviewAddressChangeV1Input


class CommitAddressChangeV1Result(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    resource_id: str
    previous_version: str
    new_version: str
    changed_fields: list[str]
    next_state: None


class CommitAddressChangeV1Adapter(
    AddressChangeV1Preconditions,
    v1.Adapter[PreviewAddressChangeV1Input, CommitAddressChangeV1Result],
):
    """Carry out one approved change of address."""

    tool: ClassVar[str] = "commit_address_change_v1"
    arguments_model: ClassVar[type[BaseModel]] = PreviewAddressChangeV1Input

    @abstractmethod
    async def op(
        self, call: v1.Call, arguments: PreviewAddressChangeV1Input
    ) -> CommitAddressChangeV1Result | v1.Raw:
        """Replace the shipping address."""
