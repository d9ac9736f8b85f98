"""The role support."""

from __future__ import annotations

from toolcharter_runtime.formats import v1

ROLE: v1.RoleRow = {
    "role": "support",
    "read_only": False,
    "environment": "production",
    "reads": {
        "get_customer_v1": "support",
        "search_customers_v1": "support",
        "check_address_v1": "support",
        "quote_refund_v1": "support",
        "get_address_change_status_v1": "standard",
    },
    "previews": {"preview_address_change_v1": "support"},
    "writes": {"commit_address_change_v1": "support"},
    "calls_per_run": 50,
}
