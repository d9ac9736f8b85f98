"""Caps: where they lie, what they say, and that nothing below them takes much."""

from __future__ import annotations

import tracemalloc

import pytest
from source.readings import codes, nodes, places, refused, value
from source.work import lines_of
from toolcharter.diagnostics import Span
from toolcharter.source.document import Mapping, Sequence
from toolcharter.source.policy import CONTRACT_POLICY, ReaderPolicy
from toolcharter.source.reader import read

SIZE = CONTRACT_POLICY.max_bytes
MOST_LINES = 20 * SIZE
MEGABYTES = 16


def small(**limits: int) -> ReaderPolicy:
    each = {name: getattr(CONTRACT_POLICY, name) for name in CONTRACT_POLICY.__slots__}
    return ReaderPolicy(**{**each, **limits})


def found(text: str, **limits: int) -> list[tuple[str, int, int]]:
    _, findings = read("x.yaml", text.encode(), small(**limits))
    return [(each.code, each.span.line, each.span.column) for each in findings]


def test_the_limits_of_a_contract() -> None:
    assert small() == CONTRACT_POLICY
    assert (CONTRACT_POLICY.max_bytes, CONTRACT_POLICY.max_nodes) == (65_536, 10_000)
    assert CONTRACT_POLICY.max_depth == 32


def test_bytes_are_counted_before_anything_else() -> None:
    assert value("a: " + "x" * 8_000 + "\n#" + "y" * (SIZE - 8_005))
    (finding,) = refused(b"\xff" * (SIZE + 1))
    assert (finding.code, finding.span) == ("yaml/size-limit", Span("x.yaml"))
    assert finding.message == "The file has more than the limit of 65536 bytes."


def test_nodes_are_counted_with_keys_and_containers() -> None:
    assert found("[1, {a: b}, 2]\n", max_nodes=6) == []
    assert found("[1, {a: b}, 2]\n", max_nodes=5) == [("yaml/node-limit", 1, 13)]
    assert found("[1, {a: b}, 2]\n", max_nodes=4) == [("yaml/node-limit", 1, 9)]
    assert found("[1, {a: b}, 2]\n", max_nodes=3) == [("yaml/node-limit", 1, 6)]
    assert found("[1, {a: b}, 2]\n", max_nodes=2) == [("yaml/node-limit", 1, 5)]


def test_depth_is_that_of_lists_and_mappings() -> None:
    deepest = CONTRACT_POLICY.max_depth
    assert value("[" * deepest + "]" * deepest)
    assert places("[" * (deepest + 1) + "]" * (deepest + 1)) == [("yaml/depth-limit", 1, 33)]
    keys = "".join(" " * level + "a:\n" for level in range(deepest)) + " " * deepest
    assert places(keys + "a: 1\n") == [("yaml/depth-limit", 33, 33)]
    assert value(keys + "1\n")


def test_the_findings_before_a_cap_are_kept() -> None:
    assert found("[NO, [[a]]]\n", max_depth=2) == [
        ("yaml/implicit-bool", 1, 2),
        ("yaml/depth-limit", 1, 7),
    ]


def test_a_long_text_is_refused_and_reading_goes_on() -> None:
    assert found("a: xxxxx\nb: NO\n", max_scalar_chars=4) == [
        ("yaml/size-limit", 1, 4),
        ("yaml/implicit-bool", 2, 4),
    ]
    assert found("a: xxxx\n", max_scalar_chars=4) == []


def test_long_keys_that_would_repeat_in_every_pointer_are_refused() -> None:
    assert found("a: {bcd: [1]}\n", max_pointer_chars=6) == []
    assert found("a: {bcd: [1]}\n", max_pointer_chars=5) == [("yaml/size-limit", 1, 5)]
    assert codes("? " + "k" * 3_000 + "\n: 1\n") == ["yaml/size-limit"]


def test_findings_are_counted_and_the_last_says_that_there_are_more() -> None:
    assert len(found("[NO, NO, NO]\n", max_diagnostics=3)) == 3
    assert found("[NO, NO, NO, NO]\n", max_diagnostics=3) == [
        ("yaml/implicit-bool", 1, 2),
        ("yaml/implicit-bool", 1, 6),
        ("yaml/implicit-bool", 1, 10),
        ("yaml/finding-limit", 1, 14),
    ]
    last = refused("- NO\n" * 101)[-1]
    assert last.message == "Reading stopped here, after 100 findings in this file."


def test_hidden_characters_count_as_findings_wherever_they_are_found() -> None:
    assert found("# \u200b \u200b \u200b\n- NO\n", max_diagnostics=2) == [
        ("text/bidi-control", 1, 3),
        ("yaml/finding-limit", 1, 5),
        ("yaml/implicit-bool", 2, 3),
    ]


def test_hidden_characters_are_told_even_where_a_cap_ends_the_reading() -> None:
    assert found("[[a]]\n# \u200b\n", max_depth=1) == [
        ("yaml/depth-limit", 1, 2),
        ("text/bidi-control", 2, 3),
    ]


