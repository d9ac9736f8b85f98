"""The tools of a history: the worked catalog, with the rows that make its four services differ.

    service     tools                                   versions  keys  status   may be called again
    versioned   address changes                         checked   kept  by key   idempotent_write
    append      messages; kept drafts, without approval none      kept  none     idempotent_write
    status      refunds, one person or two              checked   none  by key   after_status
    neither     stages of sales                         none      none  none     never
    exports     long work, polled and stopped           none      kept  poll     idempotent_write
    shared      sales that change hands, in our tables  checked   none  none     idempotent_write

Limits are small, so that short histories reach them.
"""

from __future__ import annotations

from typing import Any, cast

import acme_tools
from toolcharter_runtime.formats import v1

KEYS_KEPT_MS = 40_000

_NEVER = {"retry_class": "never", "attempts": 1, "first_ms": 0, "most_ms": 0}
_AGAIN = {"retry_class": "idempotent_write", "attempts": 3, "first_ms": 200, "most_ms": 2000}

_OWN = {"transaction": "own"}
_NO_KEYS = {"service_keys": False, "keys_kept_ms": None, "status": None}
_KEYS = {"service_keys": True, "keys_kept_ms": KEYS_KEPT_MS, "status": None}
_READ_BEFORE = {"version_checked_by": "read_before", "because": "The service does not compare."}

CHANGES: dict[str, dict[str, dict[str, Any]]] = {
    "preview_address_change_v2": {"policy": {"pending_per_run": 3}},
    "commit_address_change_v2": {"policy": {"pending_per_run": 3}},
    "preview_refund_v1": {"policy": {"per_day": 2}},
    "commit_refund_v1": {"policy": {"per_day": 2}},
    "preview_send_email_v1": {
        "policy": {"per_run": 1},
        "target": _READ_BEFORE,
        "idempotency": _KEYS,
    },
    "commit_send_email_v1": {
        "policy": {"per_run": 1},
        "target": _READ_BEFORE,
        "idempotency": _KEYS,
        "retry": _AGAIN,
    },
    "preview_opportunity_stage_change_v1": {
        "write": _OWN,
        "target": _READ_BEFORE,
        "idempotency": _NO_KEYS,
    },
    "commit_opportunity_stage_change_v1": {
        "write": _OWN,
        "target": _READ_BEFORE,
        "idempotency": _NO_KEYS,
        "retry": _NEVER,
    },
    "draft_email_v1": {"write": _OWN, "idempotency": _KEYS, "retry": _AGAIN},
    "start_export_v1": {"idempotency": {"keys_kept_ms": KEYS_KEPT_MS}},
}

FOLLOWERS = (
    "get_address_change_status_v1",
    "get_refund_status_v1",
    "get_export_v1",
    "cancel_export_v1",
)
SHARED = ("preview_opportunity_handover_v1", "commit_opportunity_handover_v1")
TOOLS = (*CHANGES, *FOLLOWERS, *SHARED)


def _row(name: str) -> Any:
    row: dict[str, Any] = dict(cast("Any", acme_tools.CATALOG["tools"][name]))
    row["limits"] = dict(row["limits"])
    changes = CHANGES.get(name, {})
    if "retry" in changes:
        row["retry"] = changes["retry"]
    if row["write"] is None:
        return row
    write: dict[str, Any] = {**row["write"], **changes.get("write", {})}
    for part in ("policy", "target", "idempotency"):
        if part in changes:
            write[part] = {**write[part], **changes[part]}
    row["write"] = write
    return row


_ROWS = {name: _row(name) for name in TOOLS}


def _views(*forms: str) -> dict[str, str]:
    seen: dict[str, str] = {}
    for role in acme_tools.CATALOG["roles"].values():
        seen |= {**role["reads"], **role["previews"], **role["writes"]}
    return {name: seen[name] for name, row in _ROWS.items() if row["form"] in forms}


CATALOG = cast(
    "v1.CatalogRow",
    {
        **acme_tools.CATALOG,
        "tools": _ROWS,
        "roles": {
            "agent": {
                "role": "agent",
                "read_only": False,
                "environment": "production",
                "reads": _views("status", "poll"),
                "previews": _views("preview"),
                "writes": _views("commit", "write", "cancel"),
                "calls_per_run": 1000,
            }
        },
    },
)
PERMISSIONS = frozenset(acme_tools.CATALOG["permissions"])
WRITES = tuple(name for name, row in _ROWS.items() if row["form"] in ("commit", "write"))
COMMIT_OF = {
    name: row["write"]["commit"] for name, row in _ROWS.items() if row["form"] == "preview"
}
PREVIEWS = tuple(name for name in COMMIT_OF if name not in SHARED)
"""What most histories propose with; those about shared transactions propose with the other one."""


def row_of(tool: str) -> dict[str, Any]:
    """The row of a tool."""
    found: dict[str, Any] = _ROWS[tool]
    return found
