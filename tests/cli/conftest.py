"""The command line as a caller sees it: arguments in, exit code and two streams out."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
import toolcharter
from toolcharter.cli.exits import run
from toolcharter.cli.group import toolcharter as group

STARTER = Path(toolcharter.__file__).parent / "starter"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    code: int
    out: str
    err: str


Toolcharter = Callable[..., Ran]


@pytest.fixture(autouse=True)
def own_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The person's own folder; the real one is left alone."""
    folder = tmp_path_factory.mktemp("own")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


@pytest.fixture
def tc(capsys: pytest.CaptureFixture[str]) -> Toolcharter:
    """Runs ``toolcharter`` with the given arguments in this process."""

    def call(*arguments: str | Path) -> Ran:
        capsys.readouterr()
        code = run(group, [str(each) for each in arguments])
        out, err = capsys.readouterr()
        return Ran(code=code, out=out, err=err)

    return call


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The starter catalog in a folder of its own, which is the current one."""
    root = tmp_path / "catalog"
    shutil.copytree(STARTER, root)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TOOLCHARTER_CACHE_DIR", raising=False)
    return root
