"""Independent validators say the same as the fast validation, and the walk says why."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest
from contract.broken import broken_copies
from contract.documents import CATALOG, documents
from toolcharter.contract import FileKind, kind_of
from toolcharter.contract.published import SCHEMA_NAMES, schema_of, validator_of
from toolcharter.contract.validate import schema_name
from toolcharter.contract.violation import Sin
from toolcharter.contract.walk import violations
from toolcharter.diagnostics import Span
from toolcharter.source.document import Document, Mapping, Node, Scalar, Sequence, plain


def _name(document: Document) -> str:
    kind = kind_of(document.file)
    assert isinstance(kind, FileKind)
    return schema_name(kind)


EVERYTHING = [*documents(CATALOG), *(copy.document for copy in broken_copies())]
"""Valid files and broken copies."""


def test_jsonschema_and_the_fast_validator_agree_on_every_copy() -> None:
    slow = {
        name: jsonschema.Draft202012Validator(
            schema_of(name), format_checker=jsonschema.FormatChecker(formats=["date"])
        )
        for name in SCHEMA_NAMES
    }
    verdicts = set()
    for each in EVERYTHING:
        name, value = _name(each), plain(each.root)
        verdict = validator_of(name).is_valid(value)
        verdicts.add(verdict)
        assert slow[name].is_valid(value) is verdict, each.file
    assert verdicts == {True, False}


def test_ajv_agrees_on_every_copy(tmp_path: Path) -> None:
    node = shutil.which("node")
    if (
        node is None
        or subprocess.run(
            [node, "-e", "require.resolve('ajv/dist/2020')"], capture_output=True, check=False
        ).returncode
    ):
        pytest.skip("ajv is not on this machine (node with ajv and ajv-formats in NODE_PATH)")
    rows = [
        {
            "schema": _name(each),
            "value": plain(each.root),
            "verdict": validator_of(_name(each)).is_valid(plain(each.root)),
        }
        for each in EVERYTHING
    ]
    schemas = {name: schema_of(name) for name in SCHEMA_NAMES}
    asked = tmp_path / "asked.json"
    asked.write_text(json.dumps({"schemas": schemas, "rows": rows}), encoding="utf-8")
    script = """
        const {schemas, rows} = require(process.argv[1]);
        const ajv = new (require('ajv/dist/2020').default)({strict: false});
        require('ajv-formats').default(ajv, ['date']);
        const of = Object.fromEntries(
            Object.entries(schemas).map(([name, schema]) => [name, ajv.compile(schema)]));
        const odd = rows.filter(row => of[row.schema](row.value) !== row.verdict);
        process.stdout.write(JSON.stringify(odd));
    """
    answer = subprocess.run(
        [node, "-e", script, str(asked)], capture_output=True, text=True, check=True
    )
    assert json.loads(answer.stdout) == []


NOWHERE = Span("changed.yaml")
_SCALARS: tuple[str | int | bool | None, ...] = (
    *(
        "",
        "none",
        "undecided",
        "text",
        "read",
        "write",
        "input.amount",
        "get_x.v1",
        "5s",
        "x" * 400,
    ),
    *(-1, 0, 3, 10**7, True, False, None),
)


def _scalar(value: str | int | bool | None) -> Scalar:
    return Scalar(value, str(value), NOWHERE)


def _changed(node: Node, chance: random.Random) -> Node:
    """The node with one random change at a random place."""
    match node:
        case Mapping() if node.entries and chance.random() < 0.8:
            key = chance.choice(list(node.entries))
            entries = dict(node.entries)
            odds = chance.random()
            if odds < 0.15:
                del entries[key]
            elif odds < 0.25:
                entries[chance.choice(("extra", "fields", "target", "because", "Key"))] = entries[
                    chance.choice(list(entries))
                ]
            else:
                entries[key] = _changed(entries[key], chance)
            return Mapping(entries, dict.fromkeys(entries, node.span), node.span)
        case Sequence() if node.items and chance.random() < 0.7:
            at = chance.randrange(len(node.items))
            items = list(node.items)
            if chance.random() < 0.2:
                items.append(items[at])
            else:
                items[at] = _changed(items[at], chance)
            return Sequence(tuple(items), node.span)
        case _:
            others: list[Node] = [Sequence((), NOWHERE), Mapping({}, {}, NOWHERE)]
            return chance.choice([*map(_scalar, _SCALARS), *others])


def _random_changes(count: int) -> Iterator[Document]:
    chance = random.Random(2026)  # noqa: S311 - the same changes in every run
    valid = documents(CATALOG)
    for _ in range(count):
        document = chance.choice(valid)
        root = document.root
        for _ in range(chance.choice((1, 1, 2, 5))):
            root = _changed(root, chance)
        yield Document(file=document.file, root=root, text=document.text)


def test_the_walk_finds_something_exactly_where_the_fast_validator_refuses() -> None:
    verdicts = {True: 0, False: 0}
    for each in _random_changes(500):
        name = _name(each)
        is_valid = validator_of(name).is_valid(plain(each.root))
        sins = [
            sin for sin in violations(each, schema_of(name), name) if sin.sin is not Sin.UNDECIDED
        ]
        verdicts[is_valid] += 1
        assert is_valid is (not sins), plain(each.root)
    assert min(verdicts.values()) > 20
