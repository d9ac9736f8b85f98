"""What generated files may consist of, checked on their syntax trees.

Walks in: the text of generated files. Nothing walks out: a check passes or fails. ``check_inert``
holds a module against a list of what may stand in it at all; ``check_only_texts_grew`` holds a whole
package against one that was generated without the texts of the test: they differ in nothing but
these texts.
"""

from __future__ import annotations

import ast
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from itertools import zip_longest

CALLED = {"Field", "ConfigDict"}
IMPORTED = {
    "__future__": {"annotations"},
    "abc": {"abstractmethod"},
    "collections.abc": {"Callable", "Mapping"},
    "typing": {
        "TYPE_CHECKING",
        "Annotated",
        "Any",
        "ClassVar",
        "Literal",
        "TypeAlias",
        "TypedDict",
    },
    "pydantic": {"MISSING", "BaseModel", "ConfigDict", "Field"},
    "toolcharter_runtime.formats": {"v1"},
}
_NODES = (
    *(ast.Module, ast.Expr, ast.Constant, ast.ImportFrom, ast.alias, ast.If, ast.Pass),
    *(ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef, ast.arguments, ast.arg, ast.Return),
    *(ast.Assign, ast.AnnAssign, ast.Name, ast.Load, ast.Store, ast.Attribute, ast.Subscript),
    *(ast.BinOp, ast.BitOr, ast.UnaryOp, ast.USub, ast.Call, ast.keyword),
    *(ast.Tuple, ast.List, ast.Dict),
)
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}|\b[0-9a-f]{64}\b")
# Letters and signs of scripts whose glyph is empty.
_FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u2800\u3164\uffa0" + "".join(
    chr(selector) for selector in range(0xFE00, 0xFE10)
)


def check_inert(path: str, text: str) -> None:
    """The module holds classes, constants and imports from the list; nothing else happens when it
    is imported, and a reader sees every character of it."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        assert isinstance(node, _NODES), (path, ast.unparse(node))
        if isinstance(node, ast.Call):
            assert isinstance(node.func, ast.Name), (path, ast.unparse(node))
            assert node.func.id in CALLED, (path, ast.unparse(node))
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            names = {each.name for each in node.names}
            assert names <= IMPORTED[node.module or ""], (path, ast.unparse(node))
        if isinstance(node, ast.Expr):
            assert isinstance(node.value, ast.Constant), (path, ast.unparse(node))
            assert isinstance(node.value.value, str), (path, ast.unparse(node))
        if isinstance(node, ast.If):
            assert ast.unparse(node.test) == "TYPE_CHECKING", path
    for number, line in enumerate(text.splitlines(), 1):
        hidden = [each for each in line if not _is_seen(each)]
        assert not hidden, (path, number, hidden)


def _is_seen(character: str) -> bool:
    if " " <= character <= "~":
        return True
    return unicodedata.category(character)[0] in "LMNPS" and character not in _FILLERS


def check_only_texts_grew(before: Mapping[str, str], after: Mapping[str, str], ending: str) -> None:
    """Take ``ending`` off the texts of ``after``, and ``before`` is left: the same files, and in each
    the same syntax tree or the same JSON. A string that is data has grown by exactly the ending; a
    docstring by its words, a limit by what the texts add to the bytes; a digest is another."""
    assert list(before) == list(after)
    for path in before:
        if path.endswith(".py"):
            _check_trees(path, ast.parse(before[path]), ast.parse(after[path]), ending)
        elif path.endswith(".json"):
            _check_json(path, json.loads(before[path]), json.loads(after[path]), ending)
        else:
            assert before[path] == after[path], path


def _check_trees(path: str, one: ast.AST, other: ast.AST, ending: str) -> None:
    docstrings = {
        id(node.value)
        for tree in (one, other)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr)
    }
    for left, right in zip_longest(_flat(one), _flat(other)):
        if isinstance(left, ast.Constant) and isinstance(left.value, str):
            assert isinstance(right, ast.Constant), path
            assert isinstance(right.value, str), path
            same = _same_words if id(left) in docstrings else _same_data
            assert id(right) in docstrings or id(left) not in docstrings, path
            assert same(left.value, right.value, ending), (path, left.value, right.value)
        elif isinstance(left, ast.AST) and isinstance(right, ast.AST):
            assert type(left) is type(right), (path, ast.unparse(left), ast.unparse(right))
        elif path.endswith("/dispatch.py") and isinstance(left, int) and isinstance(right, int):
            assert left <= right, path
        else:
            assert left == right, path


def _flat(node: object) -> Iterator[object]:
    """The nodes and names of a tree in order, lists with their lengths."""
    if isinstance(node, ast.AST):
        yield node
        for _, value in ast.iter_fields(node):
            # The text of a constant is compared with the constant.
            if not (isinstance(node, ast.Constant) and isinstance(value, str)):
                yield from _flat(value)
    elif isinstance(node, list):
        yield len(node)
        for each in node:
            yield from _flat(each)
    else:
        yield node


def _check_json(path: str, one: object, other: object, ending: str) -> None:
    assert type(one) is type(other), path
    if isinstance(one, dict) and isinstance(other, dict):
        assert list(one) == list(other), path
        for key in one:
            _check_json(f"{path}/{key}", one[key], other[key], ending)
    elif isinstance(one, list) and isinstance(other, list):
        assert len(one) == len(other), path
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            _check_json(f"{path}/{index}", left, right, ending)
    elif isinstance(one, str) and isinstance(other, str):
        # The description of a tool is its purpose, a paragraph a line.
        same = _same_words if path.endswith(".json/description") else _same_data
        assert same(one, other, ending), (path, one, other)
    else:
        assert one == other, path


def _same_data(left: str, right: str, ending: str) -> bool:
    """Equal, or grown by the ending, at its end or before a sentence of ours."""
    if _DIGEST.sub("", left) == _DIGEST.sub("", right):
        return True
    return right == left.strip() + ending or left in _without_one(right, ending, "")


def _same_words(left: str, right: str, ending: str) -> bool:
    """The same for prose, whose white space is ours. A summary may stop inside the ending."""
    old, new, more = (words(_DIGEST.sub("", text)) for text in (left, right, ending))
    if new == old or words(old + ending).startswith(new):
        return True
    return old in map(words, _without_one(new, more, " "))


def _without_one(text: str, part: str, instead: str) -> Iterator[str]:
    """The text without one of the places where the part stands in it."""
    start = text.find(part)
    while part and start >= 0:
        yield text[:start] + instead + text[start + len(part) :]
        start = text.find(part, start + 1)


def words(text: str) -> str:
    """The text with each run of white space as one space."""
    return " ".join(text.split())
