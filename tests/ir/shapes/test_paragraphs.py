"""The paragraphs of prose, however a file writes them."""

from __future__ import annotations

import pytest
from ir.shapes.made import document
from toolcharter.ir.paragraphs import paragraphs
from toolcharter.ir.reading import mapping, string


@pytest.mark.parametrize(
    ("written", "found"),
    [
        (
            ">\n  Reads one\n  customer.\n\n  Nothing else.\n",
            "Reads one customer.\n\nNothing else.",
        ),
        (
            "|\n  Reads one\n  customer.\n\n  Nothing else.\n",
            "Reads one customer.\n\nNothing else.",
        ),
        ("|-\n  Reads one\n  customer.\n", "Reads one customer."),
        ("Reads one\n  customer.\n\n  Nothing  else.\n", "Reads one customer.\n\nNothing else."),
        ('"Reads one\n  customer.\n\n  Nothing else."\n', "Reads one customer.\n\nNothing else."),
        ('"Reads one\\ncustomer.\\n \\nNothing else."\n', "Reads one customer.\n\nNothing else."),
        (">-\n  Reads one.\n\n\n\n  Nothing else.\n", "Reads one.\n\nNothing else."),
        ("Reads one customer.\n", "Reads one customer."),
    ],
)
def test_a_blank_line_stays_and_what_is_between_becomes_one_line(written: str, found: str) -> None:
    file = document(f"purpose: {written}")
    assert paragraphs(string(mapping(file.root).entries["purpose"]), file) == found
