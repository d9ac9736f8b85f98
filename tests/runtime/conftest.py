"""What the tests of the runtime share: the sample package."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "package"))

from made_package import PackageMaker
from sample_host import Host


@pytest.fixture
def host() -> Host:
    return Host()


@pytest.fixture
def make_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PackageMaker:
    return PackageMaker(tmp_path, monkeypatch)
