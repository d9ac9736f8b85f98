"""``approvals``: what waits for a decision, and the decision."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from toolcharter_runtime.cli.exits import Exit, Guarded
from toolcharter_runtime.cli.identity import approver_of
from toolcharter_runtime.cli.ink import Ink
from toolcharter_runtime.cli.opened import Options, store_of, store_options

if TYPE_CHECKING:
    from toolcharter_runtime.approvals import Approvals, ShownProposal, VerifiedApprover

T = TypeVar("T")

token_option = click.option(
    "--token-file",
    type=click.Path(path_type=Path),
    envvar="TOOLCHARTER_TOKEN_FILE",
    metavar="FILE",
    help="The token that says who you are, checked by $TOOLCHARTER_VERIFIER. Default: "
    "$TOOLCHARTER_TOKEN_FILE.",
)
hash_option = click.option(
    "--hash", "hash_", required=True, metavar="HASH", help="The hash that `show` ends with."
)


@click.group(
    "approvals",
    cls=Guarded,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="""\b
Examples:
  toolcharter approvals list
  toolcharter approvals show pro_abc
  toolcharter approvals approve pro_abc --hash sha256:...""",
)
def command() -> None:
    """See proposals that wait for a decision, and decide."""


@command.command(
    "list",
    epilog="""\b
Examples:
  toolcharter approvals list
  toolcharter approvals list --output-format json""",
)
@token_option
@store_options
def list_(*, options: Options, token_file: Path | None) -> int:
    """List the proposals that wait for you, the oldest first."""
    from toolcharter_runtime.cli.proposal_page import as_json, line

    found, _ = _asked(options, token_file, lambda approvals, you: approvals.pending(you))
    if options.is_json:
        click.echo(json.dumps([as_json(each) for each in found], indent=2))
        return Exit.CLEAN
    for each in found:
        click.echo(line(each))
    click.echo(f"{len(found)} waiting for you.", err=True)
    return Exit.CLEAN


@command.command(
    "show",
    epilog="""\b
Example:
  toolcharter approvals show pro_abc""",
)
@click.argument("proposal")
@token_option
@store_options
def show(*, options: Options, token_file: Path | None, proposal: str) -> int:
    """Show PROPOSAL: everything that will be executed, and the hash that names it."""
    from toolcharter_runtime.cli.proposal_page import as_json, page

    found, approver = _asked(
        options, token_file, lambda approvals, you: approvals.show(you, proposal)
    )
    if options.is_json:
        click.echo(json.dumps(as_json(found), indent=2))
        return Exit.CLEAN
    program = click.get_current_context().command_path.rpartition(" ")[0]
    ink = Ink.of_stdout()
    for each in page(found, approver, program=program, given=options.given, ink=ink):
        click.echo(each, color=True)
    return Exit.CLEAN


@command.command(
    "approve",
    epilog="""\b
Example:
  toolcharter approvals approve pro_abc --hash sha256:...""",
)
@click.argument("proposal")
@hash_option
@token_option
@store_options
def approve(*, options: Options, token_file: Path | None, proposal: str, hash_: str) -> int:
    """Approve PROPOSAL as it was shown."""
    found, _ = _asked(
        options,
        token_file,
        lambda approvals, you: approvals.approve(you, proposal, hash=hash_),
    )
    return _told(options, found)


@command.command(
    "deny",
    epilog="""\b
Example:
  toolcharter approvals deny pro_abc --hash sha256:... --reason "The customer has moved again." """,
)
@click.argument("proposal")
@hash_option
@click.option(
    "--reason",
    required=True,
    metavar="TEXT",
    help="One line, 1 to 300 characters. The agent reads it.",
)
@token_option
@store_options
def deny(
    *, options: Options, token_file: Path | None, proposal: str, hash_: str, reason: str
) -> int:
    """Deny PROPOSAL, for good, and tell the agent why."""
    found, _ = _asked(
        options,
        token_file,
        lambda approvals, you: approvals.deny(you, proposal, hash=hash_, reason=reason),
    )
    return _told(options, found)


def _asked(
    options: Options,
    token_file: Path | None,
    work: Callable[[Approvals, VerifiedApprover], Awaitable[T]],
) -> tuple[T, VerifiedApprover]:
    """What ``work`` finds in the store, and for whom."""

    async def ask() -> tuple[T, VerifiedApprover]:
        from toolcharter_runtime.approvals import Approvals

        approver = await approver_of(token_file)
        async with store_of(options) as store:
            return await work(Approvals(store), approver), approver

    return asyncio.run(ask())


def _told(options: Options, proposal: ShownProposal) -> int:
    from toolcharter_runtime.cli.printable import quoted
    from toolcharter_runtime.cli.proposal_page import as_json

    if options.is_json:
        click.echo(json.dumps(as_json(proposal), indent=2))
        return Exit.CLEAN
    had = f"{proposal.approvals} of {proposal.approvers_needed} approvals"
    click.echo(f"{quoted(proposal.proposal_id)} is {proposal.state} ({had}).")
    return Exit.CLEAN
