"""A compilation may die at any step; the next one repairs what it left, whatever is wanted then."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from toolcharter.emit.files import sha256_of
from toolcharter.output.plan import Plan, plan
from toolcharter.output.write import write


def package(name: str, files: Mapping[str, str]) -> dict[str, str]:
    """A package with a manifest that says what an emitted one says of its files."""
    generated = {path: sha256_of(text) for path, text in files.items()}
    manifest = {"catalog": "desk", "maker": {}, "generated": generated}
    texts = {**files, "manifest.json": json.dumps(manifest)}
    return {f"{name}/{path}": text for path, text in texts.items()}


OLD = package("acme", {"a.py": "a = 1\n", "tools/old.py": "old = 1\n", "roles/gone.py": "\n"})
NEW = package("acme", {"a.py": "a = 2\n", "tools/new.py": "new = 1\n", "wording/new.json": "{}"})
THIRD = package("acme", {"a.py": "a = 3\n", "roles/third.py": "third = 1\n"})
RENAMED = package("desk", {"a.py": "a = 2\n", "tools/new.py": "new = 1\n"})


class Killed(BaseException):
    """What a step raises once the process is dead."""


STEPS = ((Path, "replace"), (Path, "unlink"), (Path, "rmdir"), (Path, "mkdir"), (os, "open"))


def killed_at(step: int, act: Callable[[], None]) -> bool:
    """Whether the process died at that step; the dead clean nothing up."""
    taken = 0

    def mortal(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            nonlocal taken
            taken += 1
            if taken > step:
                raise Killed
            return real(*arguments, **named)

        return call

    with pytest.MonkeyPatch.context() as patch:
        for owner, name in STEPS:
            patch.setattr(owner, name, mortal(getattr(owner, name)))
        try:
            act()
        except Killed:
            return True
    return False


def planned(root: Path, files: Mapping[str, str]) -> Plan:
    wanted = {path: sha256_of(text) for path, text in files.items()}
    return plan(root, wanted, catalog="desk")


def compile_to(root: Path, files: Mapping[str, str]) -> None:
    found = planned(root, files)
    assert not found.is_refused, found
    write(root, files, found)


def on_disk(root: Path) -> dict[str, str]:
    """Every file, the hidden ones included."""
    return {
        path.relative_to(root).as_posix(): path.read_text()
        for path in root.rglob("*")
        if path.is_file()
    }


def deaths(folder: Path, before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Path]:
    """The folder as it is after each step at which a compilation to ``after`` can die."""
    step, is_dead = 0, True
    while is_dead:
        root = folder / str(step)
        root.mkdir()
        if before:
            compile_to(root, before)
        found = planned(root, after)
        is_dead = killed_at(step, lambda root=root, found=found: write(root, after, found))  # type: ignore[misc]
        yield root
        step += 1
    assert step > len(after)


WAYS = [({}, NEW), (OLD, NEW), (NEW, OLD), (OLD, RENAMED), (RENAMED, OLD), (OLD, THIRD)]


@pytest.mark.parametrize(("before", "after"), WAYS)
@pytest.mark.parametrize("then", [NEW, OLD, THIRD])
def test_the_next_compilation_leaves_exactly_what_it_wants(
    tmp_path: Path,
    before: Mapping[str, str],
    after: Mapping[str, str],
    then: Mapping[str, str],
) -> None:
    for root in deaths(tmp_path, before, after):
        compile_to(root, then)
        assert on_disk(root) == then
        assert planned(root, then).is_up_to_date


@pytest.mark.parametrize(("before", "after"), WAYS)
def test_a_check_is_clean_only_where_nothing_is_left_to_do(
    tmp_path: Path, before: Mapping[str, str], after: Mapping[str, str]
) -> None:
    for root in deaths(tmp_path, before, after):
        assert planned(root, after).is_up_to_date == (on_disk(root) == after)
