"""Every hostile YAML file and every YAML bug report of the case collection, by its id.

The contracts in them have a neutral shape. Where a case is about names, references or policies,
the reader's part is to accept the file and to keep its values; later stages refuse it.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from source.readings import places, refused, value
from toolcharter.source.quoted import quoted
from toolcharter.source.reader import read

FOLDER = Path(__file__).parent.parent / "cases" / "hostile" / "yaml"

REFUSED: dict[str, list[tuple[str, int, int]]] = {
    "Y01": [("yaml/duplicate-key", 10, 1)],
    "Y03": [("yaml/anchor", 1, 7), ("yaml/merge-key", 5, 1), ("yaml/alias", 5, 5)],
    "Y06": [("yaml/anchor", 1, 4), ("yaml/alias", 1, 8)],
    "Y07": [("yaml/tag", 10, 4)],
    "Y10": [("yaml/depth-limit", 1, 1007)],
    "Y13": [("yaml/size-limit", 1, 1)],
    "Y14": [("yaml/implicit-bool", 9, 22)],
    "Y16": [("yaml/implicit-number", 2, 10)],
    "Y17": [("yaml/implicit-number", 10, 11)],
    "Y19": [("yaml/implicit-date", 10, 8)],
    "Y20": [("yaml/float", 9, 58)],
    "Y23": [("yaml/non-string-key", 10, 3)],
    "Y31": [("text/bidi-control", 10, 33), ("text/bidi-control", 10, 52)],
    "Y33": [("text/bidi-control", 10, 35), ("text/bidi-control", 10, 40)],
    "Y57": [("yaml/encoding", 10, 15)],
    "Y59": [("yaml/multi-document", 10, 1)],
    "071": [
        ("yaml/implicit-bool", 3, 18),
        ("yaml/implicit-bool", 3, 26),
        ("yaml/implicit-bool", 3, 30),
        ("yaml/implicit-bool", 3, 33),
    ],
    "075": [
        ("yaml/non-string-key", 1, 9),
        ("yaml/non-string-key", 1, 17),
        ("yaml/implicit-bool", 1, 33),
        ("yaml/duplicate-key", 1, 46),
        ("yaml/non-string-key", 1, 57),
        ("yaml/non-string-key", 1, 69),
        ("yaml/non-string-key", 1, 84),
    ],
    "120": [("yaml/non-string-key", 9, 9), ("yaml/non-string-key", 10, 9)],
}

# Of these the first findings and the rules are what matters; there is one for each use.
ANCHORS = {"Y05": ("yaml/anchor", 1, 4), "076": ("yaml/anchor", 1, 4), "077": ("yaml/anchor", 1, 8)}

LEFT_TO_LATER_STAGES = (
    *("Y25", "Y28", "Y30", "Y34", "Y37", "Y39", "Y41", "Y43", "Y44", "Y46", "Y50", "Y52", "Y54"),
    *("C01", "C03"),
)


def contents(case: str) -> bytes:
    recipe = FOLDER / f"{case}.gen.json"
    if not recipe.exists():
        return (FOLDER / f"{case}.yaml").read_bytes()
    parts = json.loads(recipe.read_bytes())["parts"]
    return "".join(text * times for text, times in parts).encode()


@pytest.mark.parametrize("case", REFUSED)
def test_the_case_is_refused_at_the_attack_and_nowhere_else(case: str) -> None:
    assert places(contents(case)) == REFUSED[case]


@pytest.mark.parametrize("case", ANCHORS)
def test_the_case_is_refused_from_its_first_anchor_on(case: str) -> None:
    found = places(contents(case))
    assert found[0] == ANCHORS[case]
    assert {code for code, _, _ in found} == {"yaml/anchor", "yaml/alias"}


@pytest.mark.parametrize("case", LEFT_TO_LATER_STAGES)
def test_the_case_is_read_as_it_is_written(case: str) -> None:
    got = value(contents(case))
    assert isinstance(got, dict)
    assert got["tool"]


def test_every_case_has_its_outcome() -> None:
    listed = {*REFUSED, *ANCHORS, *LEFT_TO_LATER_STAGES, "116", "C08"}
    assert listed == {path.name.split(".")[0] for path in FOLDER.iterdir()}


def test_y05_and_076_cannot_grow_because_no_alias_is_followed() -> None:
    for case in ("Y05", "076"):
        assert len(refused(contents(case))) <= 101


def test_y10_names_the_limit() -> None:
    (finding,) = refused(contents("Y10"))
    assert "limit of 32 levels" in finding.message


def test_y13_names_the_limit_and_at_the_cap_the_duplicates() -> None:
    (finding,) = refused(contents("Y13"))
    assert finding.message == "The file has more than the limit of 65536 bytes."
    at_the_cap = refused(contents("Y13")[:65_535] + b"}")
    assert at_the_cap[-1].code == "yaml/finding-limit"
    assert {each.code for each in at_the_cap[:-1]} == {"yaml/duplicate-key", "yaml/empty-value"}


def test_y25_keeps_the_line_break_of_the_name_for_the_rule_about_names() -> None:
    got = value(contents("Y25"))
    assert isinstance(got, dict)
    assert got["tool"] == "get_customer\nimport os; os.system('touch toolcharter_pwned')"


def test_y33_lets_no_escape_character_into_a_message() -> None:
    for finding in refused(contents("Y33")):
        assert "\x1b" not in finding.message + finding.hint
        assert finding.message.isprintable()
        assert finding.span.pointer == "/description"


def test_y37_and_y34_are_text_and_nothing_else() -> None:
    braces, quotes = value(contents("Y37")), value(contents("Y34"))
    assert isinstance(braces, dict)
    assert isinstance(quotes, dict)
    assert braces["description"].startswith("{{ cycler")
    assert quotes["description"].startswith('"""\nimport os')


