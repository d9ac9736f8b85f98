"""An exclusion that could never refuse anything is refused itself."""

from __future__ import annotations

import pytest
from lint.conftest import Find
from lint.overlay import with_pieces

EMPTY = {"touches": "[]", "consequences": "[]", "endpoints": "[]", "words": "[]"}


def _found(find: Find, **refuses: str) -> list[tuple[str, str, str]]:
    lists = "".join(f"      {key}: {value}\n" for key, value in {**EMPTY, **refuses}.items())
    piece = (
        "exclusions:\n  delete_customer:\n    says: No agent deletes a customer.\n"
        f"    reason: Records are kept.\n    refuses:\n{lists}"
    )
    found = find(with_pieces([("exclusions.yaml", piece)]))
    return [(each.code, each.span.pointer, each.hint) for each in found if each.is_error]


def test_an_exclusion_that_lists_nothing_is_refused_at_its_name(find: Find) -> None:
    ((code, place, _),) = _found(find)
    assert (code, place) == ("exclusion/never-fires", "/exclusions/delete_customer")


def test_a_consequence_that_the_policy_lacks_is_refused_where_it_stands(find: Find) -> None:
    ((code, place, hint),) = _found(
        find, consequences="[bulk_change, discuont]", words="[[delete, customer]]"
    )
    assert code == "exclusion/never-fires"
    assert place == "/exclusions/delete_customer/refuses/consequences/1"
    assert "discount" in hint


@pytest.mark.parametrize(
    "refuses",
    [
        {"touches": "[erp_customer.record]"},
        {"consequences": "[bulk_change]"},
        {"endpoints": '["DELETE crm /v1/customers/*"]'},
        {"words": "[[delete, customer]]"},
    ],
)
def test_one_list_is_enough(find: Find, refuses: dict[str, str]) -> None:
    assert _found(find, **refuses) == []
