"""Every number of the worked catalog's policy table, and policy rows as the compiler links them.

Walks in: ``policies/approval.yaml``. Walks out: its limits and thresholds by name, so that a test can
say that it has tried each; and rows of consequences that no tool has yet, linked for tools that have
another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml
from generated_code.packages import imported
from pipeline.catalogs import compiled, with_text, worked_catalog
from write_path.changes import ADDRESS, SEND, STAGE

POLICIES = "policies/approval.yaml"


def table() -> Any:
    """The policy table as it was written."""
    return yaml.safe_load(worked_catalog()[POLICIES])


def limits() -> Iterator[str]:
    """The name of each number of the table, and of each list of people."""
    for level in table()["levels"]:
        for name in ("approvers", "roles", "expires", "pending"):
            if name in level:
                yield f"{level['level']} {name}"
    for consequence, row in table()["consequences"].items():
        for name in ("per_run", "per_day", "pending_per_run"):
            if name in row:
                yield f"{consequence} {name}"


def thresholds() -> Iterator[str]:
    """The name of each value that a fact is compared with."""
    for consequence, row in table()["consequences"].items():
        for kind in ("raise", "refuse"):
            for rule in row.get(kind, ()):
                yield from (f"{consequence} {kind} {each}" for each in _compared(rule))


def _compared(rule: Mapping[str, Any]) -> Iterator[str]:
    if "is" in rule:
        yield from (f"{rule['fact']} {name}" for name in rule["is"])
    elif isinstance(rule["above"], list):
        yield from (f"{rule['fact']} {amount.split()[0]}" for amount in rule["above"])
    else:
        yield f"{rule['fact']}"


_UNUSED = {
    "tools/opportunities/opportunity_stage_change.v1.yaml": ("sales_data", "credential_rotation"),
    "tools/messages/send_email.v1.yaml": ("external_message", "production_deployment"),
    "tools/addresses/address_change.v2.yaml": ("customer_data", "public_comment"),
}
PREVIEWS = {
    "credential_rotation": STAGE,
    "production_deployment": SEND,
    "public_comment": ADDRESS,
}
"""Which change stands for each consequence here that no tool has."""


def rows_of_unused(folder: Path) -> Mapping[str, Any]:
    """Rows of tools, by name, in which a consequence that no tool has is the tool's own."""
    tree = worked_catalog()
    for file, (old, new) in _UNUSED.items():
        tree = with_text(tree, file, f"consequence: {old}", f"consequence: {new}")
    return _policies(folder, tree)


def rows_with_fewer_records(folder: Path) -> Mapping[str, Any]:
    """Rows in which the cap of records is one that a contract's own bound does not hide."""
    old, new = "{fact: records, above: 200}", "{fact: records, above: 2}"
    return _policies(folder, with_text(worked_catalog(), POLICIES, old, new))


def rows_without_pounds(folder: Path) -> Mapping[str, Any]:
    """Rows in which no rule names a currency that the contract takes."""
    tree = with_text(
        worked_catalog(),
        POLICIES,
        "[EUR 500.00, USD 500.00, GBP 450.00]",
        "[EUR 500.00, USD 500.00]",
    )
    return _policies(folder, tree)


def _policies(folder: Path, tree: Mapping[str, bytes]) -> Mapping[str, Any]:
    files = compiled(tree).files
    assert files is not None
    with imported(folder, files) as module:
        return {
            name: {"write": {"policy": row["write"]["policy"]}}
            for name, row in module("dispatch").TOOLS.items()
            if row["form"] in ("preview", "commit")
        }
