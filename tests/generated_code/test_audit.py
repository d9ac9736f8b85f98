"""Compiling and importing touch nothing but what they must, whatever a catalog says."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from toolcharter.source.tree import TreeError, read_tree

from generated_code import keep_words
from generated_code.bug_cases import closed, contract
from generated_code.hostile_texts import CODE
from generated_code.packages import CANARY, check_import_is_inert, watched, written
from generated_code.test_hostile_contracts import CONTRACTS

Tree = Mapping[str, bytes]

REFERENCES = (
    *("file:///etc/passwd", "http://169.254.169.254/latest/meta-data/", "//127.0.0.1:9/x#/y"),
    *("../../../../../../etc/hostname#/x", "/etc/passwd", "./inside/../../outside.yaml#/y"),
    *("schemas/../../outside.json#/y", "schemas/%2e%2e/outside.json#/y", "schemas/\\\\host\\x#/y"),
    *("ftp://127.0.0.1/x", "data:application/json,{}", "schemas/link.json#/y", "urn:x:y"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    code: int
    lines: list[str]
    errors: str
    denied: list[str]


class Project:
    """A folder with a catalog, in which the command line is run under watch."""

    def __init__(self, root: Path, tree: Tree) -> None:
        self.root = root
        self.generated = root / "generated"
        self.catalog = root / "catalog"
        for path, data in tree.items():
            target = self.catalog / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)

    def run(self, *arguments: str) -> Ran:
        done = watched(
            *("compile", *arguments),
            folder=self.root,
            reads=[self.catalog],
            writes=[self.generated, self.root / ".toolcharter-cache", self.root / "own"],
        )
        *lines, last = done.stdout.splitlines()
        report: dict[str, Any] = json.loads(last)
        return Ran(code=report["code"], lines=lines, errors=done.stderr, denied=report["denied"])

    def files(self) -> Iterator[str]:
        """What stands beside the catalog, the cache and the person's own folder."""
        for path in self.root.rglob("*"):
            first = path.relative_to(self.root).parts[0]
            if path.is_file() and first not in ("catalog", ".toolcharter-cache", "own"):
                yield path.relative_to(self.root).as_posix()


def test_compiling_the_worked_catalog_touches_catalog_output_cache_and_its_secret_only(
    tree: Tree, package: Mapping[str, str], folder: Path
) -> None:
    project = Project(folder, tree)
    for is_cached in (False, True):
        ran = project.run("compile", "--jobs", "1")
        assert (ran.code, ran.denied) == (0, []), ran
        assert set(project.files()) == {f"generated/{path}" for path in package}, is_cached
        own = [path for path in (folder / "own").rglob("*") if path.is_file()]
        assert own == [folder / "own/toolcharter/cache-secret"]
    for path, text in package.items():
        assert (project.generated / path).read_bytes() == text.encode(), path


def test_compiling_hostile_text_touches_no_more(tree: Tree, folder: Path) -> None:
    hostile = {
        "tools/customers/get_customer.v3.yaml": (CONTRACTS / "Y34.yaml").read_bytes(),
        "tools/customers/get_customer.v4.yaml": (CONTRACTS / "Y37.yaml")
        .read_bytes()
        .replace(b"version: 3", b"version: 4"),
        "tools/customers/keep_words.v1.yaml": keep_words.contract(f'"""\n{CODE}').replace(
            b"ticket.read", b"customer.read"
        ),
    }
    project = Project(folder, {**tree, **hostile})
    ran = project.run("compile", "--jobs", "1", "--no-cache")
    assert (ran.code, ran.denied) == (0, []), ran
    assert not list(folder.rglob(CANARY))
    shutil.rmtree(project.catalog)
    shutil.move(project.generated / "acme_tools", folder / "acme_tools")
    project.generated.rmdir()
    check_import_is_inert(folder, ["acme_tools"])


def test_y41_y43_038_039_no_reference_is_followed_out_of_the_catalog(
    starter: Tree, folder: Path
) -> None:
    properties = {f"part_{number}": {"$ref": each} for number, each in enumerate(REFERENCES)}
    project = Project(
        folder, {**starter, "tools/tickets/try_case.v1.yaml": contract(closed(**properties))}
    )
    (folder / "outside.json").write_text('{"y": {"const": "found outside"}}')
    ran = project.run("compile", "--jobs", "1", "--output-format", "json")
    assert (ran.code, ran.denied) == (1, []), ran
    assert set(project.files()) == {"outside.json"}
    text = "\n".join(ran.lines)
    assert "found outside" not in text
    assert "Traceback" not in text + ran.errors
    refused = {
        each["place"]["pointer"]
        for each in json.loads(text)["diagnostics"]
        if each["code"] in ("ref/external", "ref/unresolved")
    }
    at = "/input/schema/properties"
    assert refused == {f"{at}/part_{number}/$ref" for number in range(len(REFERENCES))}


def test_039_a_link_out_of_the_catalog_is_refused_before_it_is_opened(
    starter: Tree, folder: Path
) -> None:
    reference = {"$ref": "schemas/link.json#/y"}
    case = contract(closed(part=reference))
    project = Project(folder, {**starter, "tools/tickets/try_case.v1.yaml": case})
    outside = folder / "outside.json"
    outside.write_text('{"y": {"const": "found outside"}}')
    (project.catalog / "schemas").mkdir()
    (project.catalog / "schemas" / "link.json").symlink_to(outside)
    ran = project.run("compile", "--jobs", "1")
    assert (ran.code, ran.denied) == (2, []), ran
    assert set(project.files()) == {"outside.json"}
    assert "found outside" not in "\n".join([*ran.lines, ran.errors])
    with pytest.raises(TreeError):
        read_tree(project.catalog)


FORBIDDEN = {
    "a socket": "import socket\nsocket.socket()",
    "a name to look up": "import socket\nsocket.getaddrinfo('localhost', 80)",
    "a process": "import subprocess\nsubprocess.run(['true'])",
    "a shell": f"import os\n{CODE}",
    "a fork": "import os\nos.fork()",
    "a file elsewhere": "open('/etc/passwd').read()",
    "a folder elsewhere": "import os\nos.listdir('/etc')",
    "a file to write": f"open('{CANARY}', 'w').close()",
    "a folder to make": "import os\nos.mkdir('made')",
    "a file to remove": "import os\nos.remove(__file__)",
    "a library": "import ctypes\nctypes.CDLL('libc.so.6')",
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_the_watch_sees(what: str, folder: Path) -> None:
    written(folder, {"x/__init__.py": FORBIDDEN[what]}, package="made")
    done = watched("import", "made", folder=folder, reads=[folder])
    assert len(json.loads(done.stdout)["denied"]) == 1
    assert sorted(path.name for path in folder.rglob("*")) == ["__init__.py", "made"]


def test_the_watch_sees_what_was_loaded_of_the_compiler(folder: Path) -> None:
    written(folder, {"x/__init__.py": "import toolcharter"}, package="made")
    done = watched("import", "made", folder=folder, reads=[folder])
    assert json.loads(done.stdout)["compiler"] == ["toolcharter"]
