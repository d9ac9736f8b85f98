"""One dialect: our engine and ECMAScript find the same texts."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess

import jsonschema_rs
import pytest
from ir.shapes.test_patterns import GOOD, REFUSED
from toolcharter.ir.patterns import check_pattern, smallest_match

NODE = shutil.which("node")

PROBE = """
const table = JSON.parse(require("fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(table.map(([pattern, texts]) => {
  let found;
  try { found = new RegExp(pattern, "u"); } catch (error) { return null; }
  return texts.map((text) => found.test(text));
})));
"""

TEXTS = [
    *("", "a", "A", "0", "_", "-", ".", " ", "é", "É", "ß", "ǆ", "가", "😀", "\u2028", "\u2029"),
    *("\n", "\r", "\t", "\x00", "\x0b", "\x0c", "\x1f", "\x7f", "\x85", "\xa0", "\ufeff", "\u180e"),
    *(
        "\u0662",
        "\u0966",
        "\ue000",
        "\U0010ffff",
        '"',
        "\\",
        "/",
        "[",
        "]",
        "^",
        "$",
        "{",
        "}",
        "|",
    ),
    *("ES", "ES\n", "ES\r", "\nES", "a\n", "cus_12345678", "octocat[bot]", "text/plain", "2026a"),
    *("\u0662\u0660\u0662\u0666a", "2026\u00e9", "https://example.com/x", "a-b-c", "aaaa", "a.b.c"),
]

MORE = [
    *("^[A-Z]{2}$", "^a$", "a$", "^a", "a", "^.$", "^[^a]$", r"^[\w-]$", r"^[^\d]$", r"^[^\w]$"),
    *(rf"^\p{{{name}}}$" for name in ("L", "Lu", "Ll", "Lt", "N", "Nd", "Zs", "Z", "P", "S", "C")),
    *(r"^\P{L}$", r"^[^\p{L}\p{N}]$", r"^[\p{L}\d_-]+$", r"^\t|\n|\r|\f|\v$", r"^[\t\n]$"),
    *(r"^[\]\[]$", "^[-a]$", "^[a-]$", "^[.]$", r"^\/$", "^/$", r"^[$^]$", "^[^^]$", r"^\{\}$"),
]

needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


def in_node(table: list[tuple[str, list[str]]]) -> list[list[bool] | None]:
    assert NODE is not None
    done = subprocess.run(
        [NODE, "-e", PROBE], input=json.dumps(table), capture_output=True, text=True, check=True
    )
    found: list[list[bool] | None] = json.loads(done.stdout)
    return found


def in_ours(pattern: str, texts: list[str]) -> list[bool]:
    checker = jsonschema_rs.Draft202012Validator(
        {"pattern": pattern}, pattern_options=jsonschema_rs.RegexOptions()
    )
    return [checker.is_valid(text) for text in texts]


def test_node_is_there_where_everything_must_run() -> None:
    assert NODE is not None or os.environ.get("CI") != "true"


@needs_node
def test_patterns_of_the_dialect_find_the_same_in_both_engines() -> None:
    patterns = [*GOOD, *MORE]
    assert [pattern for pattern in patterns if check_pattern(pattern)] == []
    found = in_node([(pattern, TEXTS) for pattern in patterns])
    for pattern, theirs in zip(patterns, found, strict=True):
        assert theirs == in_ours(pattern, TEXTS), pattern


@needs_node
def test_random_patterns_of_the_dialect_find_the_same_in_both_engines() -> None:
    chance = random.Random(20261130)  # noqa: S311
    pieces = ["a", "b", "[a-c]", "[^a]", ".", r"\d", r"\w", r"\p{L}", "(?:a|b)", "(b)", "é", r"\."]
    signs = ["", "", "", "*", "+", "?", "{2}", "{1,3}", "{2,}"]
    patterns = []
    for _ in range(400):
        length = chance.randint(1, 4)
        body = "".join(chance.choice(pieces) + chance.choice(signs) for _ in range(length))
        patterns.append(chance.choice(["", "^"]) + body + chance.choice(["", "$"]))
    patterns = [pattern for pattern in patterns if check_pattern(pattern) == ()]
    table = []
    for pattern in patterns:
        texts = ["".join(chance.choices("abcé1._\n😀", k=chance.randint(0, 6))) for _ in range(20)]
        texts.extend(text for n in (0, 3) if (text := smallest_match(pattern, n, 9)) is not None)
        table.append((pattern, texts))
    for (pattern, texts), theirs in zip(table, in_node(table), strict=True):
        assert theirs == in_ours(pattern, texts), pattern
    assert len(patterns) > 200


@needs_node
def test_what_no_engine_reads_is_refused_as_invalid() -> None:
    """A pattern that only the dialect refuses is one that ECMAScript may well read."""
    refused = [pattern for pattern, rule, _ in REFUSED if rule == "in/pattern-redos"]
    assert None not in in_node([(pattern, []) for pattern in refused])


@pytest.mark.parametrize("text", ["ES\n", "ES\r", "\nES", "es"])
def test_059_the_end_is_the_end(text: str) -> None:
    assert in_ours("^[A-Z]{2}$", ["ES", text]) == [True, False]


@pytest.mark.parametrize("text", ["\u0662\u0660\u0662\u0666a", "2026\u00e9"])
def test_060_digits_and_word_characters_are_ascii(text: str) -> None:
    assert check_pattern(r"^\d{4}\w$") == ()
    assert in_ours(r"^\d{4}\w$", ["2026a", text]) == [True, False]


def test_062_look_ahead_does_not_compile() -> None:
    ((code, _),) = check_pattern("^(?!sys:).+")
    assert code == "in/pattern-dialect"


def test_y46_nested_repetition_does_not_compile() -> None:
    ((code, _),) = check_pattern("^(a+)+$")
    assert code == "in/pattern-redos"
