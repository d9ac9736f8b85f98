"""What libyaml says about text that is not YAML, as a diagnostic with something to type.

Walks in: libyaml's error. Walks out: one diagnostic that ends the reading. libyaml counts the depth
of brackets itself when it looks ahead for a key, so one of its errors is our limit on depth.
"""

from __future__ import annotations

from typing import Any, NoReturn

import yaml

from toolcharter.source.builder import TreeBuilder
from toolcharter.source.diagnostics import Diagnostics
from toolcharter.source.positions import FileText
from toolcharter.source.quoted import quoted

_IN_QUOTES = "prose inside {} or [] goes in double quotes"
_NO_TOKEN = "found character that cannot start any token"  # noqa: S105 - a token of YAML
_HINTS = {
    "mapping values are not allowed": 'put text that holds ": " in double quotes',
    "found character": "text that begins with this goes in double quotes",
    "did not find expected ','": f"close every bracket; {_IN_QUOTES}",
    "did not find expected node content": _IN_QUOTES,
    "could not find expected ':'": "align the keys of one mapping; indent further lines of text",
    "did not find expected key": "align the keys of one mapping; close quotes at the end of text",
    "did not find expected '-'": "align the dashes of one list",
    "did not find expected <document start>": "a file holds one value; put this below a key of it",
    "found unexpected end of stream": "close the quotes",
    "found unknown escape character": "write a backslash twice in double quotes",
    "found undefined tag handle": "text that begins with ! goes in double quotes",
}


def report_syntax(
    source: FileText, error: yaml.MarkedYAMLError, *, builder: TreeBuilder, diagnostics: Diagnostics
) -> NoReturn:
    """Say that the text is not YAML from here on."""
    mark: Any = error.problem_mark or error.context_mark
    place = min(mark.index, len(source.text)) if mark else 0
    problem = str(error.problem)
    if "nesting depth" in problem:
        builder.stop_at_depth(source.span(place, place))
    hint = next((hint for part, hint in _HINTS.items() if problem.startswith(part)), "")
    if problem == _NO_TOKEN and place < len(source.text):
        problem = f"{quoted(source.text[place])} cannot begin anything here"
        hint = "indent with spaces" if source.text[place] == "\t" else hint
    context = f" ({error.context})" if error.context else ""
    message = f"this cannot be read as YAML: {problem}{context}"
    diagnostics.stop("yaml/syntax", source.span(place, place), message, hint)
