"""The record of a whole compilation, and the digest that its key holds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from toolcharter.diagnostics import Diagnostic, Related, Severity, Span
from toolcharter.output.cache import Cache
from toolcharter.output.compiler import compiler_digest
from toolcharter.output.record import Record, keep, recall, record_key

WARNING = Diagnostic(
    code="area/promise",
    span=Span("tools/a.yaml", 1, 2, 3, 4, "/x"),
    message="é",
    hint="h",
    severity=Severity.WARNING,
    related=(Related(span=Span("roles/r.yaml"), message="here"),),
)
RECORD = Record(
    diagnostics=(WARNING,), catalog="desk", outputs={"acme/a.py": "00"}, contracts=3, tools=5
)


def test_a_record_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    cache = Cache(tmp_path, b"secret")
    keep(cache, "key", RECORD)
    assert recall(cache, "key") == RECORD


@pytest.mark.parametrize(
    "kept", [b"", b"[]", b"{}", b'{"diagnostics": [1]}', b"\xff", b"[" * 100_000]
)
def test_an_entry_that_is_no_record_is_as_good_as_absent(tmp_path: Path, kept: bytes) -> None:
    cache = Cache(tmp_path, b"secret")
    cache.put("key", kept)
    assert recall(cache, "key") is None


def test_a_compilation_with_an_error_is_not_recorded(tmp_path: Path) -> None:
    error = Diagnostic(code="a/b", span=Span("x"), message="m")
    record = Record(diagnostics=(error,), catalog="desk", outputs={}, contracts=0, tools=0)
    with pytest.raises(ValueError, match="errors"):
        keep(Cache(tmp_path, b"secret"), "key", record)


def test_the_key_changes_with_every_path_every_byte_and_the_compiler() -> None:
    trees = [
        {},
        {"a": b""},
        {"a": b"x"},
        {"a": b"y"},
        {"b": b"x"},
        {"a": b"", "b": b"x"},
        {"a": b"x", "b": b""},
    ]
    keys = {record_key(tree, compiler) for tree in trees for compiler in ("1", "2")}
    assert len(keys) == 2 * len(trees)


def test_the_key_does_not_depend_on_the_order_of_files() -> None:
    assert record_key({"a": b"1", "b": b"2"}, "") == record_key({"b": b"2", "a": b"1"}, "")


def test_the_digest_of_the_compiler_is_the_same_in_another_process() -> None:
    code = "from toolcharter.output.compiler import compiler_digest; print(compiler_digest())"
    found = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": "7"},
    )
    assert found.stdout.strip() == compiler_digest()


def test_the_digest_of_the_compiler_changes_with_any_of_its_files(tmp_path: Path) -> None:
    import toolcharter

    package = tmp_path / "toolcharter"
    package.mkdir()
    (package / "a.py").write_text("a = 1\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(toolcharter, "__file__", str(package / "__init__.py"))
        first = compiler_digest()
        (package / "__pycache__").mkdir()
        (package / "__pycache__/a.pyc").write_text("")
        assert compiler_digest() == first
        (package / "a.py").write_text("a = 2\n")
        second = compiler_digest()
        (package / "templates").mkdir()
        (package / "templates/t.jinja").write_text("")
        assert len({first, second, compiler_digest()}) == 3
