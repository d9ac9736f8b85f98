"""Links ``toolcharter.yaml``: durations and sizes become numbers, nothing is guessed."""

from __future__ import annotations

from toolcharter.contract.literals import size_bytes
from toolcharter.ir.model import EffectClass, EffectLimits, Settings, Suppression
from toolcharter.ir.reading import duration, integer, items, mapping, string, strings
from toolcharter.source.document import Document, Mapping, Node


def link_settings(document: Document) -> Settings:
    """The settings of a catalog, from its validated ``toolcharter.yaml``."""
    root = mapping(document.root)
    defaults = mapping(root.entries["defaults"])
    backoff = mapping(defaults.entries["backoff"])
    concurrency = mapping(defaults.entries["concurrency"])
    retention = mapping(defaults.entries["retention"])
    ceilings = mapping(root.entries["ceilings"])
    return Settings(
        span=root.span,
        catalog=string(root.entries["catalog"]).value,
        package=string(root.entries["package"]).value,
        environments=tuple(each.value for each in strings(root.get("environments"))),
        exports=tuple(each.value for each in strings(root.get("exports"))),
        request_bytes=_size(defaults.entries["request"]),
        backoff_first_ms=duration(backoff.entries["first"]),
        backoff_most_ms=duration(backoff.entries["most"]),
        concurrency={
            effect: _effect_limits(mapping(concurrency.entries[effect.value]))
            for effect in EffectClass
        },
        retention_proposals_ms=duration(retention.entries["proposals"]),
        retention_results_ms=duration(retention.entries["results"]),
        retention_traces_ms=duration(retention.entries["traces"]),
        ceiling_timeout_ms=duration(ceilings.entries["timeout"]),
        ceiling_result_bytes=_size(ceilings.entries["result"]),
        ceiling_attempts=integer(ceilings.entries["attempts"]),
        ceiling_page_items=integer(ceilings.entries["page_items"]),
        thresholds={
            name: integer(value) for name, value in mapping(root.get("thresholds")).entries.items()
        },
        suppressions=link_suppressions(root.get("suppressions")),
    )


def link_suppressions(node: Node | None) -> tuple[Suppression, ...]:
    """The suppressions of a contract or of the settings."""
    return tuple(_suppression(mapping(item)) for item in items(node))


def _suppression(node: Mapping) -> Suppression:
    return Suppression(
        rule=string(node.entries["rule"]),
        at=string(node.entries["at"]),
        reason=string(node.entries["reason"]).value,
        owner=string(node.entries["owner"]).value,
        expires=string(node.entries["expires"]).value,
    )


def _effect_limits(node: Mapping) -> EffectLimits:
    return EffectLimits(
        per_run=integer(node.entries["per_run"]), per_tenant=integer(node.entries["per_tenant"])
    )


def _size(node: Node) -> int:
    return size_bytes(string(node).value)
