"""Every rule of every stage, in the order in which a catalog meets them.

The linter's own rules stand in ``registry``; those of the other stages are pages without a check,
since the stage that needs the promise to go on reports it: ``stages`` has a table for each.
``toolcharter explain`` knows all.
"""

from __future__ import annotations

from toolcharter.lint import registry
from toolcharter.lint.rule import Rule
from toolcharter.lint.stages import check, link, read, validate

HANDBOOK: tuple[Rule, ...] = (
    *read.RULES,
    *validate.RULES,
    *link.RULES,
    *registry.RULES,
    *check.RULES,
)
