"""``toolcharter check``: everything that CI asks of a catalog and what was generated from it."""

from __future__ import annotations

import click

from toolcharter.cli.compilation import compiled
from toolcharter.cli.options import Options, catalog_options
from toolcharter.cli.report import counted, report, say
from toolcharter.output.drift import drift
from toolcharter.output.pins import moved, strays
from toolcharter.output.plan import plan


@click.command(
    "check",
    epilog="""\b
Examples:
  toolcharter check                           exit 1 on any error; warnings are printed
  toolcharter check --output-format json      the same, for programs""",
)
@catalog_options
def command(*, options: Options) -> int:
    """What CI runs; it writes nothing.

    Findings about the catalog, roles that are no longer what their pins say, and generated files
    that differ, are missing or should not be there.
    """
    found = compiled(options)
    if found.outputs is None:
        return report(options, found.diagnostics, found.tree)
    root = options.catalog.generated
    diagnostics = [
        *found.diagnostics,
        *strays(options.catalog.root / "pins"),
        *moved(options.catalog.root / "pins", found.outputs),
        *drift(root, found.outputs, plan(root, found.outputs, catalog=found.catalog)),
    ]
    code = report(options, diagnostics, found.tree)
    say(
        options,
        f"checked {counted(found.contracts, 'contract')}, {counted(found.tools, 'tool version')}, "
        f"{counted(len(found.outputs), 'generated file')}",
    )
    return code
