"""The commands by name, each imported when it runs."""

from __future__ import annotations

from importlib import import_module

import click

from toolcharter_runtime import __version__

COMMANDS = {
    "approvals": "Proposals that wait for a decision: list, show, approve, deny.",
    "outcomes": "Writes whose outcome nobody knows: list, show, resolve.",
    "store": "The tables of the store: migrate, check.",
}


class LazyGroup(click.Group):
    """A group that knows the names of its commands and imports one when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"toolcharter_runtime.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 clean, 1 refused or found, 2 wrong usage, 3 a bug of toolcharter, 4 a "
    "refused start-up, 130 interrupted.",
)
@click.version_option(__version__, message="toolcharter-runtime %(version)s")
def toolcharter_runtime() -> None:
    """The approver's and the operator's side of toolcharter."""
