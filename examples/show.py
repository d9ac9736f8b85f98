"""The compiled catalog at work: one read that is answered, and four calls that are refused.

The run's role is read-only. Each call is what an agent would send, byte for byte, and each answer
is the envelope it would get.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "generated"), str(ROOT / "examples")]

CALLS = (
    ("a read", "get_customer_v2", '{"customer_id": "cus_4f7a2b9c"}'),
    ("an unknown tool", "delete_customer_v1", '{"customer_id": "cus_4f7a2b9c"}'),
    (
        "a write in a read-only run",
        "draft_email_v1",
        '{"customer_id": "cus_4f7a2b9c", "subject": "Hello", "body": "Good morning"}',
    ),
    (
        "an extra field inside a union branch",
        "search_customers_v1",
        '{"search": {"kind": "email", "address": "office@nordwind.example", "words": "Nord"}}',
    ),
    (
        "an oversized argument",
        "search_customers_v1",
        json.dumps({"search": {"kind": "name", "words": "N" * 60_000}}),
    ),
)


async def main() -> None:
    import acme_tools
    from acme.adapters import explorer_adapters
    from acme.service import sample
    from toolcharter_runtime import Dispatcher, Requester

    dispatcher = Dispatcher(acme_tools.CATALOG, explorer_adapters(sample()), roles=("explorer",))
    run = dispatcher.open(
        role="explorer",
        requester=Requester(
            identity="ines", tenant="acme", permissions=frozenset({"customer.read"})
        ),
        run_id="show",
    )
    for title, tool, arguments in CALLS:
        envelope = await dispatcher.call(run, tool, arguments.encode())
        print(f"\n{title}: {tool} {arguments[:80]}{' ...' if len(arguments) > 80 else ''}")
        print(json.dumps(json.loads(envelope), indent=2, ensure_ascii=False))


if __name__ == "__main__":
    asyncio.run(main())
