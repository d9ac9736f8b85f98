"""The keys of a contract file, each with what it means (the table of section 3)."""

from __future__ import annotations

from toolcharter.contract.language.parts import Schema, key, question, ref, several

KEYS: Schema = {
    "tool": key("One tool: a read or a direct write.", ref("tool_name"), example="get_customer"),
    "change": key(
        "A change: preview_<name> and commit_<name> of the same version.",
        ref("change_name"),
        example="address_change",
    ),
    "version": key("The version of the tool; a new one is a new file.", ref("version"), example=1),
    "status": key("Where the version is in its life; silent means active, stable.", ref("status")),
    "purpose": question(
        "When to use the tool and what its words mean.",
        ref("prose"),
        example="Read one customer whose identifier is known.",
    ),
    "effect": key("What the tool does to the business.", {}, example={"class": "read"}),
    "follows": key("The writes that this tool asks about or stops.", ref("follows")),
    "target": key("The record that the write acts on.", {}),
    "permissions": question(
        "What the requester must hold, all of it, from permissions.yaml.",
        several(ref("permission"), most=10),
        example=["customer.read"],
    ),
    "preconditions": question(
        "What the owning service checks first, beside the checks of the identifiers; [] is none.",
        several(ref("name"), least=0, most=20),
        example=[],
    ),
    "visibility": key("Runs with the service's own sight, not the requester's.", ref("visibility")),
    "input": key(
        "What the agent sends.", ref("shape"), example={"fields": {"customer_id": "customer_id"}}
    ),
    "page": key("Makes the read a list with a cursor; `output` is then one item.", ref("page")),
    "plan": key(
        "What trusted code works out before a person decides.",
        ref("plan"),
        example={"before_after": {"fields": {"address": "address"}}},
    ),
    "output": key(
        "Everything that the adapter may return beyond the fixed part.",
        ref("shape"),
        example={"fields": {"name": "person_name"}},
    ),
    "views": question(
        "Which output fields each audience sees.",
        ref("views"),
        example={"support": {"shows": ["name"]}},
    ),
    "facts": key("The canonical facts that the approval policy looks at.", ref("facts")),
    "operation": key("The write starts long work that another tool polls.", ref("operation")),
    "idempotency": key(
        "What the service does with a repeated call, and who says whether it happened.",
        {},
        example={"service_keys": False, "status": "none"},
    ),
    "failure": key(
        "What may go wrong, what is tried again, until when it can be stopped.",
        {},
        example={"retry": {"class": "read", "attempts": 3}},
    ),
    "limits": key("Time, size and concurrency.", {}, example={"timeout": "3s"}),
    "adapter": key("How the operation is carried out; silent means python.", {}),
    "telemetry": key("Which input values may be logged; silent means none.", ref("telemetry")),
    "retention": key("How long results and proposals are kept.", ref("retention")),
    "judgements": key(
        "Reviewed answers to questions that the linter asks.",
        several(ref("judgement"), most=50, unique=False),
    ),
    "suppressions": key(
        "Rules that are silenced here, each with a reason, an owner and an end.",
        several(ref("suppression"), most=20, unique=False),
    ),
}
