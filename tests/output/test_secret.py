"""The secret of a person: made once, private, and replaced where it was not."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest
from toolcharter.output.secret import NAME, kept_secret


def test_it_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    folder = tmp_path / "own/toolcharter"
    first = kept_secret(folder)
    assert len(first) == 32
    assert kept_secret(folder) == first
    assert [path.name for path in folder.iterdir()] == [NAME]
    assert (folder / NAME).stat().st_mode & 0o777 == 0o600
    assert kept_secret(tmp_path / "other") != first


@pytest.mark.parametrize("trouble", ["readable", "short", "long", "pipe", "link"])
def test_one_that_others_know_or_chose_is_replaced(tmp_path: Path, trouble: str) -> None:
    chosen = b"x" * 32
    path = tmp_path / NAME
    match trouble:
        case "readable":
            path.write_bytes(chosen)
            path.chmod(0o644)
        case "short" | "long":
            path.write_bytes(chosen[:5] if trouble == "short" else chosen + b"x")
            path.chmod(0o600)
        case "pipe":
            os.mkfifo(path, 0o600)
        case "link":
            (tmp_path / "elsewhere").write_bytes(chosen)
            (tmp_path / "elsewhere").chmod(0o600)
            path.symlink_to(tmp_path / "elsewhere")
    found = kept_secret(tmp_path)
    assert len(found) == 32
    assert found != chosen
    assert kept_secret(tmp_path) == found
    assert not path.is_symlink()


def test_where_nothing_can_be_kept_it_is_another_each_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", None):
        assert len({kept_secret(folder), kept_secret(folder)}) == 2


def test_processes_that_make_it_at_once_agree_afterwards(tmp_path: Path) -> None:
    with ProcessPoolExecutor(4) as pool:
        list(pool.map(kept_secret, [tmp_path] * 8))
    assert kept_secret(tmp_path) == kept_secret(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [NAME]
