"""The examples of docs/language.md compile, and those that must be refused are refused."""

from __future__ import annotations

import pytest
from pipeline.catalogs import ROOT, compiled, errors_of

from docs.blocks import Block, blocks

PAGE = ROOT / "docs" / "language.md"
BLOCKS = [block for block in blocks(PAGE) if block.language == "yaml"]
WHOLE = {block.file: block.text.encode() for block in BLOCKS if block.file and not block.note}
REFUSED = [block for block in BLOCKS if block.note == "refused"]


def test_the_examples_of_the_page_are_one_catalog_that_compiles() -> None:
    result = compiled(WHOLE)
    assert result.tools >= 10


def test_every_yaml_block_is_a_file_a_fragment_or_refused() -> None:
    for block in BLOCKS:
        assert block.note in ("", "fragment", "refused"), block.line
        assert (block.file is None) == (block.note == "fragment"), block.line


@pytest.mark.parametrize("block", REFUSED, ids=lambda block: f"line-{block.line}")
def test_an_example_that_must_be_refused_is_refused(block: Block) -> None:
    assert block.file is not None
    found = {error.code for error in errors_of({**WHOLE, block.file: block.text.encode()})}
    assert block.refused in found
