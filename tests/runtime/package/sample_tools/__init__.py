"""A package as the compiler writes it, written by hand for the tests of the runtime."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from toolcharter_runtime.formats import v1

from .dispatch import TOOLS
from .roles.explorer import ROLE as EXPLORER
from .roles.support import ROLE as SUPPORT
from .tables import ERRORS

if TYPE_CHECKING:
    from collections.abc import Callable

    from .tools.check_address_v1 import CheckAddressV1Adapter
    from .tools.commit_address_change_v1 import CommitAddressChangeV1Adapter
    from .tools.get_address_change_status_v1 import GetAddressChangeStatusV1Adapter
    from .tools.get_customer_v1 import GetCustomerV1Adapter
    from .tools.preview_address_change_v1 import PreviewAddressChangeV1Adapter
    from .tools.quote_refund_v1 import QuoteRefundV1Adapter
    from .tools.search_customers_v1 import SearchCustomersV1Adapter

CATALOG: v1.CatalogRow = {
    "format": 1,
    "catalog": "sample",
    "package": "sample_tools",
    "permissions": ("customer.address.write", "customer.read", "refund.quote"),
    "tools": TOOLS,
    "errors": ERRORS,
    "roles": {"explorer": EXPLORER, "support": SUPPORT},
}


class Adapters(TypedDict, total=False):
    """What makes the adapter of each tool."""

    check_address_v1: Callable[[], CheckAddressV1Adapter]
    commit_address_change_v1: Callable[[], CommitAddressChangeV1Adapter]
    get_address_change_status_v1: Callable[[], GetAddressChangeStatusV1Adapter]
    get_customer_v1: Callable[[], GetCustomerV1Adapter]
    preview_address_change_v1: Callable[[], PreviewAddressChangeV1Adapter]
    quote_refund_v1: Callable[[], QuoteRefundV1Adapter]
    search_customers_v1: Callable[[], SearchCustomersV1Adapter]
