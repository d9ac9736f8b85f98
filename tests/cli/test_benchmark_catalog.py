"""The catalogs that benchmarks compile: sound, and of the size that was asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.catalog import write_catalog

from .conftest import Toolcharter


@pytest.mark.parametrize("size", [1, 2, 30])
def test_a_catalog_of_a_benchmark_compiles_without_a_finding(
    tc: Toolcharter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.chdir(tmp_path)
    write_catalog(size, tmp_path / "catalog")
    found = tc("compile", "--no-cache", "--jobs", "1")
    assert (found.code, found.out) == (0, "")
    assert f"{size} tool version" in found.err
    schemas = tmp_path / "generated/bench_tools/schemas"
    assert len(list(schemas.glob("*.json"))) == size
