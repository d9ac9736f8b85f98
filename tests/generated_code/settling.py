"""Which places of a catalog take a text, and what is said where it is refused.

Walks in: a catalog, places, and the text that each shall hold. Walks out: the places that took it,
the findings at those that did not, and the compilation of the catalog in which all that took it
hold it at once. All places are filled together; those that findings point at are emptied, until the
catalog compiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from toolcharter.diagnostics import Diagnostic
from toolcharter.diagnostics.render import text as text_output
from toolcharter.diagnostics.render.printable import printable
from toolcharter.pipeline import Compilation, compile_catalog

from generated_code.places import Place, escaped, filled


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    accepted: frozenset[Place]
    findings: tuple[Diagnostic, ...]
    compilation: Compilation


def settle(tree: Mapping[str, bytes], texts: Mapping[Place, str]) -> Settled:
    """The places that take their text, by trying."""
    left = dict(texts)
    findings: list[Diagnostic] = []
    while True:
        contents = filled(tree, left)
        made = compile_catalog(contents, emit=False, compiler="test")
        errors = [each for each in made.diagnostics if each.is_error]
        check_findings(made.diagnostics, contents)
        findings += errors
        if not errors:
            made = compile_catalog(contents, emit=True, compiler="test")
            return Settled(accepted=frozenset(left), findings=tuple(findings), compilation=made)
        refused = set(_pointed_at(errors, left)) or set(_below(errors, left))
        assert refused, [f"{each.span} {each.code} {each.message}" for each in errors]
        left = {place: text for place, text in left.items() if place not in refused}


def check_findings(findings: Sequence[Diagnostic], tree: Mapping[str, bytes]) -> None:
    """Each finding has a place in a file that is there; the page that shows them all holds nothing
    that acts on a terminal or hides from a reader."""
    for each in findings:
        assert each.span.file in tree, each
        assert each.span.line >= 1, each
        assert each.span.column >= 1, each
        assert each.message, each
    texts = {path: data.decode("utf-8", "replace") for path, data in tree.items()}
    for line in text_output.render(findings, texts).split("\n"):
        assert line == printable(line)
        assert "Traceback" not in line


def _pointed_at(errors: Iterable[Diagnostic], texts: Mapping[Place, str]) -> Iterator[Place]:
    """A value is pointed at by its pointer; a key by its line and its new name."""
    pointers = {(each.span.file, each.span.pointer) for each in errors}
    names = {
        (each.span.file, each.span.line, each.span.pointer.rpartition("/")[2]) for each in errors
    }
    for place, text in texts.items():
        if place.is_key:
            if (place.file, place.line, escaped(text)) in names:
                yield place
        elif (place.file, place.pointer) in pointers:
            yield place


def _below(errors: Iterable[Diagnostic], texts: Iterable[Place]) -> Iterator[Place]:
    """The places in the thing that is said to lack something."""
    things = [(each.span.file, f"{each.span.pointer}/") for each in errors]
    for place in texts:
        if any(place.file == file and place.pointer.startswith(at) for file, at in things):
            yield place