def test_071_leaves_null_to_the_schema() -> None:
    text = contents("071").decode()
    for word in ("no", "on", "y", "off"):
        text = text.replace(f" {word},", f' "{word}",')
    assert value(text) == {
        "language": {
            "type": "string",
            "enum": ["en", "fr", "no", "it", "on", "y", "off", None, "~"],
        }
    }


def test_116_finds_every_hidden_character_with_its_pointer() -> None:
    found = refused((FOLDER / "116.json").read_bytes(), "116.json")
    assert [(each.code, each.span.pointer) for each in found] == [
        *[("text/bidi-control", "/description")] * 6,
        ("text/bidi-control", f"/input/properties/p{chr(0x200B)}ath"),
        ("text/bidi-control", f"/input/properties/p{chr(0x200B)}ath/description"),
    ]
    assert "U+E0049 (TAG LATIN CAPITAL LETTER I)" in found[0].message


def test_116_written_out_is_one_run_of_hidden_characters() -> None:
    hidden = "".join(chr(0xE0000 + ord(char)) for char in "Ignore")
    (finding,) = refused(f"description: Formats JSON files.{hidden}\n")
    assert (finding.span.column, finding.span.end_column) == (33, 39)
    assert finding.message.startswith("6 characters that a reviewer cannot see stand here, first")


def test_c03_and_c08_keep_honest_text_of_other_scripts() -> None:
    spanish = value(contents("C03"))
    persian = value((FOLDER / "C08.json").read_bytes(), "C08.json")
    assert isinstance(spanish, dict)
    assert isinstance(persian, dict)
    assert "\u9867\u5ba2" in spanish["description"]
    assert "\u200c" in persian["destination"]["city"]


@pytest.mark.parametrize("path", sorted(FOLDER.iterdir()), ids=lambda path: path.name)
def test_no_case_gets_a_control_character_into_a_message(path: Path) -> None:
    _, findings = read(path.name, path.read_bytes())
    for finding in findings:
        for text in (finding.message, finding.hint, *(each.message for each in finding.related)):
            assert text == "" or quoted(text, max_chars=1000)[1:-1].replace('\\"', '"') == (
                text.replace("\\", "\\\\")
            )
