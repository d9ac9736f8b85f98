"""Every command and every block of Python of docs/approvals.md, in its order, against a real ledger."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from approvals.documents import NOW, row_of
from approvals.tokens import FAR
from toolcharter_runtime._ledger.keys import new_id
from toolcharter_runtime._store.records import OperationRow, ProposalRow
from toolcharter_runtime._store.sql.opening import open_store
from toolcharter_runtime._store.transaction import Transaction
from toolcharter_runtime.approvals import Claims
from toolcharter_runtime.cli.secret_files import seals_of

from docs.blocks import blocks

PAGE = Path(__file__).parent.parent.parent / "docs" / "approvals.md"
SSO = f"""
from datetime import datetime
def introspect(token):
    if token != "lea's token":
        return None
    until = datetime.fromisoformat({FAR.isoformat()!r})
    return {{"user": "lea", "company": "acme", "groups": ["support_lead"], "until": until}}
"""
LEVEL = {"level": "one_reviewer", "approvers": 1, "roles": ("support_lead",)}


def proposal(number: int) -> ProposalRow:
    return row_of(
        {"number": number},
        proposal_id=f"pro_{number}",
        level=LEVEL,
        run_id=f"run-{number}",
        expires_at=round(FAR.timestamp() * 1000),
    )


def operation(row: ProposalRow) -> OperationRow:
    """The commit of a proposal, of which nobody knows what became."""
    return OperationRow(
        tenant=row.tenant,
        id=new_id("op"),
        key="tc1_key",
        tool=row.tool,
        enforced=row.enforced,
        snapshot="sha256:" + "1" * 64,
        requester=row.requester,
        run_id=row.run_id,
        proposal_id=row.id,
        consequence=row.consequence,
        target='["customer","cus_1","17"]',
        document=b"",
        document_hash=row.hash,
        state="unknown",
        attempt=1,
        owner=None,
        lease_until=None,
        claimed_at=NOW,
        reason="timeout",
    )


class Shell:
    """Runs blocks one after the other; what one exports, the next has."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        kept = {name: text for name, text in os.environ.items() if "TOOLCHARTER" not in name}
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        self.environment = {**kept, "PATH": path, "PYTHONPATH": str(folder)}

    def run(self, text: str) -> str:
        script = f'set -euo pipefail\n{text}\nenv -0 > "$OLDPWD_ENV"\n'
        kept = self._folder / "environment"
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=self._folder,
            env={**self.environment, "OLDPWD_ENV": str(kept)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, (text, done.stdout, done.stderr)
        pairs = (each.partition("=") for each in kept.read_text().split("\0") if each)
        self.environment = {name: value for name, _, value in pairs}
        return done.stdout

    def store(self, work: Callable[[Transaction], Any]) -> Any:
        """What work in the page's own store comes to."""
        seals = seals_of(Path(self.environment["TOOLCHARTER_KEYS"]), current=None)

        async def transact() -> Any:
            store = open_store(self.environment["TOOLCHARTER_STORE"], seals)
            try:
                return await store.transact("acme", work)
            finally:
                await store.close()

        return asyncio.run(transact())


def sow(shell: Shell) -> OperationRow:
    """Three proposals that wait, and a fourth whose commit is unknown."""
    used = replace(proposal(4), state="consumed")
    lost = operation(used)

    def add(tx: Transaction) -> None:
        for row in (*map(proposal, (1, 2, 3)), used):
            tx.add_proposal(replace(row, request_id=row.id))
        tx.add_operation(lost)

    shell.store(add)
    shell.environment |= {
        "PROPOSAL": "pro_1",
        "HASH": proposal(1).hash,
        "OTHER": "pro_2",
        "OTHER_HASH": proposal(2).hash,
        "OPERATION": lost.id,
    }
    return lost


def test_the_page_is_true(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    (tmp_path / "my_sso.py").write_text(SSO)
    (tmp_path / "lea.token").write_text("lea's token\n")
    (tmp_path / "lea.token").chmod(0o600)
    first, *others = blocks(PAGE)
    assert (first.language, "store migrate" in first.text) == ("bash", True)
    assert "The tables are those of this version." in shell.run(first.text)
    lost = sow(shell)
    said = []
    for block in others:
        if block.language == "bash":
            said.append(shell.run(block.text))
        elif block.file is not None:
            (tmp_path / block.file).write_text(block.text)
        else:
            _approve_the_rest(shell, block.text)
    assert said[0].count("pro_") == said[1].count("pro_") == 3
    assert '"pro_1" is approved (1 of 1 approvals).' in said[2]
    assert '"pro_2" is denied' in said[3]
    assert said[4].count(lost.id) > 1
    rows = shell.store(lambda tx: [tx.proposal(f"pro_{each}") for each in (1, 2, 3, 4)])
    states = [row.state for row in rows]
    assert states == ["approved", "denied", "approved", "consumed"]
    ended = shell.store(lambda tx: tx.operation(lost.id))
    assert (ended.state, ended.resolved_by) == ("succeeded", "Olga Brandt")


def _approve_the_rest(shell: Shell, text: str) -> None:
    names: dict[str, Any] = {}
    exec(compile(text, str(PAGE), "exec"), names)  # noqa: S102 - a block of our own page
    seals = seals_of(Path(shell.environment["TOOLCHARTER_KEYS"]), current=None)

    def verifier(_: str) -> Claims:
        roles = frozenset({"support_lead"})
        return Claims(identity="max", tenant="acme", roles=roles, verified_by="test")

    async def approve() -> None:
        store = open_store(shell.environment["TOOLCHARTER_STORE"], seals)
        try:
            await names["approve_small_ones"](store, verifier, "token")
        finally:
            await store.close()

    asyncio.run(approve())


def test_the_command_that_cannot_run_here_is_one_of_the_help() -> None:
    (line,) = [each for each in PAGE.read_text().splitlines() if "--query --host" in each]
    assert line.startswith("    toolcharter outcomes resolve ")
