"""get_address_change_status_v1"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict
from toolcharter_runtime.formats import v1

from .preview_address_change_v1 import PreviewAddressChangeV1Input


class GetAddressChangeStatusV1Answer(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    state: Literal["succeeded", "failed", "pending", "not_found"]
    evidence: dict[str, object] | None
    error: dict[str, object] | None
    result: None


class GetAddressChangeStatusV1Adapter(
    v1.Follower[PreviewAddressChangeV1Input, GetAddressChangeStatusV1Answer]
):
    """Ask what became of a change of address."""

    tool: ClassVar[str] = "get_address_change_status_v1"
    operation_models: ClassVar[Mapping[str, type[BaseModel]]] = {
        "commit_address_change_v1": PreviewAddressChangeV1Input
    }

    @abstractmethod
    async def op(
        self, call: v1.Call, operation: v1.Operation[PreviewAddressChangeV1Input]
    ) -> GetAddressChangeStatusV1Answer | v1.Raw:
        """Ask by the key of the operation."""
