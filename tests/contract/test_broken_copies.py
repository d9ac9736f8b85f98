"""What validation says about every broken copy: rule, exact place, and both sentences."""

from __future__ import annotations

import pytest
from contract.broken import BrokenCopy, broken_copies, found
from contract.documents import CATALOG, document
from toolcharter.contract import FileKind, kind_of, validate
from toolcharter.contract.rules import GENERAL, RULES

COPIES = broken_copies()
FILE = "tools/customers/get_customer.v1.yaml"


@pytest.mark.promise("C1")
@pytest.mark.parametrize("copy", COPIES, ids=str)
def test_a_broken_copy_gets_exactly_its_findings(copy: BrokenCopy) -> None:
    assert found(copy.document) == copy.findings


def test_every_rule_of_the_table_fires_on_some_copy() -> None:
    fired = {
        line.split()[1]
        for copy in COPIES
        for line in copy.findings.splitlines()
        if line.startswith("? ")
    }
    named = {*GENERAL.values(), *(rule for rule in RULES.values() if isinstance(rule, str))}
    assert named - fired == set()


def test_no_finding_speaks_of_schemas() -> None:
    for copy in COPIES:
        kind = kind_of(copy.file)
        assert kind is not None
        for each in validate(copy.document, kind):
            sentences = f"{each.message} {each.hint}"
            assert "given schemas" not in sentences
            assert "valid under" not in sentences
            assert "$ref" not in sentences


def test_a_hostile_value_is_quoted_escaped_and_cut() -> None:
    text = (CATALOG / FILE).read_text(encoding="utf-8")
    hostile = document(FILE, text.replace("3s}", f'"`\\"\\n## {"x" * 300}"}}', 1))
    (finding,) = validate(hostile, FileKind.CONTRACT)
    assert finding.code == "contract/wrong-value"
    assert finding.message == f'`timeout` cannot be "`\\"\\n## {"x" * 54}...".'
