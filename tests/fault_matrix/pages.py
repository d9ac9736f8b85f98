"""The page of a proposal, until there is one in a browser: what the command line shows an approver."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from approvals.tokens import token
from fault_matrix.acts import Act
from toolcharter_runtime.cli.exits import run
from toolcharter_runtime.cli.group import toolcharter_runtime as group


class Pages:
    """``toolcharter approvals`` over one store, for whoever looks."""

    def __init__(self, store_url: str, folder: Path) -> None:
        self._store_url = store_url
        self._folder = folder
        self._keys = self._secret(
            "keys", json.dumps({"test": base64.b64encode(b"k" * 32).decode()})
        )

    async def show(self, act: Act) -> dict[str, Any]:
        """What somebody sees who opens the page of a proposal anew."""
        shown: dict[str, Any] = await self._run("show", act.proposal_id, of=act)
        return shown

    async def waiting(self, act: Act) -> list[str]:
        """The ids of the proposals that wait for a person."""
        listed: Sequence[dict[str, Any]] = await self._run("list", of=act)
        return [each["proposal"] for each in listed]

    async def _run(self, command: str, *arguments: str, of: Act) -> Any:
        typed = [
            *("approvals", command, *arguments, "--output-format", "json"),
            *("--store", self._store_url, "--keys", str(self._keys)),
            *("--token-file", str(self._secret(of.who, token(of.who, of.roles)))),
        ]
        return json.loads(await asyncio.to_thread(_said, typed))

    def _secret(self, name: str, text: str) -> Path:
        file = self._folder / name
        file.write_text(text)
        file.chmod(0o600)
        return file


def _said(typed: list[str]) -> str:
    """What a command writes; it has an event loop of its own."""
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out):
        patch.setenv("TOOLCHARTER_VERIFIER", "approvals.tokens:verifier")
        with contextlib.redirect_stderr(io.StringIO()):
            code = run(group, typed)
    assert code == 0, out.getvalue()
    return out.getvalue()
