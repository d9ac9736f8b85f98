"""``outcomes``: writes whose outcome nobody knows, and how each is brought to an end."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, TypeVar

import click

from toolcharter_runtime.cli.exits import Exit, Guarded, UsageError
from toolcharter_runtime.cli.identity import imported
from toolcharter_runtime.cli.ink import Ink
from toolcharter_runtime.cli.opened import Options, store_of, store_options
from toolcharter_runtime.errors import HostError

if TYPE_CHECKING:
    from toolcharter_runtime.dispatcher import Dispatcher
    from toolcharter_runtime.operations import Operations, Resolution, ShownOperation

T = TypeVar("T")

_MOST = 1000

tenant_option = click.option(
    "--tenant",
    metavar="NAME",
    help="Whose operation it is. Needed only for one whose outcome is known.",
)


@click.group(
    "outcomes",
    cls=Guarded,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="""\b
Examples:
  toolcharter outcomes list
  toolcharter outcomes show op_abc
  toolcharter outcomes resolve op_abc --query --host my_service.host:dispatcher""",
)
def command() -> None:
    """See writes whose outcome nobody knows, and resolve them."""


@command.command(
    "list",
    epilog="""\b
Examples:
  toolcharter outcomes list
  toolcharter outcomes list --output-format json""",
)
@store_options
def list_(*, options: Options) -> int:
    """List the operations of all tenants whose outcome nobody knows, the oldest first."""
    from toolcharter_runtime.cli.operation_page import as_json, line

    found = _asked(options, lambda operations: operations.unknown(most=_MOST))
    if options.is_json:
        click.echo(json.dumps([as_json(each) for each in found], indent=2))
    else:
        for each in found:
            click.echo(line(each))
    more = "; there may be more" if len(found) == _MOST else ""
    click.echo(f"{len(found)} unknown{more}.", err=True)
    return Exit.CLEAN


@command.command(
    "show",
    epilog="""\b
Example:
  toolcharter outcomes show op_abc""",
)
@click.argument("operation")
@tenant_option
@store_options
def show(*, options: Options, operation: str, tenant: str | None) -> int:
    """Show OPERATION: what was attempted, and what is known about it."""
    found = _asked(options, lambda operations: operations.show(operation, tenant=tenant))
    return _shown(options, found)


@command.command(
    "resolve",
    epilog="""\b
Examples:
  toolcharter outcomes resolve op_abc --query --host my_service.host:dispatcher
  toolcharter outcomes resolve op_abc --as succeeded --by "Lea Ott" --reason "Seen in the bank's list." """,
)
@click.argument("operation")
@click.option("--query", is_flag=True, help="Ask the service, through the dispatcher of --host.")
@click.option(
    "--host",
    envvar="TOOLCHARTER_HOST",
    metavar="MODULE:FUNCTION",
    help="A function that gives your dispatcher, or an async context manager with one. Default: "
    "$TOOLCHARTER_HOST.",
)
@click.option("--as", "as_", type=click.Choice(["succeeded", "failed"]), help="How it ended.")
@click.option("--by", metavar="NAME", help="Who says so.")
@click.option("--reason", metavar="TEXT", help="How they know, in one line.")
@tenant_option
@store_options
def resolve(
    *,
    options: Options,
    operation: str,
    query: bool,
    host: str | None,
    as_: Resolution | None,
    by: str | None,
    reason: str | None,
    tenant: str | None,
) -> int:
    """Resolve OPERATION by asking the service, or on the word of a person who has looked."""
    if query:
        if as_ or by or reason:
            raise UsageError("--query asks the service: it takes no --as, --by or --reason")
        if host is None:
            raise UsageError("whom to ask through? --host MODULE:FUNCTION or $TOOLCHARTER_HOST")
        found = _asked(options, lambda each: _query(each, operation, host, tenant))
        _shown(options, found)
        return Exit.FINDINGS if found.state == "unknown" else Exit.CLEAN
    if as_ is None or by is None or reason is None:
        raise UsageError("either --query, or --as with --by and --reason")
    found = _asked(
        options,
        lambda each: each.resolve(operation, as_=as_, by=by, reason=reason, tenant=tenant),
    )
    return _shown(options, found)


async def _query(
    operations: Operations, operation_id: str, host: str, tenant: str | None
) -> ShownOperation:
    async with _dispatcher(host) as dispatcher:
        return await operations.ask(operation_id, dispatcher=dispatcher, tenant=tenant)


@asynccontextmanager
async def _dispatcher(host: str) -> AsyncIterator[Dispatcher]:
    from toolcharter_runtime.dispatcher import Dispatcher

    async with AsyncExitStack() as stack:
        try:
            made = imported(host, "--host")()
            if hasattr(made, "__aenter__"):
                made = await stack.enter_async_context(made)
            elif inspect.isawaitable(made):
                made = await made
        except (HostError, click.ClickException):
            raise
        # The edge to the host's code: what it raises, or leaves with, may quote its configuration.
        except (Exception, SystemExit) as error:  # noqa: BLE001
            raise UsageError(f"--host {host!r} failed ({type(error).__name__})") from None
        if not isinstance(made, Dispatcher):
            raise UsageError(f"--host {host!r} gives no dispatcher")
        yield made


def _asked(options: Options, work: Callable[[Operations], Awaitable[T]]) -> T:
    async def ask() -> T:
        from toolcharter_runtime.operations import Operations

        async with store_of(options) as store:
            return await work(Operations(store))

    return asyncio.run(ask())


def _shown(options: Options, operation: ShownOperation) -> int:
    from toolcharter_runtime.cli.operation_page import as_json, page

    if options.is_json:
        click.echo(json.dumps(as_json(operation), indent=2))
        return Exit.CLEAN
    program = click.get_current_context().command_path.rpartition(" ")[0]
    for each in page(operation, program=program, ink=Ink.of_stdout()):
        click.echo(each, color=True)
    return Exit.CLEAN
