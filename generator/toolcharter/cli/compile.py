"""``toolcharter compile``: writes the generated package, or says how it differs."""

from __future__ import annotations

import sys

import click

from toolcharter.cli.compilation import Compiled, compiled
from toolcharter.cli.exits import Exit, UsageError
from toolcharter.cli.options import Options, catalog_options
from toolcharter.cli.report import counted, report, say
from toolcharter.output.drift import drift, in_the_way, unified_diff
from toolcharter.output.plan import Plan, plan
from toolcharter.output.write import write


@click.command(
    "compile",
    epilog="""\b
Examples:
  toolcharter compile                     write generated/<package>/
  toolcharter compile --check             write nothing; exit 1 where a file differs
  toolcharter compile --diff | less       what would change""",
)
@click.option("--check", is_flag=True, help="Write nothing; name the files that differ.")
@click.option("--diff", is_flag=True, help="Write nothing; print what would change.")
@catalog_options
def command(*, options: Options, check: bool, diff: bool) -> int:
    """Compile the catalog into the generated package beside it.

    Where there is an error, no file is written. A file that is no longer generated is removed; one
    that was never generated is named, and then nothing is written.
    """
    if check and diff:
        raise UsageError("--check and --diff exclude each other")
    found = compiled(options)
    if found.outputs is None:
        return report(options, found.diagnostics, found.tree)
    root = options.catalog.generated
    planned = plan(root, found.outputs, catalog=found.catalog)
    if check:
        differing = drift(root, found.outputs, planned)
        return report(options, [*found.diagnostics, *differing], found.tree)
    if not planned.is_up_to_date and found.files is None:
        found = compiled(options, with_texts=True)
    if diff:
        return _diff(options, found, planned)
    if planned.is_refused:
        return report(options, [*found.diagnostics, *in_the_way(root, planned)], found.tree)
    if found.files is not None:
        write(root, found.files, planned)
    code = report(options, found.diagnostics, found.tree)
    say(options, _summary(found, planned))
    return code


def _diff(options: Options, found: Compiled, planned: Plan) -> Exit:
    if planned.is_up_to_date or found.files is None:
        return Exit.CLEAN
    for line in unified_diff(options.catalog.generated, found.files, planned):
        sys.stdout.write(line)
    for each in in_the_way(options.catalog.generated, planned):
        say(options, f"{each.span.file}: {each.message}")
    return Exit.FINDINGS


def _summary(found: Compiled, planned: Plan) -> str:
    parts = [
        f"{counted(len(planned.writes), 'file')} written",
        f"{len(planned.obsolete)} removed" if planned.obsolete else "",
        f"{len(planned.unchanged):,} unchanged",
    ]
    drafts = f"; {counted(found.drafts, 'draft')} left out" if found.drafts else ""
    return (
        f"{counted(found.contracts, 'contract')}, {counted(found.tools, 'tool version')}: "
        f"{', '.join(part for part in parts if part)}{drafts}"
    )
