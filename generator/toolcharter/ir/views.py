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
from toolcharter.ir.model import Located, Reveal, Shape, View
from toolcharter.ir.pointers import below
from toolcharter.ir.projection import Projected, project
from toolcharter.ir.reading import items, pairs, string
from toolcharter.ir.view_diagnostics import (
    about_everything,
    about_mask,
    about_path,
    about_tags,
    cut_values,
    is_masked,
    under_masks,
)
from toolcharter.source.document import Mapping as MappingNode
from toolcharter.source.document import Scalar

STANDARD = "standard"
"""The view that is built in, where a contract declares nothing to see."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpandedView:
    """A view and what it makes of each declared shape, by the name of the part."""

    view: View
    reveals: Mapping[str, Reveal]
    shapes: Mapping[str, Shape]


def expand_view(
    name: str, span: Span, node: MappingNode, parts: Mapping[str, Shape]
) -> tuple[ExpandedView, tuple[Diagnostic, ...]]:
    """The view written out, and the diagnostics; a path with a diagnostic shows nothing."""
    tree = joined(map(field_tree, parts.values()))
    diagnostics: list[Diagnostic] = []
    fitting = [
        (path, mask)
        for path, mask in _masks(node)
        if not _collect(diagnostics, about_mask(path, mask, tree))
    ]
    masks = {path.value: mask.value for path, mask in fitting}
    shown: set[str] = set()
    paths: list[Located[str]] = []
    written = node.entries["shows"]
    if isinstance(written, Scalar):
        if not _collect(diagnostics, about_everything(tree, written.span)):
            shown.update(leaf for path in tree.fields for leaf in tree.leaves(path))
    else:
        for item in items(written):
            path = string(item)
            if not _collect(diagnostics, about_path(path, tree)):
                shown.update(tree.shown_with(path.value))
                paths.append(path)
    diagnostics.extend(under_masks(paths, [path for path, _ in fitting]))
    shown = {path for path in shown if not is_masked(path, masks)}
    tags = _tags(tree, shown | set(masks))
    diagnostics.extend(about_tags(tree, tags - shown, span))
    shown |= tags
    diagnostics.extend(cut_values(tree, shown, masks, span))
    view = View(name=name, span=span, shows=tuple(sorted(shown)), masks=dict(sorted(masks.items())))
    projected = {part: _projected(shape, shown, masks) for part, shape in parts.items()}
    expanded = ExpandedView(
        view=view,
        reveals={part: each.reveal for part, each in projected.items()},
        shapes={part: each.shape for part, each in projected.items()},
    )
    return expanded, tuple(diagnostics)


def standard_view(span: Span) -> ExpandedView:
    """The view that is built in: the fixed shape of the tool and nothing else."""
    view = View(name=STANDARD, span=span, shows=(), masks={})
    return ExpandedView(view=view, reveals={}, shapes={})


def repeated_names(parts: Mapping[str, Shape]) -> tuple[Diagnostic, ...]:
    """Names that plan and output share: one path of a view would mean two fields."""
    diagnostics = []
    first: dict[str, tuple[str, Span]] = {}
    for part, shape in parts.items():
        for name in shape.schema.get("properties", {}):
            span = shape.span_at(below("", "properties", name))
            other, where = first.setdefault(name, (part, span))
            if other != part:
                diagnostics.append(_repeated(name, span, other, where))
    return tuple(diagnostics)


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
    hidden = frozenset(leaf for leaf in leaves - shown if not is_masked(leaf, masks))
    own_masks = {path: mask for path, mask in masks.items() if path in tree.fields}
    return project(shape, shown=frozenset(leaves & shown), hidden=hidden, masks=own_masks)


def _collect(diagnostics: list[Diagnostic], found: Iterable[Diagnostic]) -> bool:
    """Whether there was something; it is added to the diagnostics."""
    before = len(diagnostics)
    diagnostics.extend(found)
    return len(diagnostics) > before


def _masks(node: MappingNode) -> Iterator[tuple[Located[str], Located[str]]]:
    for path, span, mask in pairs(node.get("masks")):
        yield Located(path, span), string(mask)


def _tags(tree: FieldTree, shown: set[str]) -> set[str]:
    """The fields that tell branches apart, of every union of which something is shown."""
    found = set()
    for field in tree.fields.values():
        union = field.path.rpartition(".")[0]
        inside = f"{union}." if union else ""
        if field.is_tag and any(path.startswith(inside) for path in shown):
            found.add(field.path)
    return found
