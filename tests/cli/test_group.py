"""The commands by name, and what is imported to run one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import toolcharter
from toolcharter.cli.group import toolcharter as group

from .conftest import Toolcharter

COMMANDS = ["init", "compile", "check", "lint", "rules", "explain", "schema"]


def python(code: str, *arguments: str, path: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": ":".join([path, *sys.path])},
    )


RUN = "from toolcharter.cli import main; main()"


def test_the_version_is_told_before_anything_is_imported() -> None:
    code = (
        "import sys\n"
        "from toolcharter.cli import main\n"
        "try: main()\n"
        "except SystemExit as end: assert end.code == 0\n"
        "print(sorted(sys.modules.keys() & {'click', 'yaml', 'jinja2', 'jsonschema', 'pydantic',"
        " 'datamodel_code_generator', 'jsonschema_rs', 'rich', 'importlib.metadata'}))\n"
    )
    assert python(code, "--version").stdout == f"toolcharter {toolcharter.__version__}\n[]\n"


def test_the_version_is_an_option_of_the_group_as_well(tc: Toolcharter) -> None:
    assert tc("--version").out == f"toolcharter {toolcharter.__version__}\n"


@pytest.mark.parametrize("arguments", [["--help"], ["compile", "--help"], ["lint", "-h"]])
def test_help_loads_nothing_that_compiles(arguments: list[str]) -> None:
    code = (
        "import sys\n"
        "from toolcharter.cli import main\n"
        "try: main()\n"
        "except SystemExit as end: assert end.code == 0\n"
        "heavy = {'yaml', 'jinja2', 'jsonschema', 'pydantic', 'datamodel_code_generator'}\n"
        "assert not sys.modules.keys() & heavy\n"
    )
    found = python(code, *arguments)
    assert found.returncode == 0, found.stderr
    assert "Usage: toolcharter" in found.stdout


def test_help_lists_every_command(tc: Toolcharter) -> None:
    listed = tc("--help").out.partition("Commands:\n")[2].partition("\n\n")[0]
    assert [line.split()[0] for line in listed.splitlines()] == COMMANDS


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(tc: Toolcharter, name: str) -> None:
    found = tc(name, "--help")
    assert found.code == 0
    assert f"  toolcharter {name}" in found.out.partition("Example")[2]


def test_the_modules_of_commands_are_the_listed_ones() -> None:
    folder = Path(toolcharter.__file__).parent / "cli"
    found = {path.stem for path in folder.glob("*.py") if "\ndef command(" in path.read_text()}
    assert found == set(COMMANDS)
    assert set(group.list_commands(None)) >= found  # type: ignore[arg-type]


def test_a_mistyped_command_is_wrong_usage_and_the_right_one_is_named(tc: Toolcharter) -> None:
    found = tc("complie")
    assert found.code == 2
    assert "No such command 'complie'. Did you mean 'compile'?" in found.err


def test_no_command_is_wrong_usage(tc: Toolcharter) -> None:
    assert tc().code == 2


@pytest.fixture
def published(tmp_path: Path) -> str:
    """A folder on the path in which another distribution publishes commands."""
    about = tmp_path / "other-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        "[toolcharter.commands]\n"
        "audit = other_commands:audit\n"
        "broken = other_commands:missing\n"
        "compile = other_commands:audit\n"
        "odd = other_commands:number\n"
    )
    (tmp_path / "other_commands.py").write_text(
        "import click\nnumber = 1\n@click.command()\ndef audit(): click.echo('audited')\n"
    )
    return str(tmp_path)


def test_a_command_of_another_distribution_is_found_by_its_name(published: str) -> None:
    found = python(RUN, "audit", path=published)
    assert (found.returncode, found.stdout) == (0, "audited\n")


def test_help_names_the_commands_of_other_distributions(published: str) -> None:
    out = python(RUN, "--help", path=published).stdout
    assert "audit      from other" in out.partition("Commands of other distributions")[2]


def test_no_other_distribution_replaces_a_command_of_ours(published: str) -> None:
    found = python(RUN, "compile", "--help", path=published)
    assert "Compile the catalog" in found.stdout


@pytest.mark.parametrize(
    ("name", "says"), [("broken", "cannot be loaded"), ("odd", "not a command")]
)
def test_a_command_that_cannot_be_loaded_is_told_in_one_line(
    published: str, name: str, says: str
) -> None:
    found = python(RUN, name, path=published)
    assert found.returncode == 2
    assert says in found.stderr
    assert len(found.stderr.splitlines()) == 1
