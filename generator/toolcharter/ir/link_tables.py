"""Links the tables of a catalog: errors, preconditions, kinds, spaces, exclusions, permissions."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from toolcharter.contract.runtime_codes import RUNTIME_CODES
from toolcharter.diagnostics import Diagnostic
from toolcharter.ir.model import (
    ErrorCode,
    Exclusion,
    Kind,
    Located,
    Precondition,
    Space,
)
from toolcharter.ir.near import did_you_mean
from toolcharter.ir.reading import (
    items,
    mapping,
    optional_duration,
    optional_tool_ref,
    pairs,
    string,
    strings,
    truth,
)
from toolcharter.source.document import Mapping


def link_errors(root: Mapping) -> dict[str, ErrorCode]:
    """The domain codes of ``errors.yaml``."""
    found = {}
    for code, span, node in pairs(root.get("errors")):
        row = mapping(node)
        after = mapping(row.entries["next"])
        found[code] = ErrorCode(
            code=code,
            message=string(row.entries["message"]).value,
            retryable=truth(row.entries["retryable"]),
            say=string(after.entries["say"]).value,
            tool=optional_tool_ref(after.get("tool")),
            span=span,
        )
    return found


def link_preconditions(root: Mapping) -> dict[str, Precondition]:
    """The rows of ``preconditions.yaml``."""
    return {
        name: Precondition(
            name=name,
            asks=string(mapping(node).entries["asks"]).value,
            error=string(mapping(node).entries["error"]),
            span=span,
        )
        for name, span, node in pairs(root.get("preconditions"))
    }


def link_permissions(root: Mapping) -> dict[str, Located[str]]:
    """The permissions there are, each with the sentence that explains it."""
    return {
        name: Located(string(node).value, span)
        for name, span, node in pairs(root.get("permissions"))
    }


def link_kinds(root: Mapping) -> dict[str, Kind]:
    """The kinds of record of ``kinds.yaml``."""
    return {
        name: Kind(
            name=name,
            describe=string(mapping(node).entries["describe"]).value,
            parts=tuple(part.value for part in strings(mapping(node).get("parts"))),
            span=span,
        )
        for name, span, node in pairs(root.get("kinds"))
    }


def link_spaces(root: Mapping) -> dict[str, Space]:
    """The private spaces of ``kinds.yaml``."""
    found = {}
    for name, span, node in pairs(root.get("spaces")):
        row = mapping(node)
        found[name] = Space(
            name=name,
            holds=strings(row.get("holds")),
            kept_ms=optional_duration(row.get("kept")),
            span=span,
        )
    return found


def link_exclusions(root: Mapping) -> dict[str, Exclusion]:
    """The capabilities of ``exclusions.yaml`` that must not exist as tools."""
    found = {}
    for name, span, node in pairs(root.get("exclusions")):
        row = mapping(node)
        refuses = mapping(row.entries["refuses"])
        found[name] = Exclusion(
            name=name,
            says=string(row.entries["says"]).value,
            reason=string(row.entries["reason"]).value,
            touches=tuple(each.value for each in strings(refuses.get("touches"))),
            consequences=tuple(each.value for each in strings(refuses.get("consequences"))),
            endpoints=tuple(each.value for each in strings(refuses.get("endpoints"))),
            words=tuple(
                tuple(word.value for word in strings(group))
                for group in items(refuses.get("words"))
            ),
            span=span,
        )
    return found


def unknown_errors(
    preconditions: dict[str, Precondition], errors: dict[str, ErrorCode]
) -> Iterator[Diagnostic]:
    """Preconditions whose error stands in no table."""
    for row in preconditions.values():
        if row.error.value not in errors:
            yield Diagnostic(
                code="error/unknown",
                span=row.error.span,
                message=f"The precondition `{row.name}` names the error `{row.error.value}`, "
                "which errors.yaml does not have.",
                hint="Name a domain code; the runtime's own codes mean other things."
                if row.error.value in RUNTIME_CODES
                else did_you_mean(row.error.value, errors)
                or f"Add {row.error.value} to errors.yaml.",
            )


def unknown_kinds(
    spaces: dict[str, Space], exclusion_root: Mapping, kinds: dict[str, Kind]
) -> Iterator[Diagnostic]:
    """Kinds, and parts of kinds, that spaces and exclusions name and kinds.yaml does not have."""
    for space in spaces.values():
        for held in space.holds:
            if held.value not in kinds:
                yield _unknown_kind(held, f"The space `{space.name}`", kinds)
    for name, _, node in pairs(exclusion_root.get("exclusions")):
        for touched in strings(mapping(mapping(node).entries["refuses"]).get("touches")):
            kind, _, part = touched.value.partition(".")
            if kind not in kinds or part not in kinds[kind].parts:
                yield _unknown_kind(touched, f"The exclusion `{name}`", kinds)


def idle_exclusions(exclusion_root: Mapping, consequences: Collection[str]) -> Iterator[Diagnostic]:
    """Exclusions that refuse nothing, or a consequence that no contract can have."""
    for name, span, node in pairs(exclusion_root.get("exclusions")):
        refuses = mapping(mapping(node).entries["refuses"])
        if not any(items(listed) for listed in refuses.entries.values()):
            yield Diagnostic(
                code="exclusion/never-fires",
                span=span,
                message=f"The exclusion `{name}` lists nothing, so it refuses nothing.",
                hint="List what it touches, its endpoints, or the words for it.",
            )
        for each in strings(refuses.get("consequences")):
            if each.value not in consequences:
                yield Diagnostic(
                    code="exclusion/never-fires",
                    span=each.span,
                    message=f"The exclusion `{name}` names the consequence `{each.value}`, "
                    "which policies/approval.yaml does not have.",
                    hint=did_you_mean(each.value, consequences)
                    or "Name a consequence of the policy, or leave it out.",
                )


def _unknown_kind(written: Located[str], whose: str, kinds: dict[str, Kind]) -> Diagnostic:
    known = [*kinds, *(f"{kind.name}.{part}" for kind in kinds.values() for part in kind.parts)]
    return Diagnostic(
        code="kind/unknown",
        span=written.span,
        message=f"{whose} names `{written.value}`, which kinds.yaml does not have.",
        hint=did_you_mean(written.value, known) or "Add it to kinds.yaml.",
    )
