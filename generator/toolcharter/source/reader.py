"""The one door for the files of a catalog: bytes become a document, or diagnostics.

Walks in: the name and the bytes of one file. Walks out: its document when nothing is wrong with it,
else no document and every diagnostic up to where reading was possible. Names that end in ``.json``
are read as JSON, all others as YAML 1.2 core; the rules are the same.

Refused, each with its place: other encodings, characters that a reviewer cannot see, more bytes,
nodes or depth than the policy allows, anchors, aliases, tags, directives, merge keys, several
documents, keys that are not text or stand twice, missing values, fractions, numbers that not every
reader keeps, and plain scalars that readers of YAML take for different things. Bytes are
never a reason for an exception.
"""

from __future__ import annotations

from toolcharter.diagnostics import Diagnostic, Span, in_reading_order
from toolcharter.source.builder import TreeBuilder
from toolcharter.source.characters import lone_carriage_return, masked
from toolcharter.source.diagnostics import Diagnostics, ReadingStopped
from toolcharter.source.document import Document
from toolcharter.source.hidden_text import HiddenText
from toolcharter.source.json_text import feed_json
from toolcharter.source.policy import CONTRACT_POLICY, ReaderPolicy
from toolcharter.source.positions import FileText
from toolcharter.source.yaml_text import feed_yaml

_BYTE_ORDER_MARK = "\ufeff"
_SAVE_AS_UTF_8 = "save the file as UTF-8 without a byte order mark"
_WRITE_OR_DELETE = "write its contents, or delete it"


def read(
    file: str, data: bytes, policy: ReaderPolicy = CONTRACT_POLICY
) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """The document in ``data``, or None and what is wrong with it, in reading order.

    ``file`` is the name that spans carry: relative to the catalog root, with forward slashes.
    """
    diagnostics = Diagnostics(limit=policy.max_diagnostics)
    builder = TreeBuilder(file, policy=policy, diagnostics=diagnostics)
    text = ""
    try:
        source = _source(file, data, policy, diagnostics)
        text = source.text
        _feed(source, builder, diagnostics)
    except ReadingStopped:
        pass
    if diagnostics.found or builder.root is None:
        return None, in_reading_order(diagnostics.found)
    return Document(file=file, root=builder.root, text=text), ()


def _source(file: str, data: bytes, policy: ReaderPolicy, diagnostics: Diagnostics) -> FileText:
    """The text of the file, if it is UTF-8 of a size that is worth reading."""
    if len(data) > policy.max_bytes:
        diagnostics.stop(
            "yaml/size-limit",
            Span(file),
            f"the file has more than the limit of {policy.max_bytes} bytes",
            "split it into several files",
        )
    try:
        source = FileText(file, data.decode())
    except UnicodeDecodeError as error:
        before = FileText(file, data[: error.start].decode())
        diagnostics.stop(
            "yaml/encoding",
            before.span(len(before.text), len(before.text)),
            f"byte 0x{data[error.start]:02x} is not UTF-8",
            _SAVE_AS_UTF_8,
        )
    if source.text.startswith(_BYTE_ORDER_MARK):
        source = FileText(file, source.text[1:])
        message = "the file begins with a byte order mark"
        diagnostics.add("yaml/encoding", Span(file), message, _SAVE_AS_UTF_8)
    _refuse_unreadable(source, diagnostics)
    return source


def _refuse_unreadable(source: FileText, diagnostics: Diagnostics) -> None:
    """Stop at the characters after which lines and columns would mean nothing."""
    if (nul := source.text.find("\0")) >= 0:
        message = "a NUL byte stands here"
        diagnostics.stop("yaml/encoding", source.span(nul, nul + 1), message, _SAVE_AS_UTF_8)
    if (alone := lone_carriage_return(source.text)) >= 0:
        message = "a carriage return stands here without a line feed"
        hint = "end lines with a line feed"
        diagnostics.stop("text/bidi-control", source.span(alone, alone + 1), message, hint)
    if not source.text.strip(" \t\r\n"):
        diagnostics.stop("yaml/empty", Span(source.file), "the file is empty", _WRITE_OR_DELETE)


def _feed(source: FileText, builder: TreeBuilder, diagnostics: Diagnostics) -> None:
    hidden = HiddenText(source, diagnostics)
    if hidden.is_there:
        source = FileText(source.file, masked(source.text))
    feed = feed_json if source.file.endswith(".json") else feed_yaml
    try:
        feed(source, builder=builder, diagnostics=diagnostics, hidden=hidden)
    finally:
        hidden.rest()
    if builder.root is None:
        message = "the file holds comments only"
        diagnostics.stop("yaml/empty", Span(source.file), message, _WRITE_OR_DELETE)
