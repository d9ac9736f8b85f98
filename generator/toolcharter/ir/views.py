"""Views: allow-lists of what an agent sees, written out to the last field.

Walks in: a written view and the declared shapes (output; of a change also the parts of its plan).
Walks out: the sorted list of the fields it shows, and for each shape the reveal and what is left of
the schema. A path shows a field and what is below it, except parts with a mark of their own, which
need their own path; internal and secret fields are never shown, masked or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from toolcharter.diagnostics import Diagnostic, Related, Span
from toolcharter.ir.field_tree import FieldTree, field_tree, joined
from toolcharter.ir.masks import why_not
from toolcharter.ir.model import Located, Shape, View
from toolcharter.ir.near import did_you_mean
from toolcharter.ir.pointers import below
from toolcharter.ir.projection import Projected, Reveal, project
from toolcharter.ir.reading import items, pairs, string
from toolcharter.source.document import Mapping as MappingNode
from toolcharter.source.document import Scalar

__all__ = ["ExpandedView", "Reveal", "expand_view", "repeated_names", "standard_view"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpandedView:
    """A view and what it makes of each declared shape, by the name of the part."""

    view: View
    reveals: Mapping[str, Reveal]
    shapes: Mapping[str, Shape]


def expand_view(
    name: str, span: Span, node: MappingNode, parts: Mapping[str, Shape]
) -> tuple[ExpandedView, tuple[Diagnostic, ...]]:
    """The view written out, and the findings; a path with a finding shows nothing."""
    tree = joined(map(field_tree, parts.values()))
    findings: list[Diagnostic] = []
    masks = {
        each.value: mask.value
        for each, mask in _masks(node)
        if not _collect(findings, _mask_findings(each, mask, tree))
    }
    shown: set[str] = set()
    written = node.entries["shows"]
    if isinstance(written, Scalar):
        if not _collect(findings, _marked(tree, written.span)):
            shown.update(leaf for path in tree.fields for leaf in tree.leaves(path))
    else:
        for item in items(written):
            path = string(item)
            if not _collect(findings, _path_findings(path, tree)):
                shown.update(tree.shown_with(path.value))
                _collect(findings, _shown_and_masked(path, masks))
    shown = {path for path in shown if not _is_masked(path, masks)}
    shown |= _tags(tree, shown | set(masks))
    findings.extend(_cut_values(tree, shown, masks, span))
    view = View(name=name, span=span, shows=tuple(sorted(shown)), masks=dict(sorted(masks.items())))
    projected = {part: _projected(shape, shown, masks) for part, shape in parts.items()}
    expanded = ExpandedView(
        view=view,
        reveals={part: each.reveal for part, each in projected.items()},
        shapes={part: each.shape for part, each in projected.items()},
    )
    return expanded, tuple(findings)


def standard_view(span: Span) -> ExpandedView:
    """The view that is built in: the fixed shape of the tool and nothing else."""
    view = View(name="standard", span=span, shows=(), masks={})
    return ExpandedView(view=view, reveals={}, shapes={})


def repeated_names(parts: Mapping[str, Shape]) -> tuple[Diagnostic, ...]:
    """Names that plan and output share: one path of a view would mean two fields."""
    findings = []
    first: dict[str, tuple[str, Span]] = {}
    for part, shape in parts.items():
        for name in shape.schema.get("properties", {}):
            span = shape.span_at(below("", "properties", name))
            other, where = first.setdefault(name, (part, span))
            if other != part:
                findings.append(_repeated(name, span, other, where))
    return tuple(findings)


def _repeated(name: str, span: Span, other: str, where: Span) -> Diagnostic:
    return Diagnostic(
        code="name/repeated-field",
        span=span,
        message=f"`{name}` is a field of {other} too; a view cannot tell them apart.",
        related=(Related(span=where, message=f"the field of {other}"),),
    )


def _projected(shape: Shape, shown: set[str], masks: Mapping[str, str]) -> Projected:
    tree = field_tree(shape)
    leaves = {leaf for path in tree.fields for leaf in tree.leaves(path)}
    hidden = frozenset(leaf for leaf in leaves - shown if not _is_masked(leaf, masks))
    own_masks = {path: mask for path, mask in masks.items() if path in tree.fields}
    return project(shape, shown=frozenset(leaves & shown), hidden=hidden, masks=own_masks)


def _collect(findings: list[Diagnostic], found: Iterable[Diagnostic]) -> bool:
    """Whether there was something; it is added to the findings."""
    before = len(findings)
    findings.extend(found)
    return len(findings) > before


def _masks(node: MappingNode) -> Iterator[tuple[Located[str], Located[str]]]:
    for path, span, mask in pairs(node.get("masks")):
        yield Located(path, span), string(mask)


def _marked(tree: FieldTree, span: Span) -> Iterator[Diagnostic]:
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


def _path_findings(path: Located[str], tree: FieldTree) -> Iterator[Diagnostic]:
    if path.value not in tree.fields:
        near = did_you_mean(path.value, tree.fields)
        message = f"The view shows `{path.value}`, which is no declared field."
        yield _not_subset(path.span, message, near)
    elif tree.is_never_shown(path.value):
        mark = next(mark for mark in tree.marks_above(path.value) if mark != "personal")
        yield _not_subset(path.span, f"`{path.value}` is {mark}; no view shows it.", "")


def _not_subset(span: Span, message: str, hint: str) -> Diagnostic:
    return Diagnostic(code="redact/view-not-subset", span=span, message=message, hint=hint)


def _mask_findings(path: Located[str], mask: Located[str], tree: FieldTree) -> Iterator[Diagnostic]:
    wrong = list(_path_findings(path, tree))
    yield from wrong
    if wrong:
        return
    field = tree.fields[path.value]
    lists = [part for part in field.parts if "items" in part.schema]
    items_of = [part for part in field.inner if "items" not in part.schema and part.path[-1] == "*"]
    reasons = [why_not(mask.value, part) for part in (items_of if lists else field.parts)]
    if field.is_tag:
        reasons.append("any field but the one that tells the branches of a union apart")
    why = next((reason for reason in reasons if reason is not None), None)
    if why is not None:
        yield Diagnostic(
            code="redact/mask-mismatch",
            span=mask.span,
            message=f"The mask `{mask.value}` is for {why}; `{path.value}` is something else.",
        )


def _cut_values(
    tree: FieldTree, shown: set[str], masks: Mapping[str, str], span: Span
) -> Iterator[Diagnostic]:
    """A name that is an object in one branch and a value in another cannot be shown in part."""
    for field in tree.fields.values():
        if not field.is_mixed or field.path in masks:
            continue
        leaves = tree.leaves(field.path)
        if any(leaf in shown for leaf in leaves) and not all(leaf in shown for leaf in leaves):
            yield _not_subset(
                span,
                f"`{field.path}` holds fields in one branch and is a value in another, so a view "
                "shows it whole or not at all.",
                "Give the two fields different names.",
            )


def _shown_and_masked(path: Located[str], masks: Mapping[str, str]) -> Iterator[Diagnostic]:
    if path.value in masks:
        yield Diagnostic(
            code="redact/mask-mismatch",
            span=path.span,
            message=f"`{path.value}` is shown and masked; it can be one of them.",
        )


def _is_masked(path: str, masks: Mapping[str, str]) -> bool:
    """Whether the field, or one that holds it, is masked."""
    return any(path == each or path.startswith(each + ".") for each in masks)


def _tags(tree: FieldTree, shown: set[str]) -> set[str]:
    """The fields that tell branches apart, of every union of which something is shown."""
    found = set()
    for field in tree.fields.values():
        union = field.path.rpartition(".")[0]
        inside = f"{union}." if union else ""
        if field.is_tag and any(path.startswith(inside) for path in shown):
            found.add(field.path)
    return found