def fill(unit: str, before: str = "", after: str = "") -> bytes:
    """As many units as fit into the largest file."""
    room = SIZE - len(before.encode()) - len(after.encode())
    return (before + unit * (room // len(unit.encode())) + after).encode()


def stairs(depth: int, width: int) -> bytes:
    """Long keys inside one another, with many nodes below the last."""
    keys = "".join("{" + "~" * width + ": " for _ in range(depth))
    return fill("1,", keys + "[", "1]" + "}" * depth)


WORST = {
    "flow keys on one line": fill("a,", "{", "}"),
    "flow items": fill("a,", "[", "]"),
    "quoted flow items": fill('"",', "[", "]"),
    "empty flow mappings": fill("{},", "[", "]"),
    "flow items at depth 32": fill("a,", "[" * 32, "]" * 32),
    "open brackets": fill("["),
    "open braces": fill("{"),
    "question marks": fill("? "),
    "dashes": fill("- "),
    "dash lines": fill("-\n"),
    "colons": fill(": "),
    "pairs": fill("a: b\n"),
    "indentation": "".join(" " * level + "a:\n" for level in range(359)).encode(),
    "one long plain scalar": fill("a "),
    "a plain scalar of many lines": fill("a\n"),
    "a plain scalar of blank lines": fill("\n", "a", "b"),
    "spaces": fill(" ", "a", "b"),
    "comments": fill("#\n", "a: 1\n"),
    "one long comment": fill("#", "a: 1\n"),
    "a literal of many lines": fill(" a\n", "a: |\n"),
    "a literal of spaces": fill(" " * 200 + "\n", "a: |\n"),
    "many literals": fill("- |\n\n\n"),
    "a folded text of blank lines": fill("\n", "a: >\n a\n", " b\n"),
    "escapes": fill("\\n", '"', '"'),
    "hidden escapes": fill("\\e", '"', '"'),
    "hidden characters": fill("\u200b a\n", "- "),
    "joiners that belong": fill("\u06cc\u200c\u062e"),
    "escaped joiners that belong": fill("\\u200c\u06cc", '"', '"'),
    "control characters": fill("\x7f"),
    "anchors": fill("- &a b\n"),
    "a long anchor": fill("a", "&"),
    "aliases": fill("- *a\n", "- &a b\n"),
    "tags": fill("- !a b\n"),
    "an escaped tag": fill("%41", "!", " x"),
    "blanks between properties": b"&a" + b" " * 30_000 + b"\n" * 30_000 + b"!b c",
    "tag directives": b"".join(b"%%TAG !a%d! b\n" % each for each in range(4_400)),
    "percent lines": fill("%a\n%\n"),
    "documents": fill("--- a\n"),
    "ambiguous words": fill("NO,", "[", "]"),
    "ambiguous numbers": fill("1.10,", "[", "]"),
    "digits": fill("1"),
    "digits and underscores": fill("1_"),
    "base sixty": fill(":1", "1"),
    "a date and spaces": fill(" ", "2026-01-01", "x"),
    "long keys inside long keys": stairs(30, 250),
    "keys inside keys at the limit": stairs(30, 16),
    "one long key": fill("a", "? ", "\n: b"),
    "one key many times": fill("k" * 200 + ": 1\n"),
    "invalid bytes": b"\xe9" * SIZE,
    "nothing": b"\n" * SIZE,
}
WORST_JSON = {
    "items": fill("1,", "[", "1]"),
    "pairs": fill('"a":1,', "{", '"a":1}'),
    "different keys": ("{" + ",".join(f'"{each}":1' for each in range(6_000)) + "}").encode(),
    "empty objects": fill("{},", "[", "{}]"),
    "brackets": fill("["),
    "blanks": fill(" \n", "[", "]"),
    "escapes": fill("\\n", '"', '"'),
    "an open string": fill("a", '"'),
    "an open string of escapes": fill("\\n", '"'),
    "digits": fill("1"),
    "an exponent": fill("1", "1e"),
    "pairs of escapes": fill("\\ud83d\\ude00", '"', '"'),
    "hidden pairs of escapes": fill("\\udb40\\udc49 ", '"', '"'),
}
ALL_WORST = [("x.yaml", name, data) for name, data in WORST.items()]
ALL_WORST += [("x.json", name, data) for name, data in WORST_JSON.items()]


@pytest.mark.parametrize(("file", "name", "data"), ALL_WORST, ids=lambda each: str(each)[:40])
def test_no_file_takes_much_work_or_memory(file: str, name: str, data: bytes) -> None:
    assert len(data) <= SIZE, name
    assert lines_of(lambda: read(file, data)) < MOST_LINES
    tracemalloc.start()
    read(file, data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < MEGABYTES * 2**20


def test_the_largest_accepted_file_takes_no_more() -> None:
    text = "".join(f"key{each}: [a, 'b']\n" for each in range(10)) + "k:\n"
    text += "".join(f" - {{a: {each}}}\n" for each in range(3_200))
    document, findings = read("x.yaml", text.encode())
    assert findings == ()
    assert document is not None
    count = sum(
        1 + (len(each.entries) if isinstance(each, Mapping) else 0) for each in nodes(document.root)
    )
    assert 9_500 < count < 10_001
    assert lines_of(lambda: read("x.yaml", text.encode())) < MOST_LINES


def test_a_reader_of_other_limits_takes_them_as_a_value() -> None:
    data = fill("- a\n")
    assert [each.code for each in read("x.yaml", data)[1]] == ["yaml/node-limit"]
    document, _ = read("x.yaml", data * 2, small(max_bytes=1 << 20, max_nodes=1 << 20))
    assert document is not None
    assert isinstance(document.root, Sequence)
    assert len(document.root) == 2 * SIZE // 4
