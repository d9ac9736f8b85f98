"""Links one contract file: every name it uses becomes the thing it names.

Walks in: a validated document, the environment, and the contracts that a follower asks about. Walks
out: a frozen ``Contract``, or None where a shape or a view could not be made, with the diagnostics.
Other contracts are not looked at: what they must know of this one is its interface.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Diagnostic
from toolcharter.ir.backoff import contract_backoff
from toolcharter.ir.concurrency import contract_concurrency
from toolcharter.ir.declared import Declared
from toolcharter.ir.fields import Place
from toolcharter.ir.link_facets import (
    link_adapter,
    link_effect,
    link_facts,
    link_follows,
    link_idempotency,
    link_judgements,
    link_operation,
    link_page,
    link_status,
    link_visibility,
)
from toolcharter.ir.link_failure import link_failure
from toolcharter.ir.link_paths import path_diagnostics
from toolcharter.ir.link_preconditions import applied_preconditions
from toolcharter.ir.link_settings import link_suppressions
from toolcharter.ir.link_shapes import DeclaredShapes, link_views, viewed_parts
from toolcharter.ir.link_target import Followed, id_shape, link_evidence, link_target
from toolcharter.ir.link_tools import tool_versions
from toolcharter.ir.model import Contract, Environment
from toolcharter.ir.paragraphs import paragraphs
from toolcharter.ir.reading import (
    integer,
    mapping,
    optional_duration,
    optional_text,
    string,
    strings,
)
from toolcharter.ir.taken_names import taken_input_names, taken_output_names
from toolcharter.ir.upstream import upstream_diagnostics
from toolcharter.ir.views import repeated_names
from toolcharter.source.document import Document


def link_contract(
    document: Document, environment: Environment, followed: Followed
) -> tuple[Contract | None, tuple[Diagnostic, ...]]:
    """The contract of a validated document."""
    root = mapping(document.root)
    diagnostics: list[Diagnostic] = []
    is_change = "change" in root
    name = string(root.entries["change" if is_change else "tool"])
    shapes = DeclaredShapes(environment, diagnostics)
    taken = shapes.of(root.get("input"), Place.INPUT)
    output = shapes.of(root.get("output"), Place.OUTPUT)
    plan = shapes.plan(root.get("plan"))
    if shapes.is_broken:
        return None, tuple(diagnostics)

    effect_node = mapping(root.entries["effect"])
    is_write = is_change or optional_text(effect_node.get("class")) == "write"
    effect = link_effect(effect_node) if is_write else None
    target = link_target(root.get("target"), taken, diagnostics)
    follows = link_follows(root.get("follows"))
    parts = viewed_parts(output, plan)
    views = link_views(root, parts, diagnostics)
    failure = link_failure(mapping(root.entries["failure"]), environment.settings)
    purpose = string(root.entries["purpose"])
    visibility = link_visibility(root.get("visibility"))
    named = strings(root.entries["preconditions"])
    checks = (*named, visibility.check) if visibility else named
    evidence = link_evidence(effect, target, follows, followed, environment, name.span)
    declared = Declared(
        file=document.file,
        span=name.span,
        name=name.value,
        version=integer(root.entries["version"]),
        is_change=is_change,
        purpose=paragraphs(purpose, document),
        input=taken,
        output=output,
        plan=plan,
        page=link_page(root.get("page")),
        target=target,
        operation=link_operation(root.get("operation")),
        follows=follows,
        is_write=is_write,
        failure=failure,
        limits=root.entries["limits"],
        views=views,
        evidence=evidence,
        target_id=id_shape(target.kind if target else None, environment, name.span),
    )
    retention = mapping(root.get("retention"))
    contract = Contract(
        file=document.file,
        name=name,
        version=declared.version,
        is_change=is_change,
        purpose=purpose,
        status=link_status(root.get("status")),
        effect=effect,
        follows=follows,
        target=target,
        permissions=strings(root.entries["permissions"]),
        named_preconditions=named,
        preconditions=tuple(applied_preconditions(taken, checks, environment)),
        visibility=visibility,
        input=taken,
        page=declared.page,
        plan=plan,
        output=output,
        views={name: view.view for name, view in views.items()},
        facts=link_facts(root.get("facts")),
        operation=declared.operation,
        idempotency=link_idempotency(root.get("idempotency")),
        failure=failure,
        adapter=link_adapter(root.get("adapter")),
        safe_fields=strings(mapping(root.get("telemetry")).get("safe_fields")),
        retention_results_ms=optional_duration(retention.get("results")),
        retention_proposals_ms=optional_duration(retention.get("proposals")),
        judgements=link_judgements(root.get("judgements")),
        suppressions=link_suppressions(root.get("suppressions")),
        evidence=evidence,
        tools=tool_versions(declared, environment.settings),
        document=document,
    )
    diagnostics += repeated_names(parts)
    diagnostics += _of_the_whole(contract, environment)
    return contract, tuple(diagnostics)


def _of_the_whole(contract: Contract, environment: Environment) -> Iterator[Diagnostic]:
    """What is wrong between the facets of a contract, once all of them stand."""
    yield from taken_input_names(contract.input, contract.page, contract.target)
    yield from taken_output_names(
        contract.output,
        contract.tools[-1].form,
        contract.page,
        has_operation=contract.operation is not None,
    )
    yield from path_diagnostics(contract)
    yield from upstream_diagnostics(contract, environment)
    yield from contract_backoff(contract, environment.settings)
    yield from contract_concurrency(contract, environment.settings)
