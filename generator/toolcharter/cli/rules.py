"""``toolcharter rules``: every rule, in one line each."""

from __future__ import annotations

import json

import click

from toolcharter.cli.exits import Exit
from toolcharter.cli.options import FORMATS


@click.command(
    "rules",
    epilog="""\b
Examples:
  toolcharter rules
  toolcharter rules --output-format json""",
)
@click.option("--output-format", type=click.Choice(FORMATS), default="text", show_default=True)
def command(*, output_format: str) -> int:
    """List every rule: its id, its weight, and the promise it keeps."""
    from toolcharter.lint.explain import catalogue

    rules = catalogue()
    if output_format == "json":
        listed = [
            {"rule": rule, "severity": severity.value, "promise": promise}
            for rule, severity, promise in rules
        ]
        click.echo(json.dumps(listed, indent=2))
        return Exit.CLEAN
    width = max(len(rule) for rule, _, _ in rules)
    for rule, severity, promise in rules:
        click.echo(f"{rule:<{width}}  {severity.value:<11}  {promise}")
    return Exit.CLEAN
