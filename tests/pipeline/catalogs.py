"""Catalogs as mappings, so that a test can change one place and compile."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import toolcharter
from toolcharter.diagnostics import Diagnostic
from toolcharter.pipeline import Compilation, compile_catalog
from toolcharter.source.tree import read_tree

ROOT = Path(__file__).parent.parent.parent
TREE_OF_CATALOG = ROOT / "catalog"


@cache
def worked_catalog() -> Mapping[str, bytes]:
    """The catalog of this repository."""
    return read_tree(TREE_OF_CATALOG)


@cache
def starter() -> Mapping[str, bytes]:
    """The small catalog that ``toolcharter init`` writes."""
    return read_tree(Path(toolcharter.__file__).parent / "starter")


def with_text(tree: Mapping[str, bytes], path: str, old: str, new: str) -> dict[str, bytes]:
    """The tree with ``old``, which stands once in the file, replaced."""
    text = tree[path].decode()
    assert text.count(old) == 1, f"{path} holds {old!r} {text.count(old)} times"
    return {**tree, path: text.replace(old, new).encode()}


def compiled(tree: Mapping[str, bytes], *, jobs: int = 1) -> Compilation:
    """The compilation of a tree, without cache; it must not be refused."""
    result = compile_catalog(tree, emit=True, compiler="test", jobs=jobs)
    assert not result.is_refused, [
        str(each.span) + " " + each.message for each in result.diagnostics
    ]
    return result


def errors_of(tree: Mapping[str, bytes]) -> list[Diagnostic]:
    """The errors of a tree."""
    result = compile_catalog(tree, emit=True, compiler="test")
    assert (result.files is None) == result.is_refused
    return [each for each in result.diagnostics if each.is_error]


def reworded(tree: Mapping[str, bytes]) -> dict[str, bytes]:
    """The tree with other words in every one-line description and purpose."""
    pattern = re.compile(r'(describe: )("[^"]*"|[A-Z][^\n}]*)')
    return {
        path: pattern.sub(r'\1"Other words."', data.decode()).encode()
        if path.startswith(("tools/", "types/"))
        else data
        for path, data in tree.items()
    }
