"""``toolcharter schema``: the JSON Schemas of catalog files, for editors and other tools."""

from __future__ import annotations

import click

from toolcharter.cli.exits import Exit, UsageError


@click.command(
    "schema",
    epilog="""\b
Examples:
  toolcharter schema > contract.schema.json      the schema of a contract file
  toolcharter schema role
  toolcharter schema --list""",
)
@click.argument("name", default="contract")
@click.option("--list", "is_list", is_flag=True, help="List the names.")
def command(*, name: str, is_list: bool) -> int:
    """Print the JSON Schema (2020-12) of a kind of catalog file; of contracts without NAME."""
    from toolcharter.contract.published import SCHEMA_NAMES, schema_text

    if is_list:
        click.echo("\n".join(SCHEMA_NAMES))
        return Exit.CLEAN
    if name not in SCHEMA_NAMES:
        raise UsageError(f"there is no schema {name!r}; there are: {', '.join(SCHEMA_NAMES)}")
    click.echo(schema_text(name), nl=False)
    return Exit.CLEAN
