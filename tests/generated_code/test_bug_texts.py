"""Reported bugs about texts and words, by their ids: code, markup, templates, hidden characters."""

from __future__ import annotations

import json
from pathlib import Path

from generated_code.bug_cases import (
    Tree,
    bounded,
    case,
    closed,
    errors_of,
    files_of,
    input_of,
    pointers,
    tree_with,
)
from generated_code.packages import imported


def test_066_names_of_a_document_are_text_in_every_sentence(starter: Tree, folder: Path) -> None:
    document = case("066")
    (path,) = document["paths"]
    operation = document["paths"][path]["put"]
    texts = [
        document["info"]["title"],
        document["info"]["version"],
        path,
        operation["parameters"][1]["name"],
        *operation["requestBody"]["content"],
    ]
    words = {"type": "string", "enum": texts, "description": " ".join(texts), "default": texts[0]}
    files = files_of(tree_with(starter, closed(words=words), purpose=" ".join(texts)))
    with imported(folder, files) as load:
        model = load("tools.try_case_v1").TryCaseV1Input
        assert [model(words=text).words for text in texts] == texts
        assert model().words == texts[0]


def test_069_braces_are_text_and_nothing_is_computed(starter: Tree) -> None:
    it = case("069")
    schema = bounded(it["input"])
    # People's words have no default; a string that machines make has a pattern, and may.
    schema["properties"]["tpl"]["pattern"] = "^[ -~]{0,40}$"
    default = schema["properties"]["tpl"]["default"]
    files = files_of(tree_with(starter, schema, purpose=it["description"]))
    name = "try_case_v1"
    wording = json.loads(files[f"ticket_tools/wording/{name}.json"])
    assert wording["description"] == it["description"]
    assert input_of(files)["properties"]["tpl"]["default"] == default
    module = files[f"ticket_tools/tools/{name}.py"]
    assert it["description"] in " ".join(module.split())
    assert f'"{default}"' in module
    assert "49" not in json.dumps(wording) + files[f"ticket_tools/schemas/{name}.json"]


def test_070_hostile_arguments_are_plain_words_in_a_contract(starter: Tree, folder: Path) -> None:
    arguments = case("070")["proposal"]["arguments"]
    seen = [text for text in arguments.values() if "\u202e" not in text]
    assert len(seen) == 3
    words = {"type": "string", "enum": seen, "description": " ".join(seen)}
    with imported(folder, files_of(tree_with(starter, closed(words=words)))) as load:
        model = load("tools.try_case_v1").TryCaseV1Input
        assert [model(words=text).words for text in seen] == seen


def test_070_a_mark_that_turns_text_around_is_refused_in_a_contract(starter: Tree) -> None:
    address = case("070")["proposal"]["arguments"]["cc"]
    words = {"type": "string", "enum": ["a", address], "description": "Words."}
    errors = errors_of(tree_with(starter, closed(words=words)))
    assert pointers(errors, "text/bidi-control") == {"/input/schema/properties/words/enum/1"}


def test_115_a_value_that_stands_twice_is_refused(starter: Tree) -> None:
    schema = bounded(case("115"))
    # A fraction is refused by the reader, whatever it equals.
    schema["properties"]["n"]["enum"] = [1, 1, True]
    errors = errors_of(tree_with(starter, schema))
    at = "/input/schema/properties"
    assert pointers(errors, "in/enum-duplicate") == {f"{at}/kind/enum/2", f"{at}/n/enum/1"}


def test_115_a_type_that_stands_twice_is_refused(starter: Tree) -> None:
    schema = closed(t={**case("115")["properties"]["t"], "maxLength": 9, "description": "A t."})
    errors = errors_of(tree_with(starter, schema))
    assert {
        pointer.rpartition("/type")[0] for pointer in pointers(errors, "in/schema-invalid")
    } == {"/input/schema/properties/t"}


def test_115_a_fraction_that_equals_a_number_is_refused(starter: Tree) -> None:
    errors = errors_of(tree_with(starter, bounded(case("115"))))
    assert pointers(errors, "yaml/float") == {"/input/schema/properties/n/enum/1"}


def test_116_instructions_that_nobody_sees_are_refused_in_a_purpose_and_a_name(
    starter: Tree,
) -> None:
    it = case("116")
    errors = errors_of(tree_with(starter, it["input"], purpose=it["description"]))
    at = "/input/schema/properties/p\u200bath"
    assert pointers(errors, "text/bidi-control") == {"/purpose", at, f"{at}/description"}


def test_paragraphs_of_a_purpose_stay_apart_in_the_description_and_the_docstring(
    starter: Tree,
) -> None:
    purpose = "Try a case whose\nwords are kept.\n\nUse it for nothing else."
    files = files_of(tree_with(starter, closed(it={"type": "boolean"}), purpose=purpose))
    kept = "Try a case whose words are kept.\n\nUse it for nothing else."
    wording = json.loads(files["ticket_tools/wording/try_case_v1.json"])
    assert wording["description"] == kept
    assert files["ticket_tools/tools/try_case_v1.py"].startswith(f'"""{kept}\n\nGenerated')
