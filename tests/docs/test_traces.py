"""The block of Python of docs/traces.md, carried out."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest
from toolcharter_runtime import Requester
from toolcharter_runtime.errors import TraceError
from toolcharter_runtime.traces import read_trace

from docs.blocks import blocks

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "traces.md"

for _folder in ("generated", "tests/runtime/package"):
    sys.path.insert(0, str(ROOT / _folder))


def test_the_page_is_true(tmp_path: Path) -> None:
    import acme_tools
    from traces.scripted import Script, adapters

    names: dict[str, Any] = {}
    (block,) = (each for each in blocks(PAGE) if each.language == "python")
    exec(compile(block.text, str(PAGE), "exec"), names)  # noqa: S102 - a block of our own page
    requester = Requester(
        identity="u-17", tenant="acme", permissions=frozenset(acme_tools.CATALOG["permissions"])
    )
    file = tmp_path / "trace.jsonl"
    digest = asyncio.run(names["serve"](acme_tools.CATALOG, adapters(Script()), requester, file))
    assert names["read"](file) == ["OK", "INVALID_ARGUMENT"]
    assert read_trace(file, key=names["key"]).digest == digest
    assert b"Ada" not in file.read_bytes()
    with pytest.raises(TraceError, match=r"trace\.jsonl, line 1: "):
        read_trace(file)


def test_the_page_names_every_event() -> None:
    page = PAGE.read_text()
    package = ROOT / "runtime" / "toolcharter_runtime" / "_trace"
    source = "".join(each.read_text() for each in package.glob("*.py"))
    for event in (
        *("trace", "closed", "catalog", "run", "call", "begun", "decision", "resolved"),
        *("recovery", "question", "cancelled", "lost"),
    ):
        assert f"`{event}`" in page, event
        assert f'"{event}"' in source, event
