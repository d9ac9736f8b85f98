"""A run reports everything it can find, whatever is broken."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from toolcharter.output.cache import Cache
from toolcharter.pipeline import Compilation, compile_catalog

from pipeline.catalogs import worked_catalog

CONTRACTS = ("tools/customers/get_customer.v1.yaml", "tools/customers/refund.v1.yaml")
UNREADABLE, UNKNOWN = b"\nsurprise: [\n", b"\nsurprise: 1\n"


def broken(shared: str, *, by: bytes = UNKNOWN) -> dict[str, bytes]:
    """The worked catalog with two broken contracts and one broken shared file."""
    tree = dict(worked_catalog())
    first, second = CONTRACTS
    tree |= {first: tree[first] + UNREADABLE, second: tree[second] + UNKNOWN}
    return {**tree, shared: tree[shared] + by}


def compiled(
    tree: Mapping[str, bytes], *, jobs: int = 1, cache: Cache | None = None
) -> Compilation:
    return compile_catalog(tree, emit=True, compiler="test", jobs=jobs, cache=cache)


def files_with_errors(result: Compilation) -> set[str]:
    assert result.files is None
    return {each.span.file for each in result.diagnostics if each.is_error}


@pytest.mark.parametrize("by", [UNREADABLE, UNKNOWN])
@pytest.mark.parametrize("shared", ["toolcharter.yaml", "kinds.yaml", "policies/approval.yaml"])
def test_contracts_are_read_and_validated_while_a_shared_file_is_broken(
    shared: str, by: bytes
) -> None:
    assert files_with_errors(compiled(broken(shared, by=by))) == {shared, *CONTRACTS}


def test_contracts_are_read_and_validated_where_there_are_no_settings() -> None:
    tree = broken("toolcharter.yaml")
    del tree["toolcharter.yaml"]
    assert files_with_errors(compiled(tree)) == {"toolcharter.yaml", *CONTRACTS}


def test_it_makes_no_difference_how_many_processes_read_them() -> None:
    tree = broken("errors.yaml")
    text = tree["tools/customers/get_customer.v2.yaml"]
    tree |= {f"tools/copies/get_customer_{n}.v2.yaml": text + b"\n" for n in range(40)}
    alone, together = compiled(tree), compiled(tree, jobs=2)
    assert alone == together
    assert len(files_with_errors(together)) == 43


def test_a_sound_contract_has_no_findings_while_a_shared_file_is_broken() -> None:
    tree = {**worked_catalog(), "errors.yaml": b"surprise: 1\n"}
    assert {each.span.file for each in compiled(tree).diagnostics} == {"errors.yaml"}


def test_what_was_only_read_is_never_taken_for_what_was_linked(tmp_path: Path) -> None:
    cache = Cache(tmp_path, b"secret")
    sound = worked_catalog()
    cut = {**sound, "errors.yaml": b"surprise: 1\n"}
    unread = compiled(cut, cache=cache)
    linked = compiled(sound, cache=cache)
    assert linked.files is not None
    assert linked.files.digests == getattr(compiled(sound).files, "digests", None)
    assert compiled(cut, cache=cache) == unread
    assert unread.diagnostics == compiled(cut).diagnostics


def test_while_a_shared_file_stays_broken_no_contract_is_read_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = Cache(tmp_path, b"secret")
    first = compiled(broken("errors.yaml"), cache=cache)
    monkeypatch.setattr("toolcharter.build.workshop.read", None)
    again = compiled(broken("errors.yaml", by=b"\nmore: 1\n"), cache=cache)
    assert files_with_errors(again) == files_with_errors(first)
