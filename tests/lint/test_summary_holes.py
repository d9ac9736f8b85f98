"""A summary shows of its target what is known when the sentence is filled in."""

from __future__ import annotations

import pytest
from lint.conftest import Find
from lint.overlay import base_tree, with_pieces

NEW = "tools/notes/keep_note.v1.yaml"
CANCEL = "tools/exports/cancel_export.v1.yaml"
CHANGE = "tools/customers/phone_change.v1.yaml"


def _holes(find: Find, path: str, hole: str, more: str = "") -> list[tuple[str, str, str]]:
    text = base_tree()[path].decode()
    summary = next(line for line in text.splitlines() if line.startswith("  summary: "))
    changed = text.replace(summary, f'  summary: "Act on {{{hole}}}"')
    effect = changed[
        changed.index("effect:") : changed.index("target:" if path != CANCEL else "permissions:")
    ]
    found = find(with_pieces([(path, effect + more)]))
    return [(each.code, each.span.pointer, each.message) for each in found if each.is_error]


@pytest.mark.parametrize("hole", ["target.id", "target.version"])
def test_a_record_that_is_not_there_yet_has_neither_id_nor_version(hole: str, find: Find) -> None:
    message = f"The summary shows `{{{hole}}}`, but the record is not there yet."
    assert _holes(find, NEW, hole) == [("template/uncertain-path", "/effect/summary", message)]


def test_a_cancel_shows_the_id_of_the_operation_and_no_version(find: Find) -> None:
    assert _holes(find, CANCEL, "target.id") == []
    message = (
        "The summary shows `{target.version}`, but the operation that it stops has no version."
    )
    assert _holes(find, CANCEL, "target.version") == [
        ("template/uncertain-path", "/effect/summary", message)
    ]


@pytest.mark.parametrize(("checked_by", "is_known"), [("service", True), ("nobody", False)])
def test_a_version_that_nobody_checks_may_be_null_and_is_not_shown(
    checked_by: str, is_known: bool, find: Find
) -> None:
    because = "" if is_known else ', because: "The service has no versions."'
    target = f"target: {{field: customer_id, version_checked_by: {checked_by}{because}}}\n"
    assert _holes(find, CHANGE, "target.id", target) == []
    assert bool(_holes(find, CHANGE, "target.version", target)) is not is_known
