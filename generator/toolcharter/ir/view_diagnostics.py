"""What is wrong with a view: paths that show nothing, masks that do not fit, values cut in two.

Walks in: what a view says, and the fields of the shapes that it is about. Walks out: diagnostics,
each at the path, mask or view that it is about.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from toolcharter.diagnostics import Diagnostic, Related, Span
from toolcharter.ir.field_tree import Field, FieldTree
from toolcharter.ir.masks import why_not
from toolcharter.ir.model import Located
from toolcharter.ir.near import did_you_mean
from toolcharter.ir.walk import ANY, SchemaPart


def about_everything(tree: FieldTree, span: Span) -> Iterator[Diagnostic]:
    """Why ``shows: everything`` is not allowed: a field is marked."""
    field = next((each for each in tree.fields.values() if each.mark is not None), None)
    if field is None:
        return
    marked = (each for each in (*field.parts, *field.inner) if each.sensitive)
    yield Diagnostic(
        code="redact/everything-with-sensitive",
        span=span,
        message=f"`{field.path}` is {field.mark}, so the view must list what it shows.",
        hint="Write shows: [...].",
        related=(Related(span=next(marked).span, message=f"the field is {field.mark}"),),
    )


def about_path(path: Located[str], tree: FieldTree) -> Iterator[Diagnostic]:
    """Why a path is in no view: nothing is called so, or it is internal or secret."""
    if path.value not in tree.fields:
        near = did_you_mean(path.value, tree.fields)
        message = f"The view shows `{path.value}`, which is no declared field."
        yield _not_subset(path.span, message, near)
    elif tree.is_never_shown(path.value):
        mark = next(mark for mark in tree.marks_above(path.value) if mark != "personal")
        yield _not_subset(path.span, f"`{path.value}` is {mark}; no view shows it.", "")


def about_mask(path: Located[str], mask: Located[str], tree: FieldTree) -> Iterator[Diagnostic]:
    """Why a mask is not for this path, which may be one thing in one branch and another in the
    next; of a list, its items are masked."""
    wrong = list(about_path(path, tree))
    yield from wrong
    if wrong:
        return
    field = tree.fields[path.value]
    reasons = [why_not(mask.value, part) for part in _masked_parts(field)]
    if field.is_tag:
        reasons.append("any field but the one that tells the branches of a union apart")
    why = next((reason for reason in reasons if reason is not None), None)
    if why is not None:
        yield Diagnostic(
            code="redact/mask-mismatch",
            span=mask.span,
            message=f"The mask `{mask.value}` is for {why}; `{path.value}` is something else.",
        )


def about_tags(tree: FieldTree, tags: Collection[str], span: Span) -> Iterator[Diagnostic]:
    """Why part of a union cannot be shown: what tells its branches apart may not be."""
    for path in sorted(tags):
        mark = tree.fields[path].mark
        if mark is None:
            continue
        yield _not_subset(
            span,
            f"`{path}` tells the branches of a union apart and is {mark}, so no part of the union "
            "is shown without it.",
            f"Write `{path}` too." if mark == "personal" else "Show nothing of the union.",
        )


def cut_values(
    tree: FieldTree, shown: Collection[str], masks: Collection[str], span: Span
) -> Iterator[Diagnostic]:
    """A name that is an object in one branch and a value in another cannot be shown in part."""
    for field in tree.fields.values():
        if not field.is_mixed or is_masked(field.path, masks):
            continue
        leaves = tree.leaves(field.path)
        is_touched = any(leaf in shown or is_masked(leaf, masks) for leaf in leaves)
        if is_touched and not all(leaf in shown for leaf in leaves):
            yield _not_subset(
                span,
                f"`{field.path}` holds fields in one branch and is a value in another, so a view "
                "shows it whole or not at all.",
                "Give the two fields different names.",
            )


def under_masks(
    shown: Sequence[Located[str]], masked: Sequence[Located[str]]
) -> Iterator[Diagnostic]:
    """Paths that are shown, or masked on their own, and masked with what holds them."""
    for path in shown:
        if any(path.value == mask.value for mask in masked):
            yield Diagnostic(
                code="redact/mask-mismatch",
                span=path.span,
                message=f"`{path.value}` is shown and masked; it can be one of them.",
            )
    for mask in masked:
        hidden = [each for each in (*shown, *masked) if each.value.startswith(f"{mask.value}.")]
        if hidden:
            yield Diagnostic(
                code="view/hidden-by-mask",
                span=mask.span,
                message=f"The mask of `{mask.value}` hides `{hidden[0].value}`, which the view "
                f"{'shows' if hidden[0] in shown else 'masks'} by its own path.",
                hint=f"Mask the fields of `{mask.value}` one by one, or leave out what is below.",
                related=tuple(
                    Related(span=each.span, message=f"`{each.value}` stands here")
                    for each in hidden
                ),
            )


def is_masked(path: str, masks: Collection[str]) -> bool:
    """Whether the field, or one that holds it, is masked."""
    return any(path == each or path.startswith(f"{each}.") for each in masks)


def _masked_parts(field: Field) -> Iterator[SchemaPart]:
    """What a mask on the field works on: its values, and the items where it is a list."""
    items = (part for part in field.inner if part.path[-1:] == (ANY,))
    return (part for part in (*field.parts, *items) if not _holds_items(part))


def _holds_items(part: SchemaPart) -> bool:
    return "prefixItems" in part.schema or isinstance(part.schema.get("items"), dict)


def _not_subset(span: Span, message: str, hint: str) -> Diagnostic:
    return Diagnostic(code="redact/view-not-subset", span=span, message=message, hint=hint)
