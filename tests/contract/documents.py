"""Documents for the tests: the valid files below ``catalog/`` and the example catalog."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from toolcharter.source.document import Document
from toolcharter.source.reader import read

HERE = Path(__file__).parent
CATALOG = HERE / "catalog"
_REPOSITORY = HERE.parent.parent


def document(file: str, text: str) -> Document:
    """The document of a text that reads without a finding."""
    found, findings = read(file, text.encode())
    assert found is not None, findings
    return found


def documents(folder: Path) -> list[Document]:
    """Every YAML file below a folder."""
    paths = sorted(folder.rglob("*.yaml"))
    return [
        document(path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8"))
        for path in paths
    ]


def language_folder() -> Path:
    """The folder with LANGUAGE.md and its example catalog; the test is skipped without it."""
    shared = Path(os.environ.get("TOOLCHARTER_CORPORA", _REPOSITORY.parent / "shared"))
    for folder in (shared / "language", shared.parent / "language"):
        if folder.is_dir():
            return folder
    if os.environ.get("CI") == "true":
        pytest.fail("the language folder is absent")
    pytest.skip("the language folder is absent")
