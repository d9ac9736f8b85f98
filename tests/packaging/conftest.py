"""The distributions as users get them: built, then installed into empty environments."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

REPO = Path(__file__).parents[2]


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """The output of a command that has to succeed; nothing of the checkout is on its path."""
    found = subprocess.run(
        [str(each) for each in command],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
    )
    assert found.returncode == 0, f"{command}\n{found.stdout}\n{found.stderr}"
    return found.stdout


def build(source: Path, out: Path, *what: str) -> None:
    run(sys.executable, "-m", "build", "--no-isolation", *what, "--outdir", out, source)


@dataclass(frozen=True, slots=True)
class Environment:
    """A virtual environment with nothing in it but what is installed here."""

    folder: Path

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    @classmethod
    def create(cls, folder: Path, *wheels: Path) -> Environment:
        uv = Path(sys.executable).with_name("uv")
        run(uv, "venv", "--quiet", "--python", sys.executable, folder)
        made = cls(folder)
        install: list[str | Path] = [uv, "pip", "install", "--quiet", "--python", made.python]
        wanted: list[str | Path] = ["--constraint", REPO / "constraints.txt", *wheels]
        try:
            # What `make` installed is in uv's cache; the network is asked only where that is gone.
            run(*install, "--offline", *wanted)
        except AssertionError:
            run(*install, *wanted)
        return made


@dataclass(frozen=True, slots=True, kw_only=True)
class Distributions:
    compiler_wheel: Path
    compiler_sdist: Path
    runtime_wheel: Path
    runtime_sdist: Path


@pytest.fixture(scope="session")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Distributions:
    """Both distributions; each wheel is built from its source distribution."""
    out = tmp_path_factory.mktemp("dist")
    build(REPO, out)
    build(REPO / "runtime", out)
    return Distributions(
        compiler_wheel=only(out, "toolcharter-*.whl"),
        compiler_sdist=only(out, "toolcharter-*.tar.gz"),
        runtime_wheel=only(out, "toolcharter_runtime-*.whl"),
        runtime_sdist=only(out, "toolcharter_runtime-*.tar.gz"),
    )


def only(folder: Path, pattern: str) -> Path:
    """The one file of that name."""
    (found,) = folder.glob(pattern)
    return found


@pytest.fixture(scope="session")
def compiler(tmp_path_factory: pytest.TempPathFactory, distributions: Distributions) -> Environment:
    """An environment with the compiler alone."""
    return Environment.create(tmp_path_factory.mktemp("compiler"), distributions.compiler_wheel)


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory, compiler: Environment) -> Path:
    """A folder in which the installed compiler wrote its starter catalog and compiled it."""
    folder = tmp_path_factory.mktemp("project")
    command = compiler.folder / "bin" / "toolcharter"
    run(command, "init", cwd=folder)
    run(command, "compile", cwd=folder)
    return folder


@pytest.fixture(scope="session")
def service(
    tmp_path_factory: pytest.TempPathFactory, distributions: Distributions, project: Path
) -> Environment:
    """An environment with the runtime and a generated package, as a production service has it."""
    out = tmp_path_factory.mktemp("package")
    build(project / "generated" / "ticket_tools", out, "--wheel")
    return Environment.create(
        tmp_path_factory.mktemp("service"), distributions.runtime_wheel, only(out, "*.whl")
    )
