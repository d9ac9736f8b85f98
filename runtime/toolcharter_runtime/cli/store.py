"""``store``: whether the tables are those of this version, and how they come to be."""

from __future__ import annotations

import click

from toolcharter_runtime.cli.exits import Exit, Guarded, say
from toolcharter_runtime.cli.opened import check_file, needing_the_extra, store_option, url_of


@click.group(
    "store",
    cls=Guarded,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="""\b
Examples:
  toolcharter store migrate --store sqlite:///ledger.db
  toolcharter store check""",
)
def command() -> None:
    """Make, change and check the tables of the store."""


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
    """Say whether the tables are those of this version; nothing is changed."""
    url = url_of(store)
    with needing_the_extra():
        from toolcharter_runtime._store.sql.opening import check as compare
        from toolcharter_runtime._store.sql.schema import SchemaError

        check_file(url)
        try:
            compare(url)
        except SchemaError as error:
            say(str(error))
            return Exit.FINDINGS
    click.echo("The tables are those of this version.")
    return Exit.CLEAN
