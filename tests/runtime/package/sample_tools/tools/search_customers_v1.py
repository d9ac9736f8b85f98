# ruff: noqa: TID252  # relative, as generated packages are
"""search_customers_v1"""

from __future__ import annotations

from abc import abstractmethod
from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field
from toolcharter_runtime.formats import v1

from ..identifiers import CustomerId


class SearchCustomersV1Input(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    query: Annotated[str, Field(min_length=1, max_length=80)]
    page_size: Annotated[int, Field(ge=1, le=50)] = 10
    cursor: str | None = None


class Customer(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    customer_id: CustomerId
    name: str


class SearchCustomersV1Output(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    customers: Annotated[list[Customer], Field(max_length=50)]
    next_cursor: str | None


class SearchCustomersV1Adapter(v1.Adapter[SearchCustomersV1Input, SearchCustomersV1Output]):
    """Find customers by a part of their name."""

    tool: ClassVar[str] = "search_customers_v1"
    arguments_model: ClassVar[type[BaseModel]] = SearchCustomersV1Input

    @abstractmethod
    async def op(
        self, call: v1.Call, arguments: SearchCustomersV1Input
    ) -> SearchCustomersV1Output | v1.Raw:
        """Find customers."""
