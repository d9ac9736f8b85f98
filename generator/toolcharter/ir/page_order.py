"""The page of a read: its size, and fields that give its items an order.

Walks in: a linked contract. Walks out: diagnostics about fields that an item does not have, that
need not hold one value that sorts, or that no view shows.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Diagnostic
from toolcharter.ir.model import Contract, Located, Shape, View
from toolcharter.ir.near import did_you_mean
from toolcharter.ir.paths import known_paths, look_up
from toolcharter.ir.walk import SchemaPart


def page_diagnostics(contract: Contract) -> Iterator[Diagnostic]:
    """What is wrong with the page of a contract."""
    page, item = contract.page, contract.output
    if page is None or item is None:
        return
    for name in page.order:
        yield from _order(contract, item, name)
    if page.size > page.max_size:
        yield Diagnostic(
            code="page/size-above-maximum",
            span=page.span,
            message=f"The page holds {page.size} items unless asked, and {page.max_size} at most.",
            hint=f"Write a `size` of at most {page.max_size}.",
        )


def _order(contract: Contract, item: Shape, name: Located[str]) -> Iterator[Diagnostic]:
    """What keeps a field from giving an order: absence, no order of its values, no view."""
    found = look_up(item, name.value)
    if found is None:
        fields = [path for path in known_paths(item) if "." not in path]
        yield Diagnostic(
            code="page/unknown-order",
            span=name.span,
            message=f"The page is ordered by `{name.value}`, which an item does not have.",
            hint=did_you_mean(name.value, fields) or "Order by fields of `output`.",
        )
    elif not found.is_certain or not all(map(_has_order, found.parts)):
        yield Diagnostic(
            code="page/unsortable-order",
            span=name.span,
            message=f"The page is ordered by `{name.value}`, which need not hold one value "
            "that sorts.",
            hint="Order by required fields that hold one value each and are never null.",
        )
    elif not any(_is_in_view(name.value, view) for view in contract.views.values()):
        yield Diagnostic(
            code="page/hidden-order",
            span=name.span,
            message=f"The page is ordered by `{name.value}`, which no view shows: "
            "its order and its cursor tell of it.",
            hint="Order by fields that a view shows.",
        )


def _has_order(part: SchemaPart) -> bool:
    if part.type == "id":
        return True
    return not {"properties", "items", "prefixItems", "oneOf", "anyOf"} & set(part.schema) and (
        part.schema.get("type") not in ("object", "array")
    )


def _is_in_view(name: str, view: View) -> bool:
    """Whether the view shows something of the field, masked or not."""
    return any(path == name or path.startswith(f"{name}.") for path in (*view.shows, *view.masks))
