"""No text of a catalog becomes anything but that text, wherever it stands."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from pipeline.catalogs import compiled
from toolcharter.pipeline import compile_catalog
from toolcharter.source.tree import read_tree

from generated_code.hostile_texts import BRACES, CODE, ENDINGS, SAID, UNSEEN
from generated_code.inert import check_inert, check_only_texts_grew
from generated_code.packages import check_import_is_inert, written
from generated_code.places import Place, filled, places
from generated_code.profiles import examples
from generated_code.settling import check_findings, settle

Tree = Mapping[str, bytes]
Files = Mapping[str, str]

EVERY_TEXT = Path(__file__).parent / "every_text"

PROSE = {
    *("tools purpose", "tools describe", "tools description", "tools how", "tools because"),
    *("types describe", "kinds describe", "roles describe", "schemas description"),
    *("preconditions asks", "exclusions says", "exclusions reason", "policies <permission>"),
    *("tools reason", "tools <fact> unknown"),
}
"""Where a catalog holds sentences. Messages and templates are sentences too, but give braces a
meaning or no place."""

WITHOUT_BRACES = {"errors message", "errors say"}
WORDS = {"tools values", "types values", "tools default"}
"""Values that a model or a service says, one of a list."""

PASSED_ON = {
    *("services Accept", "services X-RateLimit-Remaining"),
    *("tools constant", "tools operation", "tools X-Reason"),
    *("tools at", "tools theirs", "tools owner", "tools example"),
}
"""Text that no stage of today acts on."""


@pytest.fixture(scope="module")
def tree(tree: Tree) -> Tree:
    """The worked catalog, and contracts with the places that it leaves empty."""
    return {**tree, **read_tree(EVERY_TEXT)}


@pytest.fixture(scope="module")
def package(tree: Tree) -> Files:
    return files_with(tree, {})


@pytest.fixture(scope="module")
def values(tree: Tree) -> tuple[Place, ...]:
    """Every value of the catalog, quoted or not."""
    return tuple(place for place in places(tree) if not place.is_key)


@pytest.fixture(scope="module")
def sentences(values: tuple[Place, ...]) -> tuple[Place, ...]:
    return tuple(place for place in values if kind_of(place) in PROSE | WITHOUT_BRACES)


def kind_of(place: Place) -> str:
    if place.file == "policies/permissions.yaml":
        return "policies <permission>"
    is_fact = place.path[0] == "facts" and place.path[-1] == "unknown"
    return "tools <fact> unknown" if is_fact else place.kind


def grown(places: tuple[Place, ...], ending: str) -> dict[Place, str]:
    """The places that can hold the ending, with it after what they hold."""
    return {
        place: place.text + ending
        for place in places
        if not (kind_of(place) in WITHOUT_BRACES and BRACES & set(ending))
    }


def files_with(tree: Tree, texts: Mapping[Place, str]) -> Files:
    files = compiled(filled(tree, texts)).files
    assert files is not None
    return dict(files)


def check_package(before: Files, after: Files, ending: str) -> None:
    for path, text in after.items():
        if path.endswith(".py"):
            check_inert(path, text)
    check_only_texts_grew(before, after, ending)


def test_code_can_stand_where_there_are_sentences_and_nowhere_else(
    tree: Tree, values: tuple[Place, ...], package: Files, folder: Path
) -> None:
    ending = f' """ {CODE} \\'
    settled = settle(tree, {place: place.text + ending for place in values})
    accepted = {kind_of(place) for place in settled.accepted}
    assert accepted == PROSE | WITHOUT_BRACES | WORDS | PASSED_ON | {"tools summary"}
    assert settled.compilation.files is not None
    check_package(package, settled.compilation.files, ending)
    written(folder, settled.compilation.files)
    check_import_is_inert(folder, ["acme_tools"])


def test_no_key_can_hold_code(tree: Tree) -> None:
    keys = [p for p in places(tree) if p.is_key and not p.file.startswith("schemas/")]
    settled = settle(tree, {place: f"{place.text}\n{CODE}" for place in keys})
    assert settled.accepted == frozenset()
    assert len(keys) > 1000


