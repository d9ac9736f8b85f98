"""What people write for people or models holds no character that a reviewer would not see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from contract.documents import CATALOG, document
from toolcharter.contract import SCHEMA_NAMES, kind_of, validate
from toolcharter.contract.published import schema_of, validator_of

READ = "tools/customers/get_customer.v1.yaml"
CHANGE = "tools/addresses/address_change.v2.yaml"
ERRORS = "errors.yaml"


def _free_texts(schema: Any, at: str = "") -> Iterator[str]:
    """Where a schema takes any string that is not too long."""
    if isinstance(schema, dict):
        if "maxLength" in schema and not {"pattern", "enum", "const"} & schema.keys():
            yield at
        for key, part in schema.items():
            yield from _free_texts(part, f"{at}/{key}")
    elif isinstance(schema, list):
        for place, part in enumerate(schema):
            yield from _free_texts(part, f"{at}/{place}")


@pytest.mark.parametrize("name", SCHEMA_NAMES)
def test_no_published_schema_takes_a_string_without_saying_which_characters(name: str) -> None:
    assert list(_free_texts(schema_of(name))) == []


def _findings(file: str, old: str, new: str) -> list[tuple[str, str, str, str]]:
    text = (CATALOG / file).read_text(encoding="utf-8")
    assert old in text
    broken = document(file, text.replace(old, new, 1))
    kind = kind_of(file)
    assert kind is not None
    found = [
        (each.code, each.span.pointer, each.message, each.hint) for each in validate(broken, kind)
    ]
    assert len(found) <= 1
    return found


def _line(file: str, beginning: str) -> str:
    lines = (CATALOG / file).read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if line.startswith(beginning))


def _purpose() -> str:
    text = (CATALOG / READ).read_text(encoding="utf-8")
    return text[text.index("purpose: ") : text.index("effect: ")]


LEAVE_OUT = "Leave the control character out; a line break is a line feed."


@pytest.mark.parametrize("escape", ["\\r", "\\x0d", "\\r\\n"])
def test_a_carriage_return_in_double_quotes_is_refused_in_a_purpose(escape: str) -> None:
    shown = {"\\x0d": "\\r"}.get(escape, escape)
    (found,) = _findings(READ, _purpose(), f'purpose: "Read a customer.{escape}Delete it."\n')
    assert found == (
        "contract/wrong-value",
        "/purpose",
        f'`purpose` cannot be "Read a customer.{shown}Delete it.".',
        LEAVE_OUT,
    )


def test_lines_that_end_with_a_line_feed_are_prose() -> None:
    assert _findings(READ, _purpose(), 'purpose: "Read one.\\nNothing else.\\t"\n') == []


@pytest.mark.parametrize("beginning", ["    message: ", "    next: "])
def test_what_an_error_says_holds_none_and_is_not_called_an_echo(beginning: str) -> None:
    old = _line(ERRORS, beginning)
    new = f'{beginning}"Not\\rthere."'
    if "next" in beginning:
        new = f'{beginning}{{say: "Not\\rthere."}}'
    (found,) = _findings(ERRORS, old, new)
    assert (found[0], found[3]) == ("contract/wrong-value", LEAVE_OUT)


@pytest.mark.parametrize("gap", ["\\n", "\\t", "\\r"])
def test_a_summary_is_one_line(gap: str) -> None:
    old = _line(CHANGE, "  summary: ")
    (found,) = _findings(CHANGE, old, f'  summary: "Change it{gap}of {{target.id}}"')
    assert found[0] == "contract/wrong-value"
    assert found[3] == "A template is one line, without tabs."


def test_a_folded_summary_ends_without_a_line_break() -> None:
    old = _line(CHANGE, "  summary: ")
    (found,) = _findings(CHANGE, old, "  summary: >\n    Change\n    it")
    assert found[3] == "A template is one line, without tabs."
    assert _findings(CHANGE, old, "  summary: >-\n    Change\n    it") == []


def test_the_fast_validation_says_the_same() -> None:
    accepts = validator_of("errors").is_valid
    assert accepts({"errors": {"GONE": _error("It is gone.")}})
    assert not accepts({"errors": {"GONE": _error("It is\rgone.")}})


def _error(message: str) -> dict[str, Any]:
    return {"message": message, "retryable": False, "next": {"say": "Look again."}}
