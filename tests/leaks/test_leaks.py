"""A hundred canaries and eight sinks: none is where it is not meant to be."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from approvals.tokens import token
from leaks.canaries import PLACES, SINKS, Place, canary

ROOT = Path(__file__).parents[2]


def _python(folder: Path, *command: str) -> subprocess.CompletedProcess[bytes]:
    paths = [ROOT / each for each in ("tests", "generated", "tests/runtime/package")]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, paths)),
        "TOOLCHARTER_STORE": f"sqlite:///{folder / 'ledger.db'}",
        "TOOLCHARTER_KEYS": str(folder / "keys.json"),
        "TOOLCHARTER_VERIFIER": "approvals.tokens:verifier",
    }
    return subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, env=environment, check=False
    )


def _screens(folder: Path) -> bytes:
    """Everything that the commands of approvers and operators print about the session."""
    roles = ("support_lead", "sales_lead", "finance_lead", "head_of_sales", "head_of_support")
    held = folder / "lea.token"
    held.write_text(token("lea", roles, tenant=canary("tenant")))
    held.chmod(0o600)
    *proposals, operation = json.loads((folder / "shown").read_text())
    mine, theirs = ("--token-file", str(held)), ("--tenant", canary("tenant"))
    commands = [
        ("approvals", "list", *mine),
        *(("approvals", "show", each, *mine) for each in proposals),
        ("outcomes", "list"),
        ("outcomes", "show", operation, *theirs),
    ]
    printed = b""
    for command in commands:
        ran = _python(folder, "toolcharter_runtime", *command)
        assert ran.returncode == 0, ran.stderr.decode()
        printed += ran.stdout + ran.stderr
    return printed


@pytest.fixture(scope="module")
def sinks(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """What each sink was given, in lower case: an undeclared code is a canary in capitals."""
    folder = tmp_path_factory.mktemp("leaks")
    ran = _python(folder, "leaks.session", str(folder))
    assert ran.returncode == 0, ran.stderr.decode()[-4000:]
    database = b"".join(each.read_bytes() for each in sorted(folder.glob("ledger.db*")))
    found = {
        "envelope": (folder / "envelopes").read_bytes(),
        "log": (folder / "log").read_bytes(),
        "metrics": (folder / "metrics").read_bytes(),
        "trace": (folder / "trace.jsonl").read_bytes(),
        "exceptions": (folder / "exceptions").read_bytes(),
        "database": database,
        "screen": _screens(folder),
        "stderr": ran.stderr,
    }
    return {name: text.lower() for name, text in found.items()}


def _in(text: bytes, place: Place) -> bool:
    return place.canary.lower().encode() in text


def test_there_are_a_hundred_canaries_and_eight_sinks(sinks: Mapping[str, bytes]) -> None:
    assert len({each.canary for each in PLACES.values()}) == len(PLACES) >= 100
    assert tuple(sinks) == SINKS
    assert len(SINKS) == 8
    assert all(sinks.values()), "no sink is empty"


@pytest.mark.promise("T6")
@pytest.mark.promise("B9")
@pytest.mark.parametrize("sink", SINKS)
def test_no_canary_is_where_it_is_not_meant_to_be(sinks: Mapping[str, bytes], sink: str) -> None:
    found = [
        name
        for name, place in PLACES.items()
        if sink not in place.may_be_in and _in(sinks[sink], place)
    ]
    assert found == []


@pytest.mark.parametrize("sink", SINKS)
def test_the_search_finds_what_is_meant_to_be_there(sinks: Mapping[str, bytes], sink: str) -> None:
    """A sink in which nothing could be found would prove nothing."""
    meant = [each for each in PLACES.values() if sink in each.may_be_in]
    assert any(_in(sinks[sink], each) for each in meant) or not meant
    known = {
        "metrics": b"toolcharter.calls",
        "trace": b'"event":"call"',
        "exceptions": b"there is no such proposal",
    }
    assert known.get(sink, b"") in sinks[sink]


def test_every_canary_of_a_decision_is_shown_to_people(sinks: Mapping[str, bytes]) -> None:
    shown = [name for name, each in PLACES.items() if "screen" in each.may_be_in]
    assert [name for name in shown if not _in(sinks["screen"], PLACES[name])] == []
