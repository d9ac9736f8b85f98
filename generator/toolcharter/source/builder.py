"""The tree of one file, built while it is parsed.

Walks in, one call each: the beginnings and ends of lists and mappings, and scalars, with their
places. Walks out: nodes with spans and pointers, and diagnostics about what the language refuses of
them: caps, keys that are not text or stand twice, values that are missing or ambiguous. Nothing is
built twice, and no node is kept that a cap forbids.

Every node of every file passes through here, so the common path is written out and asks little.
"""

from __future__ import annotations

from typing import NoReturn

from toolcharter.diagnostics import Related, Span
from toolcharter.source.core_schema import core_value
from toolcharter.source.diagnostics import Diagnostics
from toolcharter.source.document import Mapping, Node, Scalar, Sequence
from toolcharter.source.policy import ReaderPolicy
from toolcharter.source.quoted import quoted
from toolcharter.source.scalars import Refusal, plain_value


class _Open:
    """A list or mapping whose end has not been seen; ``key`` waits for its value."""

    __slots__ = (
        "awaits_value",
        "column",
        "entries",
        "is_key",
        "is_mapping",
        "items",
        "key",
        "key_pointer",
        "key_spans",
        "line",
        "pointer",
    )

    def __init__(
        self, *, is_mapping: bool, is_key: bool, pointer: str, line: int, column: int
    ) -> None:
        self.is_mapping = is_mapping
        self.is_key = is_key
        self.pointer = pointer
        self.line = line
        self.column = column
        self.items: list[Node] = []
        self.entries: dict[str, Node] = {}
        self.key_spans: dict[str, Span] = {}
        self.awaits_value = False
        self.key: str | None = None
        self.key_pointer = ""


