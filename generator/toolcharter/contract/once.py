"""One sin is one diagnostic: violations that follow from another one are left out.

Walks in: the violations of a document. Walks out: the same without the echoes of

- a misspelt type of a field, whose every key would otherwise be unknown,
- a misspelt key, which would otherwise also be missing,
- a key in the wrong record, whose right record would otherwise also be missing,
- fields that stand where their group of fields is missing,
- a second key where one of two is needed, when it is forbidden anyway.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator

from toolcharter.contract.places import Places, nearest_key
from toolcharter.contract.violation import Sin, Violation
from toolcharter.source.document import Document, Mapping, Node, Scalar, Sequence

_NAMED = ("type_named", "shared_named")


def once(
    document: Document, violations: Iterable[Violation], places: Places
) -> Iterator[Violation]:
    """The violations without those that only echo another one."""
    found = list(_one_for_a_misspelt_type(document, violations, places))
    odd_keys: dict[tuple[str, ...], list[Violation]] = {}
    for each in found:
        if each.sin in (Sin.UNKNOWN, Sin.FORBIDDEN):
            odd_keys.setdefault(each.place.names, []).append(each)
    groups = {
        each.place.names
        for each in found
        if each.sin is Sin.MISSING and "fields" in (each.key, *each.others)
    }
    for each in found:
        odds = odd_keys.get(each.place.names, ()) if each.sin in (Sin.MISSING, Sin.BOTH) else ()
        is_echo = any(_explains(odd, each, places) for odd in odds)
        is_field_without_group = each.sin is Sin.UNKNOWN and each.place.names in groups
        if not is_echo and not is_field_without_group:
            yield each


def _explains(odd: Violation, missing: Violation, places: Places) -> bool:
    """Whether an odd key is why another one of its record is missing, or there twice."""
    if missing.sin is Sin.BOTH:
        return odd.key in missing.others
    is_misspelt = odd.sin is Sin.UNKNOWN and nearest_key(odd.key, odd.others) == missing.key
    return is_misspelt or places.is_home(odd.key, (*missing.place.route, missing.key))


def _one_for_a_misspelt_type(
    document: Document, violations: Iterable[Violation], places: Places
) -> Iterator[Violation]:
    replaced: set[tuple[str, ...]] = set()
    for each in violations:
        word = _type_word(document, each)
        meant = None if word is None else nearest_key(str(word.value), places.built_in_types())
        if word is None or meant is None:
            yield each
        elif each.place.names not in replaced:
            replaced.add(each.place.names)
            yield dataclasses.replace(
                each,
                sin=Sin.VALUE,
                span=word.span,
                place=dataclasses.replace(each.place, key="type"),
                key="type",
                schema={"enum": [meant]},
                node=word,
            )


def _type_word(document: Document, violation: Violation) -> Scalar | None:
    """The type of the field that a violation about an unknown key is in."""
    if violation.record not in _NAMED or violation.sin is not Sin.UNKNOWN:
        return None
    field = _at(document.root, violation.place.names)
    word = field.get("type") if isinstance(field, Mapping) else None
    return word if isinstance(word, Scalar) else None


def _at(node: Node, names: tuple[str, ...]) -> Node:
    for name in names:
        if isinstance(node, Mapping):
            node = node.entries[name]
        elif isinstance(node, Sequence):
            node = node.items[int(name)]
    return node
