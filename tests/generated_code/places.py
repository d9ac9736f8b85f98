"""Every scalar of a catalog, and catalogs in which some of them hold another text.

Walks in: a catalog as bytes by path. Walks out: places, found by PyYAML's composer, which is not the
compiler's reader; and catalogs in which a place holds a text of the test's choice, written as a
double-quoted scalar. Nothing else of a file changes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import yaml

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One scalar. ``path`` leads to it from the root of its file; a key has the path of its value.
    ``start`` and ``end`` are offsets in the text of the file, and ``line_ends`` counts the line ends
    between them."""

    file: str
    path: Path
    text: str
    is_key: bool
    line: int
    start: int
    end: int
    line_ends: int

    @property
    def pointer(self) -> str:
        return "".join(f"/{escaped(str(step))}" for step in self.path)

    @property
    def kind(self) -> str:
        """The folder or table, and the last key on the way: ``tools describe``."""
        names = [step for step in self.path if isinstance(step, str)]
        return f"{self.file.partition('/')[0].removesuffix('.yaml')} {names[-1]}"


def escaped(name: str) -> str:
    """A name as a token of a JSON Pointer."""
    return name.replace("~", "~0").replace("/", "~1")


def places(tree: Mapping[str, bytes]) -> tuple[Place, ...]:
    """Every scalar of every file, keys included, in reading order."""
    return tuple(place for file, data in tree.items() for place in _of_file(file, data.decode()))


def filled(tree: Mapping[str, bytes], texts: Mapping[Place, str]) -> dict[str, bytes]:
    """The catalog with these texts at these places."""
    by_file: dict[str, list[Place]] = {}
    for place in texts:
        by_file.setdefault(place.file, []).append(place)
    changed = dict(tree)
    for file, found in by_file.items():
        text = tree[file].decode()
        for place in sorted(found, key=lambda each: -each.start):
            # The rest of the file stays on its lines.
            scalar = json.dumps(texts[place], ensure_ascii=False) + "\n" * place.line_ends
            text = text[: place.start] + scalar + text[place.end :]
        changed[file] = text.encode("utf-8", "surrogatepass")
    return changed


def _of_file(file: str, text: str) -> Iterator[Place]:
    root = yaml.compose(text, Loader=yaml.BaseLoader)
    if root is not None:
        yield from _below(file, root, ())


def _below(file: str, node: yaml.Node, path: Path) -> Iterator[Place]:
    match node:
        case yaml.ScalarNode():
            yield _place(file, node, path)
        case yaml.SequenceNode():
            for index, item in enumerate(node.value):
                yield from _below(file, item, (*path, index))
        case yaml.MappingNode():
            for key, value in node.value:
                yield _place(file, key, (*path, key.value), is_key=True)
                yield from _below(file, value, (*path, key.value))


def _place(file: str, node: yaml.ScalarNode, path: Path, *, is_key: bool = False) -> Place:
    return Place(
        file=file,
        path=path,
        text=node.value.strip() if node.style in ("|", ">") else node.value,
        is_key=is_key,
        line=node.start_mark.line + 1,
        start=node.start_mark.index,
        end=node.end_mark.index,
        line_ends=node.end_mark.line - node.start_mark.line,
    )
