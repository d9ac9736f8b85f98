"""docs/promises.md and the numbers that tests carry are the same."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent


def promised() -> set[str]:
    page = (ROOT / "docs" / "promises.md").read_text()
    return set(re.findall(r"^\| ([A-Z][0-9]+) \|", page, re.MULTILINE))


def carried() -> Iterator[str]:
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.promise"):
                yield from (ast.literal_eval(argument) for argument in node.args)


def test_every_promise_has_a_test_that_carries_its_number() -> None:
    assert promised() - set(carried()) == set()


def test_no_test_carries_a_number_that_is_not_promised() -> None:
    assert set(carried()) - promised() == set()


def test_the_page_is_read() -> None:
    assert len(promised()) > 10
