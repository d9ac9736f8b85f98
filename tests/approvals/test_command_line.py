"""``approvals`` and ``store`` as somebody types them: exit codes, streams, and what never shows."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import shlex
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from approvals.pages import document_of
from approvals.scene import COMMIT, REFUND, CommandLine, Scene, commit, person, proposed
from store.backups import backup
from toolcharter.cli.exits import Exit as ExitOfTheCompiler
from toolcharter.cli.exits import run as run_compiler
from toolcharter.cli.group import toolcharter as compiler
from toolcharter_runtime._store.sql.opening import open_store
from toolcharter_runtime.cli.exits import Exit
from toolcharter_runtime.cli.group import COMMANDS
from write_path.host import SEALS

ON_A_FILE = pytest.mark.parametrize("store_url", ["sqlite"], indirect=True)
"""What is refused or said before a store is opened, or about a store of the test's own."""


@pytest.mark.promise("A2")
async def test_show_approve_commit_and_the_effect_is_what_was_shown(
    deployed: Scene, cli: CommandLine
) -> None:
    async with deployed.host() as host:
        run = host.run()
        proposal_id = await proposed(host, run)
        listed = await cli.lea("approvals", "list")
        assert (listed.code, listed.err) == (0, "1 waiting for you.\n")
        assert proposal_id in listed.out
        shown = await cli.lea("approvals", "show", proposal_id)
        assert shown.code == 0
        row = await host.proposal(proposal_id)
        assert document_of(shown.out) == row.document
        last = shown.out.splitlines()[-1]
        assert row.hash in last
        # The last line is the command itself: it is typed as it stands there.
        words = shlex.split(last.removeprefix("  to approve"))
        program = ["python", "-m", "toolcharter_runtime"]
        assert words[:3] == program
        approved = await cli(*words[3:])
        assert (approved.code, approved.err) == (0, "")
        assert approved.out == f'"{proposal_id}" is approved (1 of 1 approvals).\n'
        # What the agent holds may say what it likes: the id is all that is taken.
        forged = {"proposal_id": proposal_id, "arguments": {"customer_id": "cus_8d1e6a0f"}}
        assert (await host.call(run, COMMIT, forged))["error"]["code"] == "UNKNOWN_FIELD"
        assert (await commit(host, run, proposal_id))["outcome"] == "committed"
        (effect,) = deployed.service.effects()
        said = json.loads(document_of(shown.out))
        assert (effect.id, str(effect.version_before)) == (
            said["target"]["id"],
            said["target"]["version"],
        )
        record = deployed.service.record("acme", "customer", effect.id)
        assert record is not None
        assert record["body"]["shipping_address"] == said["after"]["shipping_address"]


@pytest.mark.promise("A5")
async def test_a_denial_needs_its_reason_and_the_agent_reads_it(
    deployed: Scene, cli: CommandLine
) -> None:
    async with deployed.host() as host:
        run = host.run()
        proposal_id = await proposed(host, run)
        hash_ = (await host.proposal(proposal_id)).hash
        deny = ("approvals", "deny", proposal_id, "--hash", hash_)
        assert (await cli.lea(*deny)).code == 2
        blank = await cli.lea(*deny, "--reason", "\u202eno")
        assert (blank.code, blank.out) == (2, "")
        done = await cli.lea(*deny, "--reason", "The street does not exist.")
        assert (done.code, done.out) == (0, f'"{proposal_id}" is denied (0 of 1 approvals).\n')
        error = (await commit(host, run, proposal_id))["error"]
        assert error["reason"] == "The street does not exist."
        again = await cli.lea(*deny, "--reason", "Once more.")
        assert again.code == 1
        assert "already decided (denied): denied by lea at " in again.err


async def test_nothing_is_decided_without_the_hash_that_was_shown(
    deployed: Scene, cli: CommandLine
) -> None:
    async with deployed.host() as host:
        proposal_id = await proposed(host, host.run())
        missing = await cli.lea("approvals", "approve", proposal_id)
        assert missing.code == 2
        assert "--hash" in missing.err
        other = await cli.lea("approvals", "approve", proposal_id, "--hash", "sha256:0")
        assert (other.code, other.out) == (1, "")
        assert "look at it again" in other.err
        assert (await host.proposal(proposal_id)).state == "pending"


