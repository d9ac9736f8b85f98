"""Described adapters of the base catalog, made from the good examples of the rules' pages."""

from __future__ import annotations

from lint.overlay import with_pieces
from toolcharter.diagnostics import Diagnostic
from toolcharter.lint.page import Example, page_of
from toolcharter.lint.rule import Rule
from toolcharter.lint.rules.adapter import (
    free_text,
    uncertain_path,
    unknown_path,
    version_not_sent,
)


def _good(rule: Rule) -> Example:
    (example,) = page_of(rule.page).good
    return example


READ = _good(unknown_path.RULE)
LIST = _good(uncertain_path.RULE)
NOTE = _good(free_text.RULE)
CHANGE = _good(version_not_sent.RULE)

INPUT = """\
input:
  fields:
    customer_id: customer_id
    note: {type: line, max_length: 80, describe: "A note."}
    phone: {type: phone_number, sensitive: personal, describe: "A telephone number."}
    lang: {type: enum, values: [en, de], default: en, describe: "The language."}
    day: {type: date, optional: true, describe: "The day."}
    year: {type: integer, min: 1, max: 9, nullable: true, describe: "The year."}
    price: {type: money, min: 1, max: 9, currencies: [EUR], describe: "The price."}
    days: {type: list, max_items: 3, items: {type: date, describe: "A day."}, describe: "The days."}
    where:
      type: object
      optional: true
      describe: "The place."
      fields: {city: {type: enum, values: [bern, rome], describe: "The city."}}
    way:
      type: union
      by: kind
      describe: "How."
      branches:
        one: {describe: "One way.", fields: {x: {type: enum, values: [a, b], describe: "A word."}}}
        two: {describe: "Two ways.", fields: {z: {type: enum, values: [a, b], describe: "A word."}}}
"""
"""An input with all that a request could take a value from."""


def changed(example: Example, old: str, new: str) -> dict[str, bytes]:
    assert example.text.count(old) >= 1, old
    text = example.text.replace(old, new, 1)
    if example is READ:
        text = f"{INPUT}{text}"
    return with_pieces([(example.file, text)])


def told(each: Diagnostic) -> str:
    return f"{each.code} {each.span} {each.message}"
