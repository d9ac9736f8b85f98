"""What the tests of generated code share: the worked catalog without its drafts, and its package."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
import toolcharter
from pipeline.catalogs import compiled, worked_catalog
from toolcharter.source.tree import read_tree

_HOLE_AT_THE_END = re.compile(rb'(summary: "[^"]*\})"')


@pytest.fixture(scope="session")
def tree() -> Mapping[str, bytes]:
    """The worked catalog; drafts are not compiled, so nothing can get in through them. Every summary
    ends in text, so that a text which is put at its end makes no further part of it."""
    return {
        path: _HOLE_AT_THE_END.sub(rb'\1 now"', data)
        for path, data in worked_catalog().items()
        if not path.startswith("drafts/")
    }


@pytest.fixture(scope="session")
def package(tree: Mapping[str, bytes]) -> Mapping[str, str]:
    """The generated files of the worked catalog."""
    files = compiled(tree).files
    assert files is not None
    return dict(files)


@pytest.fixture(scope="session")
def starter() -> Mapping[str, bytes]:
    """The small catalog that ``toolcharter init`` writes."""
    return read_tree(Path(toolcharter.__file__).parent / "starter")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder to work in."""
    return tmp_path
