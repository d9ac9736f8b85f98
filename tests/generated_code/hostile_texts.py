"""Texts that try to become something else than text.

Walks in: nothing. Walks out: texts that a catalog may hold, and characters that it must not.
"""

from __future__ import annotations

from hypothesis import strategies as st

CODE = "__import__('os').system('touch toolcharter_pwned')"

_SIGNS = r"""
" ' ''' "" \ \\ \" \' \n \x00 \u202e \N{DASH} ` $ ${HOME} $(id) %s %(a)s %% # #} {# {% %} {{ }}
{ } {0} {x!r:>{y}} ; : , . -> @x f'{1}' b'x' pass None True [0] ] ) Field(default_factory=list)
Literal[1] </script> <!-- &amp; null ~ 0x1 -*-coding:utf-7-*-
"""
_LINES = (
    *(
        '"""',
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        "\t",
        "    ",
        "\n    ",
        " ",
        ". ",
        "{{ 7*7 }}",
        "{% raw %}",
    ),
    *("{% for x in range(10**9) %}", "import os", "from os import *", "\nimport os\n", CODE),
    *("def f():", "# type: ignore", "# fmt: off", "# noqa", "return 1", "- a", "? b", "! c", "& d"),
)
_SCRIPTS = (
    *("\u00a0", "\u3000", "\u2003", "e\u0301", "\ufb01", "\u0441", "\u9867\u5ba2", "\u2764\ufe0f"),
    *("\u0627\u0644\u0639\u0645\u064a\u0644", "\u0646\u0645\u06cc\u200c\u062e\u0648", "\u2800"),
    *("\U0001f469\u200d\U0001f4bb", "\u0378", "\U0001fae8", "\u00bd", "\u2044", "\u02bc", "\uff02"),
)
FRAGMENTS = (*_SIGNS.split(), *_LINES, *_SCRIPTS)
"""What hostile texts are put together from; a catalog may hold each of them as data."""

TEXTS = st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=8).map("".join)


def as_said(text: str) -> str:
    """The text as a sentence may hold it: no sentence has a carriage return."""
    return text.replace("\r", "")


SAID = TEXTS.map(as_said)
"""Texts that a sentence may hold."""

BRACES = frozenset("{}")

ENDINGS = {
    "quotes": """ \"\"\" ''' " ' \"\"\"\"\" '''''' `x` \\" \\\"\"\" \"""",
    "backslashes": ' \\\\ \\n \\x41 \\u202e \\N{BULLET} \\" \\',
    "code": f' """\n{CODE}\n"""\nimport os; {CODE}\n# -*- coding: utf-7 -*- ; \\\n{CODE}',
    "templates": " {{ 7*7 }} {% raw %} {% for x in range(10**9) %} {# {{ x }} #} ${HOME} {0} {x!r}",
    "indents": "\n\n  a\n\tb\n\n    def c(): pass\n\n\n        d\n \t\n",
    "scripts": " \u00a0\u3000\u2003e\u0301 \ufb01 \u0627\u0644\u0639\u0645\u064a\u0644 \u9867\u5ba2 "
    "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \U0001f469\u200d\U0001f4bb \u2800 \u0378",
    "long": " " + "x" * 150,
}
"""Each is put at the end of a sentence, so it begins with white space."""

UNSEEN = (
    *("\x00", "\x01", "\x07", "\x08", "\x0b", "\x0c", "\x1b", "\x1f", "\x7f", "\x85", "\x9b"),
    *("\u2028", "\u2029", "\u202a", "\u202e", "\u2066", "\u2069", "\u200b", "\u200e", "\u200f"),
    *("\u061c", "\u00ad", "\u034f", "\u115f", "\u180e", "\u2060", "\u2063", "\u3164", "\ufeff"),
    *("\ufe0f", "\uffa0", "\ufff9", "\ue000", "\ufdd0", "\uffff", "\U000e0041", "\U000f0000"),
)
"""No catalog may hold one of these after a Latin letter."""
