"""The role explorer."""

from __future__ import annotations

from toolcharter_runtime.formats import v1

ROLE: v1.RoleRow = {
    "role": "explorer",
    "read_only": True,
    "environment": "production",
    "reads": {
        "get_customer_v1": "explorer",
        "search_customers_v1": "explorer",
        "check_address_v1": "support",
    },
    "previews": {},
    "writes": {},
    "calls_per_run": 100,
}
