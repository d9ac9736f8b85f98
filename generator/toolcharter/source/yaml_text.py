"""YAML as calls to a tree builder, straight from libyaml's events.

Walks in: text without characters that libyaml would misread. Walks out: calls and diagnostics;
every anchor, alias, tag and directive is one. No alias is followed, no tag is looked up and nothing
is composed, so neither time nor memory can grow beyond the text and the caps. Raises ReadingStopped
where the text cannot be read on.

libyaml's columns count characters, as an editor does. A block list or mapping ends for libyaml
where the next token begins; here it ends with its last node.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import yaml

from toolcharter.source.builder import TreeBuilder
from toolcharter.source.diagnostics import Diagnostics
from toolcharter.source.hidden_text import HiddenText
from toolcharter.source.positions import FileText
from toolcharter.source.quoted import quoted
from toolcharter.source.yaml_syntax import report_syntax

_PROPERTY = re.compile(r"(?:[ \t\r\n]++|#[^\n]*+)*+(!<[^>\s]*+>|[&!][^\s,\[\]{}]*+)")
_PROPERTIES = {
    "&": ("yaml/anchor", "anchor", "delete it and write the value where it is used"),
    "!": ("yaml/tag", "tag", "delete it; quotes make text of a scalar"),
}


def feed_yaml(
    source: FileText, *, builder: TreeBuilder, diagnostics: Diagnostics, hidden: HiddenText
) -> None:
    """Parse the text and tell the builder of each node."""
    source = _without_directives(source, diagnostics)
    events = _Events(source, builder, diagnostics, hidden)
    try:
        events.run(yaml.CSafeLoader(source.text).get_event)
    except yaml.MarkedYAMLError as error:
        report_syntax(source, error, builder=builder, diagnostics=diagnostics)


def _without_directives(source: FileText, diagnostics: Diagnostics) -> FileText:
    """The text with directives turned into comments, so that the rest can be looked at."""
    text, place = source.text, 0
    while place < len(text):
        end = text.find("\n", place) + 1 or len(text)
        line = text[place:end].strip()
        if text[place] == "%":
            diagnostics.add(
                "yaml/directive",
                source.span(place, place + len(line)),
                f"the directive {quoted(line)} is not allowed in a catalog",
                "delete the line; files are YAML 1.2 without it",
            )
            text = f"{text[:place]}#{text[place + 1 :]}"
        elif line and not line.startswith("#"):
            break
        place = end
    return replace(source, text=text)


class _Events:
    def __init__(
        self, source: FileText, builder: TreeBuilder, diagnostics: Diagnostics, hidden: HiddenText
    ) -> None:
        self._source = source
        self._builder = builder
        self._diagnostics = diagnostics
        self._hidden = hidden
        self._length = len(source.text.rstrip(" \t"))
        self._is_flow: list[bool] = []

    def run(self, next_event: Callable[[], Any]) -> None:
        """Handle events until the first document ends."""
        documents = 0
        while (event := next_event()) is not None:
            kind = type(event)
            if kind is yaml.ScalarEvent:
                self._scalar(event)
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                self._begin(event, is_mapping=kind is yaml.MappingStartEvent)
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                mark, is_flow = event.end_mark, self._is_flow.pop()
                self._builder.end((mark.line + 1, mark.column + 1) if is_flow else None)
            elif kind is yaml.AliasEvent:
                self._alias(event)
            elif kind is yaml.DocumentStartEvent:
                documents += 1
                if documents > 1:
                    self._second_document(event)

    def _scalar(self, event: Any) -> None:
        first, last, text, style = event.start_mark, event.end_mark, event.value, event.style
        start, end = (first.line + 1, first.column + 1), (last.line + 1, last.column + 1)
        if style == "|" or style == ">":
            end = self._end_of_block(first, last, text)
        elif first.index == last.index:
            # libyaml puts what is missing at the end of the file on a line that is not there.
            start = end = self._source.position(first.index)
        has_properties = event.anchor is not None or event.tag is not None
        self._builder.scalar(text, start, end, is_plain=not style and not has_properties)
        if has_properties:
            self._properties(event)
        if last.index >= self._length and style in ("|", ">"):
            self._end_of_file(first.index)
        if style == '"' or self._hidden.is_there:
            self._hidden.in_scalar(
                first.index,
                last.index,
                value=text,
                is_escaped=style == '"',
                pointer=self._builder.pointer,
            )

    def _begin(self, event: Any, *, is_mapping: bool) -> None:
        mark = event.start_mark
        self._is_flow.append(event.flow_style)
        self._builder.begin(mark.line + 1, mark.column + 1, is_mapping=is_mapping)
        if event.anchor is not None or event.tag is not None:
            self._properties(event)

    def _properties(self, event: Any) -> None:
        """Report the anchor and the tag that stand before a node, in either order."""
        place = event.start_mark.index
        due = {"&": event.anchor is not None, "!": event.tag is not None}
        while found := _PROPERTY.match(self._source.text, place):
            if not due.pop(found[1][0], False):
                return
            code, what, hint = _PROPERTIES[found[1][0]]
            span = self._source.span(found.start(1), found.end(1), self._builder.pointer)
            message = f"the {what} {quoted(found[1])} is not allowed in a catalog"
            self._diagnostics.add(code, span, message, hint)
            place = found.end()

    def _alias(self, event: Any) -> None:
        first, last, text = event.start_mark, event.end_mark, f"*{event.anchor}"
        start, end = (first.line + 1, first.column + 1), (last.line + 1, last.column + 1)
        self._builder.scalar(text, start, end, is_plain=False)
        self._diagnostics.add(
            "yaml/alias",
            self._source.span(first.index, last.index, self._builder.pointer),
            f"the alias {quoted(text)} is not allowed in a catalog",
            "write the value where it is used",
        )

    def _second_document(self, event: Any) -> None:
        self._diagnostics.stop(
            "yaml/multi-document",
            self._source.span(event.start_mark.index, event.end_mark.index),
            "a second document begins here, and a file holds one",
            "move it to a file of its own, or delete the line",
        )

    def _end_of_block(self, first: Any, last: Any, text: str) -> tuple[int, int]:
        """Where the last line of a block scalar ends, without blank lines that it does not hold."""
        raw = self._source.text[first.index : last.index]
        length = len(raw)
        header = raw.split("\n", 1)[0]
        if "+" not in header and not text.rstrip("\n").endswith((" ", "\t")):
            length = raw.find("\n", len(raw.rstrip(" \t\r\n")))
            length = len(raw) if length < 0 else length
        if raw.endswith("\r", 0, length):
            length -= 1
        lines = raw.count("\n", 0, length)
        column = length - raw.rfind("\n", 0, length) if lines else first.column + length + 1
        return first.line + lines + 1, column

    def _end_of_file(self, first: int) -> None:
        """Refuse a block scalar without the line break that should end it, unless it drops that."""
        text = self._source.text
        if text.endswith("\n") or "-" in text[first:].split("\n", 1)[0].split("#", 1)[0]:
            return
        self._diagnostics.add(
            "yaml/syntax",
            self._source.span(len(text), len(text), self._builder.pointer),
            "the file ends within a block of text, and readers differ on its last line break",
            "end the file with a line feed",
        )
