"""Every command and block of Python of docs/stores.md, on both databases, and the tests that it names."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from reference_service.fixtures import TESTS
from store import postgres
from store.conftest import postgres_server
from toolcharter_runtime import Dispatcher, Requester

from docs.blocks import blocks
from docs.test_approvals import Shell

__all__ = ["postgres_server"]

PAGE = Path(__file__).parent.parent.parent / "docs" / "stores.md"


@pytest.fixture(params=("sqlite", "postgresql"))
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database without tables, of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'other.db'}"
        return
    with postgres.database(request.getfixturevalue("postgres_server")) as url:
        yield url


def test_the_page_is_true(tmp_path: Path, database_url: str) -> None:
    shell = Shell(tmp_path)
    shell.environment["DATABASE_URL"] = database_url
    for block in blocks(PAGE):
        if block.language == "bash":
            assert "The tables are those of this version." in shell.run(block.text)
        else:
            asyncio.run(_serve(block.text, database_url))
    keys = json.loads((tmp_path / "keys.json").read_text())
    assert list(keys) == ["2026-12"]


async def _serve(text: str, url: str) -> None:
    """The block's host answers, and its round goes on by itself."""
    import acme_tools
    from reference_service.adapters import Upstream, adapters_of
    from sqlalchemy import create_engine

    names: dict[str, Any] = {}
    exec(compile(text, str(PAGE), "exec"), names)  # noqa: S102 - a block of our own page
    own = create_engine("sqlite://")
    async with Upstream("https://127.0.0.1:1") as upstream:
        adapters = adapters_of(upstream, own)
        dispatcher: Dispatcher = await names["serve"](
            acme_tools.CATALOG, adapters, url, {"2026-12": b"k" * 32}
        )
        requester = Requester(identity="ines", tenant="acme", permissions=frozenset())
        run = dispatcher.open(role="explorer", requester=requester, run_id="run-1")
        await asyncio.sleep(0.05)
        cancelled = await dispatcher.cancel(run)
        assert (cancelled.voided, cancelled.going_on) == ((), ())
        await dispatcher.drain()
    own.dispose()


def test_every_test_that_the_page_names_is_there() -> None:
    named = {line.split("`")[1] for line in PAGE.read_text().splitlines() if "`test_" in line}
    there = "".join(each.read_text() for each in (TESTS / "store").glob("test_*.py"))
    assert len(named) == 8
    assert [name for name in sorted(named) if f"def {name}(" not in there] == []
