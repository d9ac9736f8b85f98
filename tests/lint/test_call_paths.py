"""A call of an http adapter cannot leave the origin of its service."""

from __future__ import annotations

from lint.conftest import Find
from lint.overlay import with_pieces

_FOUND = "{status: 200, is: success}, {status: 404, is: CUSTOMER_NOT_FOUND}"
READ = "tools/customers/get_customer.v1.yaml"


def test_a_path_of_a_call_does_not_begin_with_two_slashes(find: Find) -> None:
    assert _codes("//evil.example/v1", find) == {"contract/wrong-value"}
    assert _codes("/{input.customer_id}/v1", find) == set()


def _codes(path: str, find: Find) -> set[str]:
    call = f'{{method: GET, path: "{path}", answers: [{_FOUND}]}}'
    output = "{customer_id: {at: /id}, version: {at: /v}, name: {at: /n}, last_order: {at: /o}}"
    adapter = f"adapter:\n  kind: http\n  service: crm\n  call: {call}\n  output: {output}\n"
    piece = f"{adapter}  checks: {{customer_visible: {{by: call}}}}\n"
    return {each.code for each in find(with_pieces([(READ, piece)])) if each.is_error}
