"""``toolcharter init``: a small catalog to start from."""

from __future__ import annotations

from pathlib import Path

import click

import toolcharter
from toolcharter.cli.exits import Exit, UsageError
from toolcharter.source.root import is_catalog

_ATTRIBUTES = "generated/** text eol=lf\n"


@click.command(
    "init",
    epilog="""\b
Examples:
  toolcharter init                writes catalog/ here
  toolcharter init my_service     writes my_service/catalog/""",
)
@click.argument("folder", default=".", metavar="[DIR]", type=click.Path(path_type=Path))
def command(*, folder: Path) -> int:
    """Write a small catalog that compiles into DIR/catalog.

    The generated package will stand beside it. No file that is there is ever overwritten.
    """
    catalog = folder / "catalog"
    _refuse_what_is_there(folder, catalog)
    starter = Path(toolcharter.__file__).parent / "starter"
    for source in sorted(path for path in starter.rglob("*") if path.is_file()):
        _write_new(catalog / source.relative_to(starter), source.read_bytes())
    attributes = folder / ".gitattributes"
    if not attributes.exists():
        _write_new(attributes, _ATTRIBUTES.encode())
    elif _ATTRIBUTES.strip() not in attributes.read_text(encoding="utf-8"):
        click.echo(f"Add this line to {attributes}: {_ATTRIBUTES}", nl=False)
    click.echo(f"Wrote a catalog to {catalog}. Next:")
    if folder != Path():
        click.echo(f"  cd {folder}")
    click.echo("  toolcharter compile\n  toolcharter check")
    return Exit.CLEAN


def _refuse_what_is_there(folder: Path, catalog: Path) -> None:
    if is_catalog(folder):
        raise UsageError(f"{str(folder)!r} is a catalog already")
    if catalog.is_symlink() or (
        catalog.exists() and (not catalog.is_dir() or any(catalog.iterdir()))
    ):
        raise UsageError(f"{str(catalog)!r} is there already and not empty; nothing was written")


def _write_new(path: Path, contents: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as file:
        file.write(contents)
