"""What a command raises becomes a code and a line, in one place."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from toolcharter.cli.exits import UsageError, run

QUOTED = "the text of somebody's contract"


def raising(error: BaseException) -> click.Command:
    def fail() -> int:
        raise error

    return click.Command("fail", callback=fail)


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (UsageError("no catalog"), 2, "toolcharter: no catalog\n"),
        (
            PermissionError(13, "Permission denied", "x.py"),
            2,
            "cannot use 'x.py': Permission denied",
        ),
        (OSError(28, "No space left on device"), 2, "cannot use: No space left on device"),
        (KeyboardInterrupt(), 130, "toolcharter: interrupted\n"),
        (click.Abort(), 130, "toolcharter: interrupted\n"),
    ],
)
def test_what_is_not_our_bug_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], error: BaseException, code: int, line: str
) -> None:
    assert run(raising(error), []) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert line in err
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize("error", [KeyError(QUOTED), RecursionError(QUOTED), MemoryError(QUOTED)])
def test_a_bug_of_ours_leaves_a_file_to_attach_without_the_text_of_contracts(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    error.__cause__ = ValueError(QUOTED)
    assert run(raising(error), []) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert "Traceback" not in err
    assert QUOTED not in err
    (report,) = tmp_path.iterdir()
    assert str(report) in err
    text = report.read_text()
    assert QUOTED not in text
    assert f"builtins.{type(error).__name__}\n" in text
    assert "builtins.ValueError\n" in text
    assert re.search(r"test_exits\.py:\d+ in fail\n", text)


def test_a_bug_without_a_place_for_the_report_is_still_told_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "missing"))
    assert run(raising(ZeroDivisionError(QUOTED)), []) == 3
    err = capsys.readouterr().err
    assert "builtins.ZeroDivisionError" in err
    assert QUOTED not in err
    assert len(err.splitlines()) == 1


def test_a_command_gives_its_own_code_and_silence_is_clean() -> None:
    assert run(click.Command("found", callback=lambda: 1), []) == 1
    assert run(click.Command("clean", callback=lambda: None), []) == 0


def test_a_bad_option_is_wrong_usage_and_help_is_clean(capsys: pytest.CaptureFixture[str]) -> None:
    command = click.Command("do", callback=lambda: 0)
    assert run(command, ["--wrong"]) == 2
    assert "--wrong" in capsys.readouterr().err
    assert run(command, ["--help"]) == 0
    assert "Usage" in capsys.readouterr().out


def test_a_reader_that_goes_away_is_no_bug_and_no_finding() -> None:
    code = (
        "import click, sys\n"
        "from toolcharter.cli.exits import run\n"
        "def many():\n"
        "    for _ in range(100_000): click.echo('x' * 100)\n"
        "sys.exit(run(click.Command('many', callback=many), []))\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PYTHONPATH": ":".join(sys.path)},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


def test_a_command_that_ends_by_itself_keeps_its_code() -> None:
    with pytest.raises(SystemExit) as ended:
        run(raising(SystemExit(7)), [])
    assert ended.value.code == 7


def test_a_terminal_without_the_characters_gets_escapes() -> None:
    code = (
        "import click, sys\n"
        "from toolcharter.cli.exits import run\n"
        "sys.exit(run(click.Command('say', callback=lambda: print('caf\\u00e9')), []))\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=True,
        env={"PYTHONPATH": ":".join(sys.path), "PYTHONIOENCODING": "ascii"},
    )
    assert found.stdout == b"caf\\xe9\n"


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_what_the_caller_has_closed_changes_no_exit_code(closed: str) -> None:
    command = Path(sys.executable).with_name("toolcharter")
    for words, code in (("rules", 0), ("explain nothing/such", 2)):
        done = subprocess.run(
            ["/bin/sh", "-c", f'"$0" {words} {closed}', command], capture_output=True, check=False
        )
        assert done.returncode == code, done.stderr
        assert b"Traceback" not in done.stderr
