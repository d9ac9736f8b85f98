"""``toolcharter lint``: diagnostics only, all of them or those of some files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from toolcharter.cli.compilation import judged
from toolcharter.cli.drafts import FOLDER
from toolcharter.cli.exits import Exit, UsageError
from toolcharter.cli.folders import CatalogFolder
from toolcharter.cli.options import Options, catalog_options
from toolcharter.cli.report import counted, report, say


@click.command(
    "lint",
    epilog="""\b
Examples:
  toolcharter lint
  toolcharter lint catalog/tools/customers
  toolcharter lint catalog/drafts/refund.v1.yaml      a draft, as the contract it would be""",
)
@click.argument(
    "paths", nargs=-1, metavar="[PATH]...", type=click.Path(exists=True, path_type=Path)
)
@catalog_options
def command(*, options: Options, paths: tuple[Path, ...]) -> int:
    """Print the findings of the catalog; with PATHs only those in these files or folders.

    Everything is read either way, since contracts refer to each other. Drafts are judged only when
    they are named.
    """
    named = [_below(options.catalog, path) for path in paths]
    found = judged(options, drafts=[path for path in named if f"{path}/".startswith(FOLDER)])
    chosen = [each for each in found.diagnostics if not named or _is_named(each.span.file, named)]
    code = report(options, chosen, found.tree)
    if code is Exit.CLEAN:
        contracts, tools = (
            counted(found.contracts, "contract"),
            counted(found.tools, "tool version"),
        )
        say(options, f"linted {contracts}, {tools}")
    return code


def _below(catalog: CatalogFolder, path: Path) -> str:
    """The path relative to the catalog, with forward slashes; "" is the catalog itself."""
    try:
        relative = path.resolve().relative_to(catalog.root)
    except ValueError:
        raise UsageError(f"{str(path)!r} is not in the catalog {str(catalog.root)!r}") from None
    return "" if relative == Path() else relative.as_posix()


def _is_named(file: str, named: Sequence[str]) -> bool:
    return any(path in ("", file) or file.startswith(f"{path}/") for path in named)