class TreeBuilder:
    """Puts the nodes of one document together."""

    def __init__(self, file: str, *, policy: ReaderPolicy, diagnostics: Diagnostics) -> None:
        self.root: Node | None = None
        self.pointer = ""
        """Of the node that was last begun or placed."""
        self._file = file
        self._policy = policy
        self._diagnostics = diagnostics
        self._open: list[_Open] = []
        self._nodes_left = policy.max_nodes
        self._end = (1, 1)

    def begin(self, line: int, column: int, *, is_mapping: bool) -> None:
        """A list or mapping begins."""
        parent = self._open[-1] if self._open else None
        is_key = parent is not None and parent.is_mapping and not parent.awaits_value
        # What stands where a key belongs has no pointer of its own.
        pointer = parent.pointer if parent is not None and is_key else self._pointer_below(parent)
        self.pointer = pointer
        self._nodes_left -= 1
        if self._nodes_left < 0 or len(self._open) >= self._policy.max_depth or is_key:
            self._refuse_to_begin(
                Span(self._file, line, column, line, column, pointer), is_mapping=is_mapping
            )
        self._open.append(
            _Open(is_mapping=is_mapping, is_key=is_key, pointer=pointer, line=line, column=column)
        )

    def end(self, place: tuple[int, int] | None = None) -> None:
        """The innermost list or mapping ends, at ``place`` or where its last node did."""
        closed = self._open.pop()
        if place is not None:
            self._end = place
        if closed.is_key:
            parent = self._open[-1]
            parent.awaits_value, parent.key, parent.key_pointer = True, None, closed.pointer
            return
        span = Span(self._file, closed.line, closed.column, *self._end, closed.pointer)
        if closed.is_mapping:
            self._place(Mapping(closed.entries, closed.key_spans, span))
        else:
            self._place(Sequence(tuple(closed.items), span))

    def scalar(
        self, text: str, start: tuple[int, int], end: tuple[int, int], *, is_plain: bool
    ) -> None:
        """A scalar: ``text`` is what it means, not how it is quoted."""
        self._end = end
        parent = self._open[-1] if self._open else None
        if parent is not None and parent.is_mapping and not parent.awaits_value:
            self._key(parent, text, start, end, is_plain)
            return
        pointer = self.pointer = self._pointer_below(parent)
        span = Span(self._file, start[0], start[1], end[0], end[1], pointer)
        self._nodes_left -= 1
        if self._nodes_left < 0:
            self._stop_at_nodes(span)
        value: str | int | bool | None = text
        if len(text) > self._policy.max_scalar_chars:
            self._refuse_length(span, len(text))
        elif is_plain:
            read = plain_value(text) if text else self._missing(parent)
            if isinstance(read, Refusal):
                self._diagnostics.add(read.code, span, read.message, read.hint)
            else:
                value = read
        self._place(Scalar(value, text, span))

    def stop_at_depth(self, span: Span) -> NoReturn:
        """Say that lists and mappings nest too deeply, and end the reading."""
        self._diagnostics.stop(
            "yaml/depth-limit",
            span,
            f"lists and mappings nest deeper than the limit of {self._policy.max_depth} levels",
            "move the inner part to a type of its own",
        )

    def _key(
        self, parent: _Open, text: str, start: tuple[int, int], end: tuple[int, int], is_plain: bool
    ) -> None:
        token = text
        if "/" in text or "~" in text:
            token = text.replace("~", "~0").replace("/", "~1")
        pointer = self.pointer = parent.key_pointer = f"{parent.pointer}/{token}"
        span = Span(self._file, start[0], start[1], end[0], end[1], pointer)
        self._nodes_left -= 1
        if self._nodes_left < 0:
            self._stop_at_nodes(span)
        if len(pointer) > self._policy.max_pointer_chars:
            self._stop_at_pointer(start, end)
        parent.awaits_value = True
        parent.key = text
        if is_plain and not (text and isinstance(plain_value(text), str)):
            self._refuse_key(text, span)
        if text in parent.key_spans:
            self._diagnostics.add(
                "yaml/duplicate-key",
                span,
                f"the key {quoted(text)} stands twice in one mapping",
                "keep one of the two",
                (Related(span=parent.key_spans[text], message="the first one"),),
            )
        else:
            parent.key_spans[text] = span

    def _place(self, node: Node) -> None:
        if not self._open:
            self.root = node
            return
        parent = self._open[-1]
        if not parent.is_mapping:
            parent.items.append(node)
            return
        parent.awaits_value = False
        if parent.key is not None:
            parent.entries.setdefault(parent.key, node)

    def _pointer_below(self, parent: _Open | None) -> str:
        if parent is None:
            return ""
        return parent.key_pointer if parent.is_mapping else f"{parent.pointer}/{len(parent.items)}"

    def _missing(self, parent: _Open | None) -> Refusal:
        whose = "the file"
        if parent is not None and not parent.is_mapping:
            whose = f"item {len(parent.items) + 1} of a list"
        elif parent is not None:
            whose = "a key" if parent.key is None else f"the key {quoted(parent.key)}"
        return Refusal(
            code="yaml/empty-value" if parent else "yaml/empty",
            message=f"{whose} has no value",
            hint="write it, or null if that is meant; prose in {} or [] goes in double quotes",
        )

    def _refuse_key(self, text: str, span: Span) -> None:
        code, message = "yaml/non-string-key", f"the key {quoted(text)} is not text without quotes"
        hint = f"write {quoted(text)} in quotes"
        value = plain_value(text) if text else None
        if not text:
            message = "a key is missing before the colon"
            hint = "write a name before it, or put the whole text in double quotes"
        elif isinstance(value, Refusal) and isinstance(core_value(text), str):
            code, message, hint = value.code, value.message, value.hint
        self._diagnostics.add(code, span, message, hint)

    def _refuse_to_begin(self, span: Span, *, is_mapping: bool) -> None:
        if self._nodes_left < 0:
            self._stop_at_nodes(span)
        if len(self._open) >= self._policy.max_depth:
            self.stop_at_depth(span)
        self._diagnostics.add(
            "yaml/non-string-key",
            span,
            f"a {'mapping' if is_mapping else 'list'} stands where a key belongs",
            "write a name, or text in quotes, before the colon",
        )

    def _refuse_length(self, span: Span, length: int) -> None:
        limit = self._policy.max_scalar_chars
        message = f"a text of {length} characters is longer than the limit of {limit}"
        self._diagnostics.add("yaml/size-limit", span, message, "shorten it")

    def _stop_at_pointer(self, start: tuple[int, int], end: tuple[int, int]) -> NoReturn:
        limit = self._policy.max_pointer_chars
        message = f"the keys down to here have more than {limit} characters together"
        self._diagnostics.stop(
            "yaml/size-limit", Span(self._file, *start, *end), message, "shorten them"
        )

    def _stop_at_nodes(self, span: Span) -> NoReturn:
        limit = self._policy.max_nodes
        self._diagnostics.stop(
            "yaml/node-limit",
            span,
            f"the file has more than {limit} keys, values, lists and mappings",
            "split it into several files",
        )
