"""The cache gives back what was put in, or nothing."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest
from toolcharter.output import cache as module
from toolcharter.output.cache import Cache

SECRET = b"what only this person knows"


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache", SECRET)


def entries(cache: Cache) -> list[Path]:
    return sorted(path for path in (cache.folder / "1").rglob("*") if path.is_file())


def test_a_value_is_found_under_its_key_only(cache: Cache) -> None:
    cache.put("a", b"value")
    assert cache.get("a") == b"value"
    assert cache.get("b") is None


def test_an_empty_value_is_a_value(cache: Cache) -> None:
    cache.put("a", b"")
    assert cache.get("a") == b""


@pytest.mark.parametrize("damage", [b"", b"x", b"\0" * 40])
def test_a_damaged_entry_is_as_good_as_absent(cache: Cache, damage: bytes) -> None:
    cache.put("a", b"value")
    (entry,) = entries(cache)
    entry.write_bytes(damage)
    assert cache.get("a") is None
    cache.put("a", b"value")
    assert cache.get("a") == b"value"


def test_every_changed_byte_is_noticed(cache: Cache) -> None:
    cache.put("a", b"value")
    (entry,) = entries(cache)
    sound = entry.read_bytes()
    for place in range(len(sound)):
        entry.write_bytes(sound[:place] + bytes([sound[place] ^ 1]) + sound[place + 1 :])
        assert cache.get("a") is None


def test_the_entry_of_another_key_is_not_taken(cache: Cache) -> None:
    cache.put("a", b"of a")
    (of_a,) = entries(cache)
    cache.put("b", b"of b")
    of_b = next(path for path in entries(cache) if path != of_a)
    shutil.copyfile(of_b, of_a)
    assert cache.get("a") is None
    assert cache.get("b") == b"of b"


def test_an_entry_that_somebody_else_made_is_not_taken(cache: Cache) -> None:
    others = Cache(cache.folder, b"what somebody else knows")
    others.put("a", b"poison")
    assert others.get("a") == b"poison"
    assert cache.get("a") is None
    (entry,) = entries(cache)
    name = entry.parent.name + entry.name
    entry.write_bytes(hashlib.sha256(name.encode() + b"poison").digest() + b"poison")
    assert cache.get("a") is None


@pytest.mark.parametrize("thing", ["pipe", "folder", "link"])
def test_what_is_no_regular_file_is_as_good_as_absent(cache: Cache, thing: str) -> None:
    cache.put("a", b"value")
    (entry,) = entries(cache)
    elsewhere = entry.rename(cache.folder / "elsewhere")
    match thing:
        case "pipe":
            os.mkfifo(entry)
        case "folder":
            entry.mkdir()
        case "link":
            entry.symlink_to(elsewhere)
    assert cache.get("a") is None
    cache.put("a", b"value")
    assert cache.get("a") == (None if thing == "folder" else b"value")


def test_an_entry_beyond_all_measure_is_not_read(cache: Cache) -> None:
    cache.put("a", b"value")
    (entry,) = entries(cache)
    os.truncate(entry, module.MOST_BYTES_OF_AN_ENTRY + 1)
    assert cache.get("a") is None


def test_a_pipe_in_place_of_its_own_marks_is_not_waited_for(cache: Cache) -> None:
    cache.folder.mkdir()
    os.mkfifo(cache.folder / "CACHEDIR.TAG")
    cache.put("a", b"value")
    assert cache.get("a") == b"value"


def test_the_secret_is_not_shown(cache: Cache) -> None:
    assert "only this person" not in repr(cache)


def test_it_may_be_deleted_at_any_time(cache: Cache) -> None:
    cache.put("a", b"value")
    shutil.rmtree(cache.folder)
    assert cache.get("a") is None
    cache.put("a", b"value")
    assert cache.get("a") == b"value"


def test_it_keeps_itself_out_of_version_control(cache: Cache) -> None:
    cache.put("a", b"value")
    subprocess.run(["git", "init", "-q", str(cache.folder.parent)], check=True)
    status = subprocess.run(
        ["git", "-C", str(cache.folder.parent), "status", "--porcelain"],
        check=True,
        capture_output=True,
    )
    assert status.stdout == b""


def test_a_folder_that_cannot_be_written_keeps_nothing_and_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = Cache(tmp_path / "file", SECRET)
    cache.put("a", b"value")
    cache.prune(0)
    assert cache.get("a") is None


def _put_and_get(folder: Path) -> bool:
    cache = Cache(folder, SECRET)
    for count in range(200):
        cache.put("shared", b"x" * 5000)
        cache.put(f"own {os.getpid()} {count}", b"y")
        if cache.get("shared") not in (b"x" * 5000, None):
            return False
    return cache.get("shared") == b"x" * 5000


def test_many_processes_use_it_at_once(cache: Cache) -> None:
    with ProcessPoolExecutor(4) as pool:
        assert all(pool.map(_put_and_get, [cache.folder] * 4))


def test_pruning_drops_old_entries_and_then_the_oldest_beyond_the_bound(
    cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_700_000_000.0
    monkeypatch.setattr(module, "MOST_BYTES", 3000)
    for age_days, key in ((40, "forgotten"), (3, "older"), (2, "old"), (1, "new")):
        before = set(entries(cache))
        cache.put(key, b"x" * 1000)
        (entry,) = set(entries(cache)) - before
        written = now - age_days * 24 * 3600
        os.utime(entry, (written, written))
    cache.prune(now)
    assert [key for key in ("forgotten", "older", "old", "new") if cache.get(key)] == ["old", "new"]


def test_pruning_looks_once_a_day(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_700_000_000.0
    cache.put("a", b"value")
    cache.prune(now)
    monkeypatch.setattr(module, "MOST_BYTES", 0)
    cache.prune(now + 3600)
    assert cache.get("a") == b"value"
    cache.prune(now + 25 * 3600)
    assert cache.get("a") is None