@pytest.mark.promise("G2")
@pytest.mark.parametrize("name", ENDINGS)
def test_every_sentence_may_end_in_anything_and_stays_a_sentence(
    name: str, tree: Tree, sentences: tuple[Place, ...], package: Files, folder: Path
) -> None:
    texts = grown(sentences, ENDINGS[name])
    assert len(texts) > 150
    files = files_with(tree, texts)
    check_package(package, files, ENDINGS[name])
    written(folder, files)
    check_import_is_inert(folder, ["acme_tools"])


def test_any_text_in_all_sentences_at_once_stays_text(
    tree: Tree, sentences: tuple[Place, ...], package: Files, folder: Path
) -> None:
    made: list[str] = []

    @examples(6)
    @given(SAID)
    def holds(text: str) -> None:
        ending = f" {text}"
        files = files_with(tree, grown(sentences, ending))
        check_package(package, files, ending)
        made.append(f"tools_{len(made)}")
        written(folder, files, package=made[-1])

    holds()
    check_import_is_inert(folder, made)


def test_a_word_of_an_enum_may_be_anything_on_one_line(
    tree: Tree, values: tuple[Place, ...], package: Files, folder: Path
) -> None:
    ending = " \"\"\" ''' \\ {{7*7}} {0} %s #}"
    words = (each for each in values if kind_of(each) in WORDS and not each.text.isdecimal())
    texts = grown(tuple(words), ending)
    assert {kind_of(place) for place in texts} == WORDS
    files = files_with(tree, texts)
    check_package(package, files, ending)
    written(folder, files)
    check_import_is_inert(folder, ["acme_tools"])


@pytest.mark.parametrize("holds_contracts", [True, False], ids=["contracts", "tables"])
def test_a_character_that_cannot_be_seen_is_refused_in_every_sentence(
    holds_contracts: bool, tree: Tree, sentences: tuple[Place, ...]
) -> None:
    chosen = [each for each in sentences if each.file.startswith("tools/") is holds_contracts]
    texts = {
        place: f"{place.text}a{UNSEEN[index % len(UNSEEN)]}b" for index, place in enumerate(chosen)
    }
    assert len(texts) > 2 * len(UNSEEN)
    contents = filled(tree, texts)
    result = compile_catalog(contents, emit=True, compiler="test")
    assert result.files is None
    check_findings(result.diagnostics, contents)
    found = {
        (each.span.file, each.span.pointer)
        for each in result.diagnostics
        if each.code == "text/bidi-control"
    }
    assert found == {(place.file, place.pointer) for place in chosen}


def test_half_a_character_is_refused_on_its_line(tree: Tree, sentences: tuple[Place, ...]) -> None:
    place = sentences[0]
    written_out = filled(tree, {place: "a half"})
    for half in (b"\\ud800", b"\\udc00", b"\xed\xa0\x80"):
        contents = {
            **tree,
            place.file: written_out[place.file].replace(b"a half", b"a " + half),
        }
        result = compile_catalog(contents, emit=True, compiler="test")
        check_findings(result.diagnostics, contents)
        (finding,) = result.diagnostics
        assert finding.code in ("yaml/encoding", "yaml/syntax")
        assert (finding.span.file, finding.span.line) == (place.file, place.line)


@pytest.mark.parametrize("holds_contracts", [True, False], ids=["contracts", "tables"])
def test_a_text_beyond_its_limit_is_refused_where_it_stands(
    holds_contracts: bool, tree: Tree, sentences: tuple[Place, ...]
) -> None:
    # A text in plain JSON Schema is limited by its file; so are the errors, if all are this long.
    chosen = [
        each
        for each in sentences
        if each.file.startswith("tools/") is holds_contracts
        and not each.kind.endswith(" description")
        and (each.file != "errors.yaml" or "ORDER_NOT_FOUND" in each.path)
    ]
    contents = filled(tree, dict.fromkeys(chosen, "x" * 2001))
    result = compile_catalog(contents, emit=True, compiler="test")
    assert result.files is None
    check_findings(result.diagnostics, contents)
    found = {(each.span.file, each.span.pointer) for each in result.diagnostics if each.is_error}
    assert found == {(place.file, place.pointer) for place in chosen}
