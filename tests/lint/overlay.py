"""Catalogs for lint tests: the one under ``base``, with pieces of files laid over it.

A piece holds only what differs. In a contract each top-level key of the piece replaces that of the
base; in roles and in the shared tables each entry does. The first lines of a piece may say::

    # like tools/customers/get_customer.v1.yaml      begin a new file as a copy of that one
    # without purpose                                leave a key out

So a case shows what it is about, and lines are still lines of a real file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

BASE = Path(__file__).parent / "base"

_LIKE = re.compile(r"# like (\S+)\n")
_WITHOUT = re.compile(r"# without (\S+)\n")


@cache
def base_tree() -> Mapping[str, bytes]:
    """The files of the base catalog, by path."""
    return tree_of(BASE)


def tree_of(folder: Path) -> dict[str, bytes]:
    """Every file of a folder that belongs to a catalog, by its path below it."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "expected.json"
    }


def with_pieces(pieces: Iterable[tuple[str, str]]) -> dict[str, bytes]:
    """The base catalog with pieces laid over it, each a path and its text."""
    tree = dict(base_tree())
    for path, piece in pieces:
        like = _LIKE.match(piece)
        if like:
            piece = piece[like.end() :]
        base = tree.get(like[1] if like else path, b"").decode()
        is_whole = path.startswith(("tools/", "drafts/", "schemas/", "services/"))
        tree[path] = laid_over(base, piece, depth=0 if is_whole else 1).encode()
    return tree


def laid_over(base: str, piece: str, *, depth: int, indent: int = 0) -> str:
    """The base text with the keys of the piece in the place of its own, new ones at the end."""
    merged = dict(_blocks(base, indent))
    while without := _WITHOUT.match(piece):
        del merged[without[1]]
        piece = piece[without.end() :]
    for key, block in _blocks(piece, indent):
        old = merged.get(key, "")
        if depth and _is_nested(block, indent) and _is_nested(old, indent):
            head, _, below = old.partition("\n")
            inner = block.partition("\n")[2]
            block = f"{head}\n{laid_over(below, inner, depth=depth - 1, indent=indent + 2)}"
        merged[key] = block
    return "".join(merged.values())


def _blocks(text: str, indent: int) -> list[tuple[str, str]]:
    """The keys at an indentation, each with its lines; a key that stands twice keeps both."""
    found: dict[str, str] = {}
    key = ""
    for line in text.splitlines(keepends=True):
        if re.match(rf" {{{indent}}}[^\s#\-]", line):
            key = line.partition(":")[0].strip().strip('"')
        found[key] = found.get(key, "") + line
    return list(found.items())


def _is_nested(block: str, indent: int) -> bool:
    """Whether the block is a key with a mapping of its own below it."""
    head, _, rest = block.partition("\n")
    return head.endswith(":") and bool(re.match(rf" {{{indent + 2}}}[^\s#\-]", rest))
