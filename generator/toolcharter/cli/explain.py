"""``toolcharter explain``: the page of one rule."""

from __future__ import annotations

import click

from toolcharter.cli.exits import Exit, UsageError


@click.command(
    "explain",
    epilog="""\b
Example:
  toolcharter explain write/no-idempotency""",
)
@click.argument("rule")
def command(*, rule: str) -> int:
    """Print the page of RULE: why it is there, a bad and a good example, how to silence it."""
    from toolcharter.lint.explain import UnknownRuleError, page

    try:
        click.echo(page(rule), nl=False)
    except UnknownRuleError as error:
        raise UsageError(str(error)) from error
    return Exit.CLEAN
