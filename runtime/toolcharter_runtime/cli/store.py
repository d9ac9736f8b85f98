"""``store``: whether the tables are those of this version and the newest there are, and how they
come to be."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict

import click

from toolcharter_runtime.cli.exits import Exit, Guarded, say
from toolcharter_runtime.cli.opened import (
    Options,
    check_file,
    needing_the_extra,
    store_option,
    store_options,
    url_of,
)
from toolcharter_runtime.cli.secret_files import seals_of


@click.group(
    "store",
    cls=Guarded,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="""\b
Examples:
  toolcharter store migrate --store sqlite:///ledger.db
  toolcharter store check
  toolcharter store reconcile""",
)
def command() -> None:
    """Make, change and check the tables of the store, and take up a restored one."""


@command.command(
    "migrate",
    epilog="""\b
Example:
  toolcharter store migrate --store sqlite:///ledger.db""",
)
@store_option
def migrate(*, store: str | None) -> int:
    """Bring the tables to what this version needs. Without effect where they are that."""
    url = url_of(store)
    with needing_the_extra():
        from toolcharter_runtime._store.sql.opening import migrate as bring

        bring(url)
    click.echo("The tables are those of this version.")
    return Exit.CLEAN


@command.command(
    "check",
    epilog="""\b
Example:
  toolcharter store check""",
)
@store_option
def check(*, store: str | None) -> int:
    """Say whether the tables are those of this version, and the newest there are; nothing is
    changed."""
    url = url_of(store)
    with needing_the_extra():
        from toolcharter_runtime._store.sql.opening import check as compare
        from toolcharter_runtime._store.sql.origin import RestoredError
        from toolcharter_runtime._store.sql.schema import SchemaError

        check_file(url)
        try:
            compare(url)
        except (RestoredError, SchemaError) as error:
            say(str(error))
            return Exit.FINDINGS
    click.echo("The tables are those of this version.")
    return Exit.CLEAN


@command.command(
    "reconcile",
    epilog="""\b
Examples:
  toolcharter store reconcile
  toolcharter store reconcile --lost-nothing --trust-standbys""",
)
@click.option(
    "--lost-nothing",
    is_flag=True,
    help="It lies elsewhere now, and everything that was ever stored is in it: close nothing.",
)
@click.option(
    "--trust-standbys",
    is_flag=True,
    help="From now on a standby that takes over has every commit, because replication is "
    "synchronous, and needs nobody to say so.",
)
@store_options
def reconcile(*, options: Options, lost_nothing: bool, trust_standbys: bool) -> int:
    """Take up a restored or copied ledger as the newest there is, with all hosts stopped. Runs are
    cancelled, open proposals are void, and writes that could be tried again are unknown: nothing
    that may have been done since is done from it once more."""
    seals = seals_of(options.keys, current=options.key)
    with needing_the_extra():
        from toolcharter_runtime._store.sql.opening import reconcile as take_up

        check_file(options.store)
        closed = asyncio.run(
            take_up(options.store, seals, lost_nothing=lost_nothing, trusts_standbys=trust_standbys)
        )
    if options.is_json:
        click.echo(json.dumps(asdict(closed)))
        return Exit.CLEAN
    click.echo(
        f"Runs cancelled: {closed.runs}. Proposals void: {closed.proposals}. "
        f"Outcomes unknown now: {closed.operations}."
    )
    return Exit.CLEAN
