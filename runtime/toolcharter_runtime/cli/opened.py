"""The options of every command that looks into a store, and the store they name.

Walks in: a command function that takes ``options``. Walks out: the same command with the options for
store, keys and output. Refused: a file that is not there (a mistyped name must not become a new and
empty store), and a store without keys.
"""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolcharter_runtime.cli.exits import UsageError
from toolcharter_runtime.cli.secret_files import seals_of

if TYPE_CHECKING:
    from toolcharter_runtime._store.sql.store import SqlStore

FORMATS = ("text", "json")

store_option = click.option(
    "--store",
    envvar="TOOLCHARTER_STORE",
    metavar="URL",
    help="sqlite:///path or postgresql+psycopg://... Default: $TOOLCHARTER_STORE, which nobody sees "
    "in a list of processes.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What was asked for. ``given`` are the options of the command line that another command about
    the same store needs as well."""

    store: str
    keys: Path
    key: str | None
    output_format: str
    given: tuple[str, ...]

    @property
    def is_json(self) -> bool:
        return self.output_format == "json"


def store_options(command: Callable[..., int]) -> Callable[..., int]:
    """Adds the common options to a command; it receives them as ``options``."""

    @store_option
    @click.option(
        "--keys",
        type=click.Path(path_type=Path),
        envvar="TOOLCHARTER_KEYS",
        metavar="FILE",
        help="The keys of the seals: JSON, {id: secret in base64}, readable only for you. Default: "
        "$TOOLCHARTER_KEYS.",
    )
    @click.option(
        "--key",
        envvar="TOOLCHARTER_KEY",
        metavar="ID",
        help="Which of the keys makes new seals, where there are several. Default: $TOOLCHARTER_KEY.",
    )
    @click.option("--output-format", type=click.Choice(FORMATS), default="text", show_default=True)
    @functools.wraps(command)
    def with_options(
        *,
        store: str | None,
        keys: Path | None,
        key: str | None,
        output_format: str,
        **more: object,
    ) -> int:
        if keys is None:
            raise UsageError("which keys? --keys FILE or $TOOLCHARTER_KEYS; there is no default")
        options = Options(
            store=url_of(store),
            keys=keys,
            key=key,
            output_format=output_format,
            given=_given(click.get_current_context()),
        )
        return command(options=options, **more)

    return with_options


def url_of(store: str | None) -> str:
    """The URL that was asked for."""
    if not store:
        raise UsageError("which store? --store URL or $TOOLCHARTER_STORE")
    return store


@asynccontextmanager
async def store_of(options: Options) -> AsyncIterator[SqlStore]:
    """The open store."""
    seals = seals_of(options.keys, current=options.key)
    with needing_the_extra():
        from toolcharter_runtime._store.sql.opening import open_store

        check_file(options.store)
        store = open_store(options.store, seals)
    try:
        yield store
    finally:
        await store.close()


def check_file(url: str) -> None:
    """UsageError for a file of SQLite that does not exist."""
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise UsageError("the URL of the store is not a URL") from None
    file = parsed.database
    if parsed.get_backend_name() == "sqlite" and file and not Path(file).is_file():
        raise UsageError(f"there is no store {file!r}; `store migrate` makes one")


@contextmanager
def needing_the_extra() -> Iterator[None]:
    """Turns what a wrong URL or a missing extra raises into wrong usage."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in ("sqlalchemy", "alembic", "psycopg"):
            raise
        extra = "postgres" if missing == "psycopg" else "cli"
        raise UsageError(
            f"this store needs {missing}: install toolcharter-runtime[{extra}]"
        ) from None
    except ValueError as error:
        raise UsageError(str(error)) from None


def _given(ctx: click.Context) -> tuple[str, ...]:
    """Options that were typed, to be typed again; a store only where its URL tells no secret."""
    typed: list[str] = []
    for name in ("store", "keys", "key", "token_file"):
        source = ctx.get_parameter_source(name)
        value = ctx.params.get(name)
        if source is not click.core.ParameterSource.COMMANDLINE or value is None:
            continue
        text = str(value)
        if name == "store" and not text.startswith("sqlite:"):
            text = "$TOOLCHARTER_STORE"
        typed += [f"--{name.replace('_', '-')}", text]
    return tuple(typed)
