"""The reference service, and the sample package of the runtime's tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "runtime" / "package"))

from made_package import PackageMaker
from reference_service.fixtures import own_database, reference_process, reference_service

__all__ = ["own_database", "reference_process", "reference_service"]


@pytest.fixture
def make_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PackageMaker:
    return PackageMaker(tmp_path, monkeypatch)
