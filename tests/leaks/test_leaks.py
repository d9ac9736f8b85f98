"""A hundred canaries and eight sinks: none is where it is not meant to be."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from approvals.tokens import token
from leaks.canaries import MARKERS, PLACES, SINKS, WORDS, canary

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
    held, secrets = folder / "lea.token", json.loads((folder / "secrets").read_text())
    held.write_text(accepted := token("lea", roles, tenant=canary("tenant")))
    (folder / "secrets").write_text(json.dumps([*secrets, *accepted.split(".")]))
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
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("leaks")


@pytest.fixture(scope="module")
def sinks(folder: Path) -> Mapping[str, bytes]:
    """What each sink was given."""
    ran = _python(folder, "leaks.session", str(folder))
    assert ran.returncode == 0, ran.stderr.decode()[-4000:]
    assert ran.stdout == b"", "nothing is printed"
    database = b"".join(each.read_bytes() for each in sorted(folder.glob("ledger.db*")))
    return {
        "envelope": (folder / "envelopes").read_bytes(),
        "log": (folder / "log").read_bytes(),
        "metrics": (folder / "metrics").read_bytes(),
        "trace": (folder / "trace.jsonl").read_bytes(),
        "exceptions": (folder / "exceptions").read_bytes(),
        "database": database,
        "screen": _screens(folder),
        "stderr": ran.stderr,
    }


def test_there_are_a_hundred_canaries_and_eight_sinks(sinks: Mapping[str, bytes]) -> None:
    assert len({each.canary for each in PLACES.values()}) == len(PLACES) == 128
    assert tuple(sinks) == SINKS
    assert len(SINKS) == 8


@pytest.mark.promise("T6")
@pytest.mark.promise("B9")
@pytest.mark.parametrize("sink", SINKS)
def test_no_canary_is_where_it_is_not_meant_to_be(sinks: Mapping[str, bytes], sink: str) -> None:
    looked_for = [each for each in PLACES.values() if sink not in each.may_be_in]
    assert len(looked_for) >= 90
    assert [each.name for each in looked_for if each.is_in(sinks[sink])] == []


@pytest.mark.parametrize("sink", SINKS)
def test_what_has_to_be_in_a_sink_is_found_there(sinks: Mapping[str, bytes], sink: str) -> None:
    """A sink in which nothing could be found would prove nothing."""
    if sink in MARKERS:
        assert PLACES[MARKERS[sink]].is_in(sinks[sink])
    for word in WORDS.get(sink, ()):
        assert word.encode() in sinks[sink], word
    assert sink in MARKERS or sink in WORDS


@pytest.mark.parametrize("sink", SINKS)
def test_a_canary_in_any_form_would_be_found(sinks: Mapping[str, bytes], sink: str) -> None:
    before, after = sinks[sink][:200], sinks[sink][-200:]
    for place in PLACES.values():
        word = place.canary.encode()
        for form in (
            b'"%s"' % word,
            b'"%s"' % word.upper(),
            json.dumps(place.canary).encode(),
            b"\n%s\n" % word.hex().encode(),
            *(b"\n%s\n" % base64.b64encode(b"?" * lead + word + b"??") for lead in range(3)),
        ):
            assert place.is_in(before + form + after), (place.name, form)


def test_every_canary_that_may_be_seen_somewhere_is_seen_there(sinks: Mapping[str, bytes]) -> None:
    """So it did come through, and those that are meant to be nowhere came the same ways."""
    for name, place in PLACES.items():
        missing = [each for each in place.may_be_in if not place.is_in(sinks[each])]
        assert not missing, (name, missing)


def test_a_token_that_was_accepted_is_nowhere(folder: Path, sinks: Mapping[str, bytes]) -> None:
    secrets = json.loads((folder / "secrets").read_text())
    assert len(secrets) > 20
    for name, text in sinks.items():
        assert not [each for each in secrets if each.encode() in text], name
