"""Reported bugs of comparable systems about text that must not come out: what goes wrong there does not
here. Every way out is searched: envelopes, records, the log, both streams, the files of the database."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
import yaml
from approvals.scene import COMMIT, Scene, person
from authority.hosting import Recorder, catalog_with, serving
from authority.walking import code_of
from reference_service.adapters.addresses import (
    CommitAddressChange,
    GetAddressChangeStatus,
    PreviewAddressChange,
)
from reference_service.adapters.drafts import DraftEmail
from reference_service.adapters.sale_changes import CommitStageChange
from toolcharter_runtime.outcomes import LOGGER, LogSink, Outcome
from write_path.changes import ADDRESS, SEND, STAGE, Change, ready
from write_path.host import Envelope, Host

CASES = Path(__file__).parent.parent / "cases" / "bugs"
DRAFT = {"customer_id": "cus_4f7a2b9c", "subject": "Hello", "body": "Good morning."}


def case(name: str) -> Any:
    return yaml.safe_load((CASES / name / "input.yaml").read_text())


SECRETS = (
    "canary-77",
    *("SECRET-abc123", "eyJabc.def.ghi", "u:p4ss@h", "k-1secret"),
)
TEXTS = (
    "canary-77 for customer C-1",
    *case("104-prefixed-key-names-slip-the-filter")["text"][:3],
    "x-api-key: k-1secret",
)
"""What an exception of a handler, or an answer of a service, says."""


class UpstreamSaysError(Exception):
    """As a client raises it, with the words of the service."""


def failing(*given: Any, **more: Any) -> Any:
    raise UpstreamSaysError(*TEXTS) from ValueError(TEXTS[0])


async def failing_later(*given: Any, **more: Any) -> Any:
    failing()


async def failing_when_stopped(*given: Any, **more: Any) -> Any:
    """Nobody answers; and what is raised when nobody waits any longer is no better."""
    try:
        await asyncio.sleep(60)
    except asyncio.CancelledError:
        failing()


class Sinks(Recorder):
    """Keeps the records and writes them to the log, as a host would."""

    def __init__(self) -> None:
        super().__init__()
        self._log = LogSink()

    def record(self, outcome: Outcome) -> None:
        super().record(outcome)
        self._log.record(outcome)


def broken(adapter: Any, **methods: Any) -> Callable[[Any], object]:
    """An adapter with other methods, each under the name that the contract has for it."""
    named = {name: FunctionType(each.__code__, globals(), name) for name, each in methods.items()}
    return type(f"Broken{adapter.__name__}", (adapter,), named)


SHORT = {"limits": {"timeout_ms": 80}}
PATHS: dict[str, tuple[str, Any, Change | None, str]] = {
    "preview": (
        ADDRESS.preview,
        broken(PreviewAddressChange, op=failing_later),
        ADDRESS,
        "INTERNAL",
    ),
    "async": (COMMIT, broken(CommitAddressChange, op=failing_later), ADDRESS, "OUTCOME_UNKNOWN"),
    "sync": (STAGE.commit, None, STAGE, "INTERNAL"),
    "validation_hook": (
        COMMIT,
        broken(CommitAddressChange, customer_is_active=failing_later),
        ADDRESS,
        "INTERNAL",
    ),
    "timeout": (
        COMMIT,
        broken(CommitAddressChange, op=failing_when_stopped),
        ADDRESS,
        "OUTCOME_UNKNOWN",
    ),
    "hook_timeout": (
        COMMIT,
        broken(CommitAddressChange, customer_is_active=failing_when_stopped),
        ADDRESS,
        "UPSTREAM_TIMEOUT",
    ),
    "direct_write": ("draft_email_v1", None, None, "INTERNAL"),
}
"""Where something is raised: the tool, its adapter, what is committed, and the code that is told."""


@pytest.mark.promise("B4")
@pytest.mark.promise("B9")
@pytest.mark.parametrize("path", PATHS)
async def test_bug_101_the_text_of_an_exception_comes_out_nowhere(
    scene: Scene,
    path: str,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    tool, adapter, change, code = PATHS[path]
    adapters = {
        tool: adapter or _sharing(scene, tool),
        "get_address_change_status_v1": broken(GetAddressChangeStatus, op=failing_later),
    }
    sinks = Sinks()
    catalog = catalog_with(tools={COMMIT: SHORT} if "timeout" in path else {})
    with caplog.at_level(logging.DEBUG):
        async with serving(scene, catalog=catalog, adapters=adapters, sink=sinks) as host:
            envelopes = [await told(host, tool, change) for _ in range(2)]
    assert {code_of(each) for each in envelopes} == {code}
    check_silent(envelopes, sinks, caplog, capfd, tmp_path)
    if "timeout" not in path:
        # Class and line of what was raised are told to whoever looks after the host.
        seen = {each.exception for each in sinks.outcomes if each.exception}
        assert seen == {"UpstreamSaysError"}
    assert code in {each.code for each in sinks.outcomes}


def _sharing(scene: Scene, tool: str) -> Any:
    if tool == STAGE.commit:
        return lambda _: broken(CommitStageChange, op=failing)(scene.own)
    return broken(DraftEmail, op=failing)


async def told(host: Host, tool: str, change: Change | None) -> Envelope:
    if change is None:
        return await host.call(host.run("sales_drafter"), tool, DRAFT)
    run = host.run(change.role)
    if tool == change.preview:
        return await host.call(run, tool, change.arguments)
    return await host.call(run, tool, await ready_once(host, run, change))


async def ready_once(host: Host, run: Any, change: Change) -> dict[str, str]:
    """The same proposal again and again: the same request finds it."""
    shown = await host.call(run, change.preview, change.arguments)
    proposal_id: str = shown["result"]["proposal_id"]
    if shown["result"]["approval"]["state"] == "pending":
        await host.decide(proposal_id)
    return {"proposal_id": proposal_id}


def check_silent(
    envelopes: list[Envelope],
    sinks: Recorder,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    folder: Path | None,
    secrets: tuple[str, ...] = SECRETS,
) -> None:
    """None of the secrets in any of them."""
    streams = capfd.readouterr()
    files = [] if folder is None else [*folder.glob("*.db*")]
    assert files or folder is None
    said = {
        "envelopes": json.dumps(envelopes),
        "records": " ".join(each.as_json() for each in sinks.outcomes),
        "log": "\n".join(f"{each.getMessage()} {each.exc_text}" for each in _of_ours(caplog)),
        "streams": streams.out + streams.err,
        **{str(file): file.read_bytes().decode("latin-1") for file in files},
    }
    assert said["records"] and said["log"]
    assert [(place, each) for place in said for each in secrets if each in said[place]] == []


def _of_ours(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [each for each in caplog.records if each.name.startswith((LOGGER, "asyncio"))]


@pytest.mark.promise("B5")
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("how", ["canary", "canary_in_id", "not_json"])
async def test_bug_104_the_words_of_a_service_come_out_nowhere(
    scene: Scene,
    how: str,
    text: str,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    """No filter looks for names of keys here: nothing that a service says outside its contract is
    passed on, whatever it looks like."""
    sinks = Sinks()
    with caplog.at_level(logging.DEBUG):
        async with serving(scene, sink=sinks) as host:
            run = host.run(SEND.role)
            commit = await ready(host, run, SEND)
            scene.service.arm("malformed", how=how, text=text)
            envelopes = [await host.call(run, SEND.commit, commit) for _ in range(2)]
    assert {each["outcome"] for each in envelopes} == {
        "committed" if how == "canary" else "unknown"
    }
    check_silent(envelopes, sinks, caplog, capfd, tmp_path)


CANARY = "real.name.canary"


@pytest.mark.promise("B6")
@pytest.mark.promise("C14")
async def test_bug_102_what_a_view_hides_is_hidden_at_every_exit(
    scene: Scene,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """The agent that sends a message does not see who gets it: not in the preview, its repeat, the
    commit, its replay, an error after it, a record, the log, nor in what the ledger keeps of the
    answer. The approver does, since that is what is approved."""
    found = scene.service.record("acme", "draft", "dft_00000001")
    assert found is not None
    found["body"]["recipients"] = [f"{CANARY}@example.com"]
    scene.service.put("acme", "draft", "dft_00000001", **found)
    sinks = Sinks()
    with caplog.at_level(logging.DEBUG):
        async with serving(scene, sink=sinks) as host:
            run = host.run(SEND.role)
            shown = await host.call(run, SEND.preview, SEND.arguments, request_id="r1")
            assert shown["result"]["consequences"]["recipients"] == ["***@example.com"]
            commit = {"proposal_id": shown["result"]["proposal_id"]}
            envelopes = [
                shown,
                await host.call(run, SEND.preview, SEND.arguments, request_id="r1"),
                await host.call(run, SEND.commit, commit),
            ]
            await host.decide(commit["proposal_id"])
            envelopes += [
                await host.call(run, SEND.commit, commit),
                await host.call(run, SEND.commit, commit),
                await host.call(run, SEND.commit, {**commit, "recipients": []}),
                await host.call(run, SEND.preview, SEND.arguments, request_id="r2"),
                await host.call(run, SEND.preview, {"draft_id": "dft_00000002"}, request_id="r1"),
            ]
            assert [code_of(each) for each in envelopes] == [
                *("OK", "OK", "APPROVAL_PENDING", "OK", "OK"),
                *("UNKNOWN_FIELD", "DRAFT_ALREADY_SENT", "IDEMPOTENCY_MISMATCH"),
            ]
            row = await host.operation(envelopes[3]["result"]["operation_id"])
            assert CANARY.encode() not in b"".join(
                (row.document, row.evidence or b"", row.results or b"", row.error or b"")
            )
            seen = await scene.approvals.show(await person(), commit["proposal_id"])
            assert seen.consequences["recipients"] == [f"{CANARY}@example.com"]  # type: ignore[index, call-overload]
    check_silent(envelopes, sinks, caplog, capfd, None, secrets=(CANARY,))