@pytest.mark.promise("A3")
async def test_two_persons_at_two_terminals(deployed: Scene, cli: CommandLine) -> None:
    async with deployed.host() as host:
        proposal_id = await proposed(host, host.run(), REFUND, "preview_refund_v1")
        hash_ = (await host.proposal(proposal_id)).hash
        max_ = ("--token-file", cli.token_file("max", "finance_lead"))
        ada = ("--token-file", cli.token_file("ada", "head_of_sales"))
        approve = ("approvals", "approve", proposal_id, "--hash", hash_)
        assert "is pending (1 of 2 approvals)" in (await cli(*approve, *max_)).out
        seen = (await cli("approvals", "show", proposal_id, *max_)).out
        assert "You have approved this; somebody else has to decide as well." in seen
        assert '    approved by       "max"' in seen
        assert "is approved (2 of 2 approvals)" in (await cli(*approve, *ada)).out
        assert (
            "nothing is left to decide" in (await cli("approvals", "show", proposal_id, *ada)).out
        )


async def test_the_requester_reads_but_does_not_decide(deployed: Scene, cli: CommandLine) -> None:
    async with deployed.host() as host:
        proposal_id = await proposed(host, host.run())
        ines = ("--token-file", cli.token_file("ines"))
        shown = await cli("approvals", "show", proposal_id, *ines)
        assert shown.code == 0
        assert "to approve" not in shown.out
        assert "somebody else decides" in shown.out.splitlines()[-1]
        hash_ = (await host.proposal(proposal_id)).hash
        own = await cli("approvals", "approve", proposal_id, "--hash", hash_, *ines)
        assert own.code == 1


async def test_programs_get_the_document_and_where_it_stands(
    deployed: Scene, cli: CommandLine
) -> None:
    async with deployed.host() as host:
        proposal_id = await proposed(host, host.run())
        row = await host.proposal(proposal_id)
        (listed,) = json.loads((await cli.lea("approvals", "list", "--output-format", "json")).out)
        shown = json.loads(
            (await cli.lea("approvals", "show", proposal_id, "--output-format", "json")).out
        )
        assert shown["document"] == listed["document"] == json.loads(row.document)
        assert (shown["hash"], shown["state"], shown["decisions"]) == (row.hash, "pending", [])
        assert "/shipping_address/city" in shown["changed"]
        done = await cli.lea(
            *("approvals", "approve", proposal_id, "--hash", row.hash, "--output-format", "json")
        )
        (decision,) = json.loads(done.out)["decisions"]
        assert (decision["approver"], decision["verified_by"]) == ("lea", "test issuer")


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"secret": b"another issuer"}, "the token is not valid"),
        ({"audience": "mail"}, "the token was made for something else"),
        ({"until": datetime(2020, 1, 1, tzinfo=UTC)}, "the token has expired"),
    ],
)
@ON_A_FILE
async def test_a_token_that_is_refused_ends_at_the_door(
    cli: CommandLine, facts: dict[str, object], says: str
) -> None:
    file = cli.token_file("lea", **facts)
    ran = await cli("approvals", "list", "--token-file", file)
    assert (ran.code, ran.out, ran.err) == (4, "", f"toolcharter: {says}\n")
    assert file.read_text().strip() not in ran.err


async def test_a_token_for_another_tenant_sees_nothing(deployed: Scene, cli: CommandLine) -> None:
    async with deployed.host() as host:
        proposal_id = await proposed(host, host.run())
        stranger = ("--token-file", cli.token_file("lea", tenant="globex"))
        assert (await cli("approvals", "list", *stranger)).out == ""
        shown = await cli("approvals", "show", proposal_id, *stranger)
        assert (shown.code, shown.err) == (1, "toolcharter: there is no such proposal\n")


@ON_A_FILE
async def test_nobody_decides_without_a_name(cli: CommandLine) -> None:
    ran = await cli("approvals", "list")
    assert ran.code == 2
    assert "who are you?" in ran.err


