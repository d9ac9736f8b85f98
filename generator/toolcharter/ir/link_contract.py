"""Links one contract file: every name it uses becomes the thing it names.

Walks in: a validated document, the environment, and the contracts that a follower asks about. Walks
out: a frozen ``Contract``, or None where a shape or a view could not be made, with the findings.
Other contracts are not looked at: what they must know of this one is its interface.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Table

from toolcharter.diagnostics import Diagnostic, Span
from toolcharter.ir import fixed
from toolcharter.ir.backoff import contract_backoff
from toolcharter.ir.fields import Place, shape_of
from toolcharter.ir.link_facets import (
    link_adapter,
    link_effect,
    link_facts,
    link_failure,
    link_follows,
    link_idempotency,
    link_judgements,
    link_operation,
    link_page,
    link_status,
    link_visibility,
    optional_duration,
)
from toolcharter.ir.link_paths import path_findings
from toolcharter.ir.link_settings import link_suppressions
from toolcharter.ir.link_tools import BEFORE_AFTER, CONSEQUENCES, OUTPUT, Declared, tool_versions
from toolcharter.ir.model import (
    AppliedPrecondition,
    Contract,
    Environment,
    Located,
    Plan,
    Shape,
    Target,
    ToolRef,
    WriteEffect,
)
from toolcharter.ir.near import did_you_mean
from toolcharter.ir.paths import identifier_uses, known_paths, look_up
from toolcharter.ir.reading import (
    integer,
    mapping,
    optional_string,
    optional_text,
    pairs,
    string,
    strings,
    truth,
)
from toolcharter.ir.taken_names import taken_input_names, taken_output_names
from toolcharter.ir.views import ExpandedView, expand_view, repeated_names, standard_view
from toolcharter.source.document import Document, Mapping, Node

STANDARD = "standard"

Followed = Table[ToolRef, Contract]


def link_contract(
    document: Document, environment: Environment, followed: Followed
) -> tuple[Contract | None, tuple[Diagnostic, ...]]:
    """The contract of a validated document."""
    root = mapping(document.root)
    findings: list[Diagnostic] = []
    is_change = "change" in root
    name = string(root.entries["change" if is_change else "tool"])
    shapes = _Shapes(environment, findings)
    taken = shapes.of(root.get("input"), Place.INPUT)
    output = shapes.of(root.get("output"), Place.OUTPUT)
    plan = shapes.plan(root.get("plan"))
    if shapes.is_broken:
        return None, tuple(findings)

    effect_node = mapping(root.entries["effect"])
    is_write = is_change or optional_text(effect_node.get("class")) == "write"
    effect = link_effect(effect_node) if is_write else None
    target = _target(root.get("target"), taken, findings)
    follows = link_follows(root.get("follows"))
    parts = _parts(output, plan)
    views = _views(root, parts, findings)
    failure = link_failure(mapping(root.entries["failure"]), environment.settings)
    purpose = string(root.entries["purpose"])
    visibility = link_visibility(root.get("visibility"))
    named = strings(root.entries["preconditions"])
    checks = (*named, visibility.check) if visibility else named
    evidence = _evidence(effect, target, follows, followed, environment, name.span)
    declared = Declared(
        file=document.file,
        span=name.span,
        name=name.value,
        version=integer(root.entries["version"]),
        is_change=is_change,
        purpose=purpose.value,
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
        target_id=_id_shape(target.kind if target else None, environment, name.span),
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
        preconditions=tuple(_preconditions(taken, checks, environment)),
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
    findings += repeated_names(parts)
    findings += taken_input_names(taken, declared.page, target)
    findings += taken_output_names(
        output,
        contract.tools[-1].form,
        declared.page,
        has_operation=declared.operation is not None,
    )
    findings += path_findings(contract)
    findings += contract_backoff(contract, environment.settings)
    return contract, tuple(findings)


class _Shapes:
    """Makes the declared shapes of one contract and collects what is wrong with them."""

    def __init__(self, environment: Environment, findings: list[Diagnostic]) -> None:
        self._environment = environment
        self._findings = findings
        self.is_broken = False

    def of(self, node: Node | None, place: Place) -> Shape | None:
        if node is None:
            return None
        shape, findings = shape_of(
            mapping(node), self._environment.types, self._environment.schemas, place=place
        )
        self._findings += findings
        self.is_broken |= shape is None
        return shape

    def plan(self, node: Node | None) -> Plan | None:
        if node is None:
            return None
        written = mapping(node)
        before_after = self.of(written.entries["before_after"], Place.PLAN)
        consequences = self.of(written.get("consequences"), Place.PLAN)
        return (
            None
            if before_after is None
            else Plan(before_after=before_after, consequences=consequences)
        )


def _parts(output: Shape | None, plan: Plan | None) -> dict[str, Shape]:
    """The declared parts that views cover, plan first."""
    parts = {}
    if plan is not None:
        parts[BEFORE_AFTER] = plan.before_after
        if plan.consequences is not None:
            parts[CONSEQUENCES] = plan.consequences
    if output is not None:
        parts[OUTPUT] = output
    return parts


def _views(
    root: Mapping, parts: Table[str, Shape], findings: list[Diagnostic]
) -> dict[str, ExpandedView]:
    views = {}
    for name, span, node in pairs(root.get("views")):
        view, problems = expand_view(name, span, mapping(node), parts)
        findings += problems
        views[name] = view
    return views if parts else {STANDARD: standard_view(root.span)}


def _target(node: Node | None, taken: Shape | None, findings: list[Diagnostic]) -> Target | None:
    if node is None:
        return None
    written = mapping(node)
    new, field = optional_string(written.get("new")), optional_string(written.get("field"))
    kind = new.value if new else None
    if field is not None and taken is not None:
        kind = _kind_of_field(field, taken, findings)
    return Target(
        span=written.span,
        kind=kind or "",
        field=field,
        is_new=new is not None,
        space=optional_string(written.get("space")),
        version_checked_by=optional_text(written.get("version_checked_by")),
        because=optional_text(written.get("because")),
        takes_expected_version=truth(written.get("expected_version")),
    )


def _kind_of_field(field: Located[str], taken: Shape, findings: list[Diagnostic]) -> str | None:
    found = look_up(taken, field.value)
    if found is None:
        findings.append(
            Diagnostic(
                code="target/unknown-field",
                span=field.span,
                message=f"The target names the input field `{field.value}`, which `input` lacks.",
                hint=did_you_mean(field.value, known_paths(taken))
                or "Name an identifier of `input`.",
            )
        )
        return None
    notes = found.parts[0].notes
    if notes.get("type") != "id" or not found.is_certain:
        findings.append(
            Diagnostic(
                code="target/not-an-identifier",
                span=field.span,
                message=f"The target `{field.value}` is not one identifier that every call holds.",
                hint="Name a required field of an `id` type, outside lists and branches.",
            )
        )
        return None
    return str(notes["kind"])


def _id_shape(kind: str | None, environment: Environment, span: Span) -> Shape:
    """The schema of the identifiers of a kind; of a kind without an id type, any short text."""
    id_type = environment.types.id_of_kind(kind) if kind else None
    return fixed.any_resource_id(span) if id_type is None else environment.types.use(id_type.name)


def _evidence(
    effect: WriteEffect | None,
    target: Target | None,
    follows: object,
    followed: Followed,
    environment: Environment,
    span: Span,
) -> fixed.EvidenceFacts | None:
    """What a success may report: a write its own effect, a follower that of what it follows."""
    if follows is not None:
        known = [each.evidence for each in followed.values() if each.evidence is not None]
        return fixed.evidence_of_any(known) if known else _unlinked_evidence(span)
    if effect is None:
        return None
    kind = effect.creates.value if effect.creates else (target.kind if target else None)
    return fixed.EvidenceFacts(
        resource_id=_id_shape(kind, environment, span),
        touches=tuple(each.value for each in effect.touches),
        next_states=tuple(each.value for each in effect.next_states),
        span=span,
    )


def _unlinked_evidence(span: Span) -> fixed.EvidenceFacts:
    """Stands in where a follower names no write that exists; ``tool/unknown`` stops the run."""
    return fixed.EvidenceFacts(
        resource_id=fixed.any_resource_id(span),
        touches=("unknown.unknown",),
        next_states=(),
        span=span,
    )


def _preconditions(
    taken: Shape | None, named: tuple[Located[str], ...], environment: Environment
) -> Iterator[AppliedPrecondition]:
    """Those of the identifiers that the input takes, in input order, then the named ones; each once.

    One that is implied is asked where its identifier is; one that is named as well, always.
    """
    places: dict[str, list[tuple[str, ...]]] = {}
    spans: dict[str, Span] = {}
    for part in identifier_uses(taken) if taken else ():
        id_type = environment.types.id_of_kind(str(part.notes.get("kind")))
        if id_type is None or id_type.checked_by is None:
            continue
        name = id_type.checked_by.value
        places.setdefault(name, []).append(part.path)
        spans.setdefault(name, part.span)
    for each in named:
        places[each.value] = []
        spans.setdefault(each.value, each.span)
    for name, paths in places.items():
        yield AppliedPrecondition(name=name, span=spans[name], at=tuple(paths))
