"""A file with very many mistakes has as many diagnostics as a person reads."""

from __future__ import annotations

from toolcharter.contract.kinds import FileKind
from toolcharter.contract.validate import MOST_DIAGNOSTICS, validate
from toolcharter.source.reader import read

_LEGEND = "role: reader\n"


def _found(count: int) -> list[str]:
    text = _LEGEND + "".join(f"stranger{n}: 1\n" for n in range(count))
    document, findings = read("roles/reader.yaml", text.encode())
    assert document is not None, findings
    return [each.message for each in validate(document, FileKind.ROLE)]


def test_the_diagnostics_of_a_file_end_with_how_many_are_left_out() -> None:
    found = _found(500)
    assert len(found) == MOST_DIAGNOSTICS + 1
    assert found[-1].endswith("more mistakes are left out; here is the first of them.")
    all_of_them = 500 + sum("stranger" not in each for each in _found(1))
    assert found[-1].startswith(f"{all_of_them - MOST_DIAGNOSTICS} ")


def test_where_not_all_were_looked_for_it_is_said() -> None:
    assert _found(3_000)[-1].startswith("At least ")


def test_few_mistakes_are_all_told() -> None:
    assert sum("stranger" in each for each in _found(50)) == 50