async def test_a_development_identity_is_shouted_about_at_every_use(
    deployed: Scene, cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with deployed.host() as host:
        proposal_id = await proposed(host, host.run())
        hash_ = (await host.proposal(proposal_id)).hash
        monkeypatch.setenv("TOOLCHARTER_DEV_APPROVER", "dev/acme:support_lead,sales_lead")
        for command in (
            ("list",),
            ("list", "--output-format", "json"),
            ("show", proposal_id),
            ("approve", proposal_id, "--hash", hash_),
            ("approve", proposal_id, "--hash", hash_),
        ):
            ran = await cli("approvals", *command)
            assert "!!! DEVELOPMENT IDENTITY dev: NOBODY HAS VERIFIED WHO THIS IS" in ran.err
            assert "DEVELOPMENT" not in ran.out
        (row,) = await host.store.read("acme", lambda rows: rows.decisions(proposal_id))
        assert (row.approver, row.verified_by) == ("dev", "development")
        both = await cli.lea("approvals", "list")
        assert both.code == 2
        assert "unset one of them" in both.err
        for wrong in ("dev", "dev/", "/acme:support_lead"):
            monkeypatch.setenv("TOOLCHARTER_DEV_APPROVER", wrong)
            assert (await cli("approvals", "list")).code == 2


@pytest.mark.parametrize(
    ("verifier", "says"),
    [
        ("", "names nobody"),
        ("approvals.tokens", "is module:function"),
        ("approvals.tokens:missing", "cannot be loaded (AttributeError)"),
        ("no_such_module:verifier", "cannot be loaded (ModuleNotFoundError)"),
        ("approvals.tokens:broken", "failed (KeyError)"),
        ("sys:exit", "failed (SystemExit)"),
        ("..tokens:verifier", "cannot be loaded (TypeError)"),
        ("approvals.unloadable:verifier", "cannot be loaded (SystemExit)"),
    ],
)
@ON_A_FILE
async def test_a_verifier_that_does_not_work_is_wrong_usage_and_prints_no_token(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch, verifier: str, says: str
) -> None:
    monkeypatch.setenv("TOOLCHARTER_VERIFIER", verifier)
    ran = await cli.lea("approvals", "list")
    assert ran.code == 2
    assert says in ran.err
    assert cli.token_file("lea").read_text().strip() not in ran.err


def written(file: Path, text: str, mode: int = 0o600) -> Path:
    file.write_text(text)
    file.chmod(mode)
    return file


SECRET = base64.b64encode(b"s" * 32).decode()


@pytest.mark.parametrize(
    ("text", "mode", "says"),
    [
        (json.dumps({"test": SECRET}), 0o644, "chmod 600"),
        (json.dumps({"test": SECRET}), 0o602, "chmod 600"),
        ("{", 0o600, "not JSON of the form"),
        (f'["{SECRET}"]', 0o600, "not JSON of the form"),
        (json.dumps({"test": "%%%" + SECRET}), 0o600, "not JSON of the form"),
        (json.dumps({"test": 5}), 0o600, "not JSON of the form"),
        (f'{{"a": "{SECRET}", "a": "{SECRET}"}}', 0o600, "not JSON of the form"),
        (json.dumps({"test": SECRET[:20]}), 0o600, "must be at least 32 bytes"),
        (json.dumps({"a": SECRET, "b": SECRET}), 0o600, "holds 2 keys: say with --key"),
        (json.dumps({}), 0o600, "holds 0 keys"),
    ],
)
@ON_A_FILE
async def test_keys_that_do_not_do_are_refused_and_never_printed(
    cli: CommandLine, tmp_path: Path, text: str, mode: int, says: str
) -> None:
    file = written(tmp_path / "other.json", text, mode)
    ran = await cli.lea("approvals", "list", "--keys", file)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert SECRET[:20] not in ran.err


@ON_A_FILE
async def test_a_token_that_everybody_may_read_is_refused(cli: CommandLine) -> None:
    file = cli.token_file("lea")
    file.chmod(0o644)
    ran = await cli("approvals", "list", "--token-file", file)
    assert ran.code == 2
    assert "chmod 600" in ran.err


@ON_A_FILE
async def test_one_of_several_keys_is_named(cli: CommandLine, tmp_path: Path) -> None:
    both = json.dumps({"test": base64.b64encode(b"k" * 32).decode(), "new": SECRET})
    file = written(tmp_path / "both.json", both)
    assert (await cli.lea("approvals", "list", "--keys", file, "--key", "new")).code == 0
    other = await cli.lea("approvals", "list", "--keys", file, "--key", "old")
    assert (other.code, other.err) == (2, "toolcharter: there is no key 'old' to seal with\n")


async def test_rows_under_another_key_are_refused(
    deployed: Scene, cli: CommandLine, tmp_path: Path
) -> None:
    async with deployed.host() as host:
        proposal_id = await proposed(host, host.run())
        file = written(tmp_path / "other.json", json.dumps({"test": SECRET}))
        for command in (("list",), ("show", proposal_id)):
            ran = await cli.lea("approvals", *command, "--keys", file)
            assert (ran.code, ran.out) == (1, "")
            assert f"the proposal {proposal_id} in the store was not written" in ran.err


@ON_A_FILE
async def test_a_mistyped_file_does_not_become_an_empty_store(
    cli: CommandLine, tmp_path: Path
) -> None:
    file = tmp_path / "typo.db"
    ran = await cli.lea("approvals", "list", "--store", f"sqlite:///{file}")
    assert ran.code == 2
    assert "there is no store" in ran.err
    assert not file.exists()


@pytest.mark.parametrize(
    "url",
    [
        "mysql://me:hunter2@example.com/x",
        "hunter2",
        "postgresql://me:hunter2@127.0.0.1:1/x",
        "postgresql://me:s@cret:hunter2@127.0.0.1/x",
        "postgresql://me:x@127.0.0.1:1/x?hunter2=1",
        "sqlite://",
    ],
)
@ON_A_FILE
async def test_a_store_that_cannot_be_used_is_told_without_its_url(
    cli: CommandLine, url: str
) -> None:
    ran = await cli.lea("approvals", "list", "--store", url)
    assert (ran.code, ran.out) == (2, "")
    assert "hunter2" not in ran.err
    assert len(ran.err.splitlines()) == 1


async def test_the_command_that_approves_repeats_no_url_with_a_password(
    deployed: Scene, cli: CommandLine, store_url: str
) -> None:
    url = store_url.replace("postgres@", "postgres:hunter2@")
    repeated = url if url.startswith("sqlite:") else '"$TOOLCHARTER_STORE"'
    async with deployed.host() as host:
        proposal_id = await proposed(host, host.run())
        shown = await cli.lea("approvals", "show", proposal_id, "--store", url)
        assert f"--store {repeated}" in shown.out.splitlines()[-1]
        assert "hunter2" not in shown.out


@ON_A_FILE
async def test_the_tables_are_made_and_checked(cli: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "new.db"
    url = f"sqlite:///{file}"
    assert (await cli("store", "check", "--store", url)).code == 2
    file.touch()
    bare = await cli("store", "check", "--store", url)
    assert (bare.code, bare.out) == (1, "")
    assert "no tables of toolcharter" in bare.err
    for _ in range(2):
        assert (await cli("store", "migrate", "--store", url)).code == 0
    assert (await cli("store", "check", "--store", url)).code == 0
    assert (await cli.lea("approvals", "list", "--store", url)).code == 0


async def test_a_restored_ledger_is_refused_until_it_was_reconciled(
    deployed: Scene, cli: CommandLine, store_url: str, tmp_path: Path
) -> None:
    async with deployed.host() as host:
        proposal_id = await proposed(host, host.run())
    await deployed.store.close()  # type: ignore[attr-defined]
    with backup(store_url, tmp_path) as restore:
        store = open_store(store_url, SEALS)
        async with replace(deployed, store=store).host() as host:
            await host.decide(proposal_id)
        await store.close()
        restore()
        checked = await cli("store", "check", "--store", store_url)
        assert (checked.code, checked.out) == (1, "")
        assert checked.err.endswith(": toolcharter store reconcile\n")
        listed = await cli.lea("approvals", "list")
        assert (listed.code, listed.out, listed.err) == (4, "", checked.err)
        closed = await cli("store", "reconcile")
        said = "Runs cancelled: 1. Proposals void: 1. Outcomes unknown now: 0.\n"
        assert (closed.code, closed.out, closed.err) == (0, said, "")
        assert (await cli("store", "check", "--store", store_url)).code == 0
        again = await cli("store", "reconcile", "--output-format", "json", "--trust-standbys")
        assert json.loads(again.out) == {"runs": 0, "proposals": 0, "operations": 0}
        assert (await cli.lea("approvals", "list", "--output-format", "json")).out == "[]\n"


async def test_a_ledger_that_moved_keeps_what_is_open(
    deployed: Scene, cli: CommandLine, store_url: str, tmp_path: Path
) -> None:
    async with deployed.host() as host:
        proposal_id = await proposed(host, host.run())
    await deployed.store.close()  # type: ignore[attr-defined]
    with backup(store_url, tmp_path) as restore:
        restore()
        moved = await cli("store", "reconcile", "--lost-nothing")
        assert (moved.code, moved.err) == (0, "")
        shown = await cli.lea("approvals", "show", proposal_id, "--output-format", "json")
        assert (shown.code, json.loads(shown.out)["state"]) == (0, "pending")


@ON_A_FILE
async def test_an_old_schema_is_a_refused_start(cli: CommandLine, tmp_path: Path) -> None:
    import sqlite3

    file = tmp_path / "old.db"
    await cli("store", "migrate", "--store", f"sqlite:///{file}")
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE toolcharter_revision SET version_num = '0000'")
    connection.close()
    ran = await cli.lea("approvals", "list", "--store", f"sqlite:///{file}")
    assert (ran.code, ran.out) == (4, "")
    assert "revision 0000" in ran.err


async def test_colours_are_for_terminals_only(
    deployed: Scene, cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with deployed.host() as host:
        proposal_id = await proposed(host, host.run())
        show = ("approvals", "show", proposal_id)
        assert "\x1b" not in (await cli.lea(*show)).out
        monkeypatch.setattr("toolcharter_runtime.cli.ink._is_terminal", lambda: True)
        monkeypatch.setenv("TERM", "xterm")
        assert "\x1b[1m" in (await cli.lea(*show)).out
        monkeypatch.setenv("NO_COLOR", "1")
        assert "\x1b" not in (await cli.lea(*show)).out


COMMAND_LINES = [
    ("approvals",),
    *(("approvals", each) for each in ("list", "show", "approve", "deny")),
    ("outcomes",),
    *(("outcomes", each) for each in ("list", "show", "resolve")),
    ("store",),
    *(("store", each) for each in ("migrate", "check")),
]


@pytest.mark.parametrize("words", COMMAND_LINES, ids=" ".join)
@ON_A_FILE
async def test_every_command_has_help_with_an_example(
    cli: CommandLine, words: tuple[str, ...]
) -> None:
    ran = await cli(*words, "--help")
    assert ran.code == 0
    assert f"  toolcharter {' '.join(words)}" in ran.out.partition("Example")[2]


@ON_A_FILE
async def test_help_lists_the_commands(cli: CommandLine) -> None:
    out = (await cli("--help")).out
    assert [name for name in COMMANDS if f"\n  {name}" not in out] == []
    assert (await cli()).code == 2
    assert (await cli("approvals", "lst")).code == 2


def test_both_command_lines_mean_the_same_by_an_exit_code() -> None:
    assert {each.name: each.value for each in Exit} == {
        each.name: each.value for each in ExitOfTheCompiler
    }


@ON_A_FILE
async def test_the_compilers_command_line_finds_the_commands(
    cli: CommandLine, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert await asyncio.to_thread(run_compiler, compiler, ["approvals", "list"]) == 2
    assert "who are you?" in capsys.readouterr().err
    file = cli.token_file("lea", audience="mail")
    words = ["approvals", "list", "--token-file", str(file)]
    assert await asyncio.to_thread(run_compiler, compiler, words) == 4
    assert capsys.readouterr().err == "toolcharter: the token was made for something else\n"


@ON_A_FILE
async def test_a_bug_of_ours_leaves_a_report_without_options_and_words(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise LookupError("the token is hunter2")

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("toolcharter_runtime.cli.identity.secret", fail)
    ran = await cli.lea("approvals", "show", "hunter2", "--store", "sqlite:///hunter2")
    assert (ran.code, ran.out) == (3, "")
    assert "hunter2" not in ran.err
    (report,) = tmp_path.glob("toolcharter-crash-*")
    text = report.read_text()
    assert "hunter2" not in text
    assert "builtins.LookupError" in text
    assert "command: python -m toolcharter_runtime approvals" in text


@ON_A_FILE
async def test_an_interrupted_command_says_so(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("toolcharter_runtime.cli.approvals._asked", interrupt)
    ran = await cli.lea("approvals", "list")
    assert (ran.code, ran.err.lstrip()) == (130, "toolcharter: interrupted\n")


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&-"])
def test_what_the_caller_has_closed_changes_no_exit_code(closed: str) -> None:
    """As a shell or a daemon may."""
    command = '"$0" -m toolcharter_runtime'
    for words, code in (("approvals show --help", 0), ("approvals list", 2)):
        done = subprocess.run(
            ["/bin/sh", "-c", f"{command} {words} {closed}", sys.executable],
            capture_output=True,
            check=False,
        )
        assert done.returncode == code, done.stderr
        assert b"Traceback" not in done.stderr


async def test_a_decision_whose_answer_could_not_be_written_is_not_told_as_wrong_usage(
    deployed: Scene, cli: CommandLine
) -> None:
    async with deployed.host() as host:
        proposal_id = await proposed(host, host.run())
        row = await host.proposal(proposal_id)
        who = shlex.quote(str(cli.token_file("lea")))
        words = f"approvals approve {proposal_id} --hash {row.hash} --token-file {who}"
        done = await asyncio.to_thread(
            subprocess.run,
            ["/bin/sh", "-c", f'"$0" -m toolcharter_runtime {words} >/dev/full', sys.executable],
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": ":".join(sys.path)},
            check=False,
        )
        assert (done.returncode, done.stderr) == (
            141,
            "toolcharter: the output could not be written to its end: No space left on device\n",
        )
        assert (await host.proposal(proposal_id)).state == "approved"


def test_the_commands_run_as_a_module_and_load_nothing_for_help() -> None:
    code = (
        "import sys\n"
        "from toolcharter_runtime.cli import main\n"
        "try: main()\n"
        "except SystemExit as end: assert end.code == 0\n"
        "assert not sys.modules.keys() & {'sqlalchemy', 'alembic', 'pydantic', 'jsonschema_rs'}\n"
    )
    for words in (["--help"], ["approvals", "show", "--help"]):
        done = subprocess.run(
            [sys.executable, "-c", code, *words],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": ":".join(sys.path)},
            check=False,
        )
        assert done.returncode == 0, done.stderr
    bare = (
        "import sys; sys.modules['click'] = None; from toolcharter_runtime.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", bare], capture_output=True, text=True, check=False)
    assert (done.returncode, "install toolcharter-runtime[cli]" in done.stderr) == (1, True)
    module = [sys.executable, "-m", "toolcharter_runtime", "--version"]
    assert subprocess.run(module, capture_output=True, check=False).returncode == 0


async def test_no_secret_and_no_token_is_ever_printed(deployed: Scene, cli: CommandLine) -> None:
    async with deployed.host() as host:
        proposal_id = await proposed(host, host.run())
        hash_ = (await host.proposal(proposal_id)).hash
        await cli.lea("approvals", "list")
        await cli.lea("approvals", "show", proposal_id)
        await cli.lea("approvals", "show", proposal_id, "--output-format", "json")
        await cli.lea("approvals", "approve", proposal_id, "--hash", "x")
        await cli.lea("approvals", "approve", proposal_id, "--hash", hash_)
        said = "".join(cli.said)
        assert len(said) > 1000
        token = cli.token_file("lea").read_text().strip()
        key = base64.b64encode(b"k" * 32).decode()
        for secret in (token, *token.split("."), key, "k" * 32, (b"k" * 32).hex()):
            assert secret not in said
        assert (await person()).identity == "lea"
