"""The commands by name, each imported when it runs.

Commands that need the runtime are published by other distributions under the entry points of
``toolcharter.commands``. They are looked up only where a name is not one of ours, or help is
printed.
"""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

import click

from toolcharter import __version__
from toolcharter.cli.exits import UsageError

ENTRY_POINTS = "toolcharter.commands"

_COMMANDS = {
    "init": "Write a small catalog to start from.",
    "compile": "Compile the catalog into the generated package.",
    "check": "What CI runs: findings, pins, and drift of everything generated.",
    "lint": "Findings only.",
    "rules": "List every rule.",
    "explain": "The page of one rule.",
    "schema": "The JSON Schema of a kind of catalog file.",
}


class LazyGroup(click.Group):
    """A group that knows the names of its commands and imports one when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*_COMMANDS, *sorted(_published().keys() - _COMMANDS.keys())]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in _COMMANDS:
            module = import_module(f"toolcharter.cli.{cmd_name}")
            command: click.Command = module.command
            return command
        published = _published().get(cmd_name)
        return _loaded(published) if published is not None else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        # click looks for similar names among commands that are loaded; here none is.
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            similar = get_close_matches(name, self.list_commands(ctx), n=1)
            hint = f" Did you mean {similar[0]!r}?" if similar else ""
            raise click.UsageError(f"No such command {name!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        published = sorted(_published().items())
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))
        if published:
            with formatter.section("Commands of other distributions"):
                formatter.write_dl([(name, f"from {_origin(each)}") for name, each in published])


def _published() -> dict[str, EntryPoint]:
    return {each.name: each for each in entry_points(group=ENTRY_POINTS)}


def _origin(published: EntryPoint) -> str:
    return published.dist.name if published.dist is not None else published.module


def _loaded(published: EntryPoint) -> click.Command:
    try:
        command = published.load()
    except (ImportError, AttributeError) as error:
        raise UsageError(
            f"the command {published.name!r} of {_origin(published)} cannot be loaded: {error}"
        ) from error
    if not isinstance(command, click.Command):
        raise UsageError(f"{published.name!r} of {_origin(published)} is not a command")
    return command


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 clean, 1 findings, 2 wrong usage, 3 a bug of toolcharter, 4 a refused "
    "start-up, 130 interrupted, 141 nobody read to the end.",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def toolcharter() -> None:
    """Compiles contracts of AI agents' tools into typed, enforced code."""
