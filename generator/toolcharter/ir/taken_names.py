"""Declared names that a fixed shape has taken.

Walks in: the declared input and output of a contract, and the facts that decide which fixed fields
stand beside them. Walks out: a diagnostic for each name that stands twice; the fixed field would
replace the declared one. A plan stands inside its fixed shape, so it may use any name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from toolcharter.diagnostics import Diagnostic, Span
from toolcharter.ir import fixed
from toolcharter.ir.model import Form, Page, Shape, Target
from toolcharter.ir.walk import walk


def taken_input_names(
    taken: Shape | None, page: Page | None, target: Target | None
) -> Iterator[Diagnostic]:
    """Fields of the input that a page or an expected version adds by itself."""
    names = fixed.fixed_input_names(
        is_page=page is not None,
        takes_expected_version=target is not None and target.takes_expected_version,
    )
    yield from _repeated(taken, names, "input")


def taken_output_names(
    output: Shape | None, form: Form, page: Page | None, *, has_operation: bool
) -> Iterator[Diagnostic]:
    """Fields of the output, or the items of a page, that repeat what stands beside them."""
    yield from _repeated(output, fixed.fixed_names(form, has_operation=has_operation), "answer")
    if page is not None and page.items == fixed.NEXT_CURSOR:
        yield _taken(page.items, page.span, "answer")


def _repeated(shape: Shape | None, names: Iterable[str], whole: str) -> Iterator[Diagnostic]:
    if shape is None or not names:
        return
    reported = set()
    for part in walk(shape):
        if len(part.path) == 1 and part.path[0] in names and part.path[0] not in reported:
            reported.add(part.path[0])
            yield _taken(part.path[0], part.span, whole)


def _taken(name: str, span: Span, whole: str) -> Diagnostic:
    return Diagnostic(
        code="name/repeated-field",
        span=span,
        message=f"`{name}` is a fixed field of this tool's {whole}; it is there already.",
        hint="Leave it out, or name it by what it means in the business.",
    )
