"""The options that every command over a catalog takes.

Walks in: a command function that takes ``options``. Walks out: the same command with the common
options of the command line.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click

from toolcharter.cli.folders import CatalogFolder, catalog_folder, own_folder
from toolcharter.output.cache import Cache
from toolcharter.output.secret import kept_secret

FORMATS = ("text", "json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What was asked for; ``jobs`` is the number of processes that may work at once."""

    catalog: CatalogFolder
    output_format: str
    jobs: int
    is_quiet: bool
    cache: Cache | None


def catalog_options(command: Callable[..., int]) -> Callable[..., int]:
    """Adds the common options to a command; it receives them as ``options``."""

    @click.option(
        "--catalog",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="The folder with toolcharter.yaml. Default: from here upwards, the first folder that "
        "has one, or whose catalog/ has one.",
    )
    @click.option(
        "--output-format",
        type=click.Choice(FORMATS),
        default="text",
        show_default=True,
        help="How findings are printed.",
    )
    @click.option(
        "--jobs",
        type=click.IntRange(min=1),
        metavar="N",
        help="How many processes work at once. Default: the cores.",
    )
    @click.option("--quiet", "-q", is_flag=True, help="Findings only: no progress, no summary.")
    @click.option("--no-cache", is_flag=True, help="Compile everything anew and keep nothing.")
    @functools.wraps(command)
    def with_options(
        *,
        catalog: Path | None,
        output_format: str,
        jobs: int | None,
        quiet: bool,
        no_cache: bool,
        **more: object,
    ) -> int:
        folder = catalog_folder(catalog)
        return command(
            options=Options(
                catalog=folder,
                output_format=output_format,
                jobs=jobs or cores(),
                is_quiet=quiet,
                cache=None if no_cache else Cache(folder.cache, kept_secret(own_folder())),
            ),
            **more,
        )

    return with_options


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
