"""A catalog of any size, for measuring: ``python -m benchmarks.catalog N DIR``.

Walks in: how many tool versions there are to be. Walks out: a catalog that compiles without a
finding: a quarter reads with bounded pages, the rest changes (a preview and a commit each). The
same number gives the same bytes, and a larger catalog begins with the contracts of a smaller one.
"""

from __future__ import annotations

import json
import random
import shutil
import sys
from pathlib import Path

from benchmarks import shapes
from benchmarks.shapes import ASPECTS, Yaml

PACKAGE = "bench_tools"
READ = "search_tickets_v1"
ARGUMENTS = {
    "filter": {
        "kind": "sent_to",
        "address": {
            "line1": "Calle de la Princesa 12",
            "line2": "3 izquierda",
            "city": "Madrid",
            "postal_code": "28008",
            "country": "ES",
        },
        "since": "2026-03-01",
    },
    "tags": ["vip", "renewal"],
    "lines": [{"sku": f"SKU-{number:04}", "quantity": number} for number in range(1, 4)],
    "note": "The customer asked twice where the parcel is.",
    "page_size": 10,
}
ANSWER = {
    "tickets": [
        {
            "ticket_id": f"tkt_{number}",
            "state": "draft",
            "total": {"amount_minor": 1299, "currency": "EUR"},
        }
        for number in range(3)
    ],
    "next_cursor": None,
}

_VERBS = ("change", "suspend", "archive", "assign", "merge", "close", "reopen", "split", "rename")
_NOUNS = ("customer", "invoice", "order", "shipment", "refund", "campaign", "vendor", "quote")

_SETTINGS = f"""language: 1
catalog: bench
package: {PACKAGE}
environments: [production]
exports: [mcp]
defaults:
  request: 256KiB
  backoff: {{first: 200ms, most: 2s}}
  concurrency:
    read: {{per_run: 4, per_tenant: 40}}
    preview: {{per_run: 2, per_tenant: 20}}
    write: {{per_run: 1, per_tenant: 5}}
  retention: {{proposals: 90d, results: 30d, traces: 30d}}
ceilings: {{timeout: 30s, result: 1MiB, attempts: 3, page_items: 100}}
thresholds: {{optional_fields: 12, enum_values: 40, description_length: 600}}
suppressions: []
"""

_TYPES = """types:
  ticket_id:
    type: id
    kind: ticket
    pattern: "^tkt_[0-9]{1,12}$"
    max_length: 16
    resolved_by: search_tickets.v1
    checked_by: ticket_visible
    describe: Our identifier of a ticket.
  country_code: {type: country, describe: "An ISO 3166 code."}
  tag: {type: string, pattern: "^[a-z][a-z0-9_-]{0,31}$", max_length: 32, describe: "A label."}
  price: {type: money, min: 0, max: 1000000000, describe: "A price."}
  postal_address:
    type: object
    describe: Where mail goes.
    fields:
      line1: {type: line, min_length: 1, max_length: 120, describe: "Street and number."}
      line2: {type: line, max_length: 120, optional: true, describe: "More of the street."}
      city: {type: line, min_length: 1, max_length: 80, describe: "The town."}
      postal_code: {type: string, pattern: "^[A-Z0-9 -]{3,10}$", max_length: 10, describe: "Code."}
      country: country_code
"""

_TABLES = {
    "errors.yaml": """errors:
  TICKET_NOT_FOUND:
    message: There is no such ticket, or the requester may not see it.
    retryable: false
    next: {say: "Search for it again.", tool: search_tickets.v1}
""",
    "preconditions.yaml": """preconditions:
  ticket_visible: {asks: "Is the ticket in the requester's tenant?", error: TICKET_NOT_FOUND}
""",
    "kinds.yaml": f"kinds:\n  ticket: {{describe: A case, parts: [{', '.join(ASPECTS)}]}}\n",
    "exclusions.yaml": "exclusions: {}\n",
    "policies/permissions.yaml": "permissions:\n  ticket.read: See\n  ticket.write: Change\n",
    "policies/approval.yaml": """levels:
  - {level: none}
  - {level: one_reviewer, approvers: 1, roles: [lead], expires: 15m, single_use: true}
consequences:
  ticket_data: {level: one_reviewer, pending_per_run: 5}
""",
}


def write_catalog(count: int, folder: Path) -> None:
    """Writes a catalog of ``count`` tool versions into the folder, anew."""
    shutil.rmtree(folder, ignore_errors=True)
    files = {"toolcharter.yaml": _SETTINGS, "types/shared.yaml": _TYPES, **_TABLES}
    files["tools/tickets/search_tickets.v1.yaml"] = document(
        shapes.read("search_tickets", shapes.SEARCH)
    )
    reads, changes = ["search_tickets.v1"], list[str]()
    number = 0
    while len(reads) + 2 * len(changes) < count:
        source = random.Random(number)  # noqa: S311 (the same every time, and no secret)
        noun, area = source.choice(_NOUNS), f"area_{number // 50}"
        if number % 5 in (1, 3) or len(reads) + 2 * len(changes) == count - 1:
            name = f"list_{noun}_{number}"
            text = document(shapes.read(name, shapes.some_fields(source)))
            reads.append(f"{name}.v1")
        else:
            name = f"{source.choice(_VERBS)}_{noun}_{number}"
            text = document(shapes.change(name, source))
            changes.append(f"{name}.v1")
        files[f"tools/{area}/{name}.v1.yaml"] = text
        number += 1
    files["roles/explorer.yaml"] = document(_role("explorer", reads, []))
    files["roles/agent.yaml"] = document(_role("agent", reads, changes))
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


def _role(name: str, reads: list[str], changes: list[str]) -> Yaml:
    role = {
        "role": name,
        "describe": "Works on tickets.",
        "read_only": not changes,
        "environment": "production",
        "reads": dict.fromkeys(reads, "overview"),
        "previews": {f"preview_{each}": "desk" for each in changes},
        "writes": {f"commit_{each}": "desk" for each in changes},
        "limits": {"calls_per_run": 1000000},
    }
    return {key: value for key, value in role.items() if value != {}}


def document(value: Yaml) -> str:
    """Block YAML as people write it: one line a key, short things on one line."""
    return _block(value, 0).lstrip("\n")


def _block(value: Yaml, depth: int) -> str:
    flow = _flow(value)
    if not isinstance(value, dict) or (depth > 0 and len(flow) < 70):
        return f" {flow}\n"
    indent = "  " * depth
    return "\n" + "".join(f"{indent}{key}:{_block(each, depth + 1)}" for key, each in value.items())


def _flow(value: Yaml) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)}: {_flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, str) and value.replace("_", "").isalnum() and value[0].isalpha():
        return value
    return json.dumps(value)


def _key(key: str) -> str:
    return json.dumps(key) if key.startswith("$") else key


if __name__ == "__main__":
    write_catalog(int(sys.argv[1]), Path(sys.argv[2]))
