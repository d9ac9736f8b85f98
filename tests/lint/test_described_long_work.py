"""Adapters of a write that starts long work, and of the tools that follow it."""

from __future__ import annotations

import pytest
from lint.conftest import Find
from lint.described import told
from lint.overlay import with_pieces

POLL = """\
adapter:
  kind: http
  service: crm
  call:
    method: GET
    path: "/v1/exports/{input.operation_id}"
    answers:
      - {status: 200, is: success}
      - {status: 404, is: EXPORT_NOT_FOUND}
  checks: {export_is_own: {by: call}}
  output:
    state: {at: /status, values: {done: succeeded, busy: running}}
    started_at: {at: /started, missing: null}
    result: {fields: {row_count: {at: /rows}}}
"""

START = """\
adapter:
  kind: http
  service: crm
  call:
    method: POST
    path: /v1/exports
    key_header: Idempotency-Key
    body: {since: {from: input.since}}
    answers: [{status: 202, is: accepted}]
  output: {reference: {at: /id}}
"""

STOP = """\
adapter:
  kind: http
  service: crm
  call:
    method: DELETE
    path: "/v1/exports/{input.operation_id}"
    key_header: Idempotency-Key
    answers:
      - {status: 200, is: success}
      - {status: 404, is: EXPORT_NOT_FOUND}
  checks: {export_is_own: {by: call}}
  output: {answer: {at: /outcome, values: {ok: stopped, late: already_finished}}}
"""

LONG_WORK = {
    "tools/exports/start_export.v1.yaml": START,
    "tools/exports/get_export.v1.yaml": POLL,
    "tools/exports/cancel_export.v1.yaml": STOP,
}


def test_long_work_is_started_polled_and_stopped_over_http(find: Find) -> None:
    assert [told(each) for each in find(with_pieces(LONG_WORK.items())) if each.is_error] == []


@pytest.mark.parametrize(
    ("tool", "old", "new", "code"),
    [
        ("start", "is: accepted", "is: success", "adapter/wrong-success"),
        ("start", "{reference: {at: /id}}", "{resource_id: {at: /id}}", "adapter/unknown-field"),
        ("get", "{input.operation_id}", "{input.export_id}", "adapter/unknown-path"),
        ("get", "busy: running", "busy: runing", "adapter/mapping-misfit"),
        (
            "get",
            "    state: {at: /status, values: {done: succeeded, busy: running}}\n",
            "",
            "adapter/unmapped-field",
        ),
        ("get", "row_count: {at: /rows}", "", "adapter/unmapped-field"),
        ("get", "row_count:", "rows: {at: /rows}, row_count:", "adapter/unknown-field"),
        (
            "get",
            "{row_count: {at: /rows}}",
            "{row_count: {at: /rows, as: text}}",
            "adapter/mapping-misfit",
        ),
        ("cancel", "  output: {answer:", "  output: {state:", "adapter/unknown-field"),
    ],
)
def test_what_is_wrong_with_long_work_is_found(
    tool: str, old: str, new: str, code: str, find: Find
) -> None:
    file = f"tools/exports/{tool}_export.v1.yaml"
    assert LONG_WORK[file].count(old) == 1
    pieces = {**LONG_WORK, file: LONG_WORK[file].replace(old, new)}
    assert code in {each.code for each in find(with_pieces(pieces.items())) if each.is_error}
