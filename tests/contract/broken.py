"""Reads ``broken_copies.txt``: edits of the example files, and all that validation says about each.

    == tools/customers/get_customer.v1.yaml      the file below catalog/
    - limits: {timeout: 3s}                      the text that is taken out, once
    + limits: {timeout: 5 seconds}               the text that is put in (no line: nothing)
    ? contract/wrong-value 22:19 5 seconds       rule, place, the text under the span
      `timeout` cannot be "5 seconds".           message
      A duration is ...                          hint, if there is one

Run as a module, it writes the findings anew; they are reviewed like code.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from toolcharter.contract import kind_of, validate
from toolcharter.diagnostics import Diagnostic
from toolcharter.source.document import Document
from toolcharter.source.reader import read

HERE = Path(__file__).parent
CATALOG = HERE / "catalog"
_TABLE = HERE / "broken_copies.txt"


@dataclass(frozen=True, slots=True)
class BrokenCopy:
    """One edited file. ``written`` is the row up to its findings."""

    file: str
    written: str
    edits: tuple[tuple[str, str], ...]
    findings: str

    @property
    def document(self) -> Document:
        text = (CATALOG / self.file).read_text(encoding="utf-8")
        for old, new in self.edits:
            assert old in text, f"{old!r} is not in {self.file}"
            text = text.replace(old, new, 1)
        document, findings = read(self.file, text.encode())
        assert document is not None, findings
        return document

    def __str__(self) -> str:
        return self.written.replace("\n", " ")[:110]


def broken_copies() -> tuple[BrokenCopy, ...]:
    """Every row of the table."""
    rows = _TABLE.read_text(encoding="utf-8").split("\n== ")
    return tuple(_row(text.removeprefix("== ")) for text in rows)


def found(document: Document) -> str:
    """What validation says, as the table writes it."""
    kind = kind_of(document.file)
    assert kind is not None
    return "\n".join(_shown(each, document) for each in validate(document, kind))


def _row(text: str) -> BrokenCopy:
    written, _, findings = text.partition("\n? ")
    file, *lines = written.split("\n")
    edits: list[tuple[list[str], list[str]]] = []
    for line in lines:
        sign, content = line[:1], line[2:]
        if sign == "-" and (not edits or edits[-1][1]):
            edits.append(([], []))
        edits[-1][sign == "+"].append(content)
    return BrokenCopy(file, written, tuple(map(_edit, edits)), f"? {findings.rstrip()}")


def _edit(lines: tuple[list[str], list[str]]) -> tuple[str, str]:
    old, new = ("\n".join(part) for part in lines)
    return (old, new) if lines[1] else (f"{old}\n", "")


def _shown(finding: Diagnostic, document: Document) -> str:
    span = finding.span
    line = document.text.split("\n")[span.line - 1]
    end = span.end_column - 1 if span.end_line == span.line else None
    words = [f"? {finding.code} {span.line}:{span.column} {line[span.column - 1 : end]}"]
    words.append(f"  {finding.message}")
    words.extend([f"  {finding.hint}"] if finding.hint else [])
    return "\n".join(words)


def main() -> None:
    """Writes what is found now."""
    rows = (f"== {row.written}\n{found(row.document)}\n" for row in broken_copies())
    _TABLE.write_text("".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
