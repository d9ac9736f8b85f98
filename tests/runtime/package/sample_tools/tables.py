"""Error codes and policy of the catalog."""

from __future__ import annotations

from typing import Any

from toolcharter_runtime.formats import v1

ERRORS: dict[str, v1.ErrorRow] = {
    "CUSTOMER_NOT_FOUND": {
        "message": "There is no such customer, or the requester may not see it.",
        "retryable": False,
        "next": {"say": "Search for the customer by name.", "tool": "search_customers_v1"},
    },
    "ADDRESS_NOT_FOUND": {
        "message": "The saved address does not exist for this customer.",
        "retryable": False,
        "next": {
            "say": "Read the customer again and choose one of its addresses.",
            "tool": "get_customer_v1",
        },
    },
    "ADDRESS_NOT_DELIVERABLE": {
        "message": "The carrier does not deliver to this address.",
        "retryable": False,
        "next": {"say": "Ask for another address.", "tool": None},
    },
}
POLICY: dict[str, Any] = {}
