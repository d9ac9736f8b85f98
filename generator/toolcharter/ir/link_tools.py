"""The tool versions that a contract makes: fixed shapes around what it declares.

Walks in: a contract's declared shapes and expanded views. Walks out: one ``ToolVersion``, or two
for a change. Section 5 of the language fixes every shape that is made here.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as Table
from typing import TypeVar

from toolcharter.contract.change_names import commit_name, preview_name
from toolcharter.ir import fixed
from toolcharter.ir.declared import BEFORE_AFTER, CONSEQUENCES, OUTPUT, Declared
from toolcharter.ir.link_facets import link_limits
from toolcharter.ir.link_failure import never
from toolcharter.ir.model import (
    EFFECT_OF_FORM,
    Follows,
    Form,
    Reveal,
    Settings,
    Shape,
    ToolRef,
    ToolVersion,
)
from toolcharter.ir.reading import mapping
from toolcharter.ir.size import largest_bytes
from toolcharter.source.document import Mapping, Node

T = TypeVar("T")

_SENTENCES = {
    Form.PREVIEW: "Returns a proposal; nothing changes.",
    Form.COMMIT: "Carries out one approved proposal; takes its id and nothing else.",
}


def tool_versions(declared: Declared, settings: Settings) -> tuple[ToolVersion, ...]:
    """The tool versions of a contract; of a change the preview, then the commit."""
    if declared.is_change:
        return (_preview(declared, settings), _commit(declared, settings))
    if declared.follows is not None:
        return (_follower(declared, declared.follows, settings),)
    if declared.is_write:
        return (_write(declared, settings),)
    return (_read(declared, settings),)


def _read(declared: Declared, settings: Settings) -> ToolVersion:
    item, page = _present(declared.output), declared.page
    taken = _present(declared.input)
    if page is None:
        return _tool(
            declared,
            settings,
            form=Form.READ,
            takes=taken,
            arguments=taken,
            answer=item,
            result=lambda shown: shown[OUTPUT],
        )
    taken = fixed.page_input(taken, page)
    return _tool(
        declared,
        settings,
        form=Form.READ,
        takes=taken,
        arguments=taken,
        answer=fixed.page_answer(item, page),
        result=lambda shown: fixed.page_answer(shown[OUTPUT], page),
    )


def _preview(declared: Declared, settings: Settings) -> ToolVersion:
    plan, target = _present(declared.plan), _present(declared.target)
    taken = _preview_input(declared)
    answer = fixed.plan_answer(
        arguments=taken,
        before_after=plan.before_after,
        consequences=plan.consequences,
        version_may_be_null=target.version_checked_by == "nobody",
    )
    return _tool(
        declared,
        settings,
        form=Form.PREVIEW,
        takes=taken,
        arguments=taken,
        answer=answer,
        result=lambda shown: fixed.proposal_result(
            kind=target.kind,
            resource_id=declared.target_id,
            before_after=shown[BEFORE_AFTER],
            consequences=shown.get(CONSEQUENCES),
            span=declared.span,
        ),
    )


def _commit(declared: Declared, settings: Settings) -> ToolVersion:
    return _carried_out(
        declared,
        settings,
        form=Form.COMMIT,
        takes=fixed.commit_input(declared.span),
        arguments=_preview_input(declared),
    )


def _write(declared: Declared, settings: Settings) -> ToolVersion:
    taken = _present(declared.input)
    return _carried_out(declared, settings, form=Form.WRITE, takes=taken, arguments=taken)


def _carried_out(
    declared: Declared, settings: Settings, *, form: Form, takes: Shape, arguments: Shape
) -> ToolVersion:
    """A commit or a direct write: evidence and output, or the acceptance of long work."""
    if declared.operation is not None:
        accepted = fixed.accepted_result(declared.span)
        return _tool(
            declared,
            settings,
            form=form,
            takes=takes,
            arguments=arguments,
            answer=fixed.accepted_answer(declared.span),
            result=lambda _: accepted,
        )
    evidence = _present(declared.evidence)
    return _tool(
        declared,
        settings,
        form=form,
        takes=takes,
        arguments=arguments,
        answer=fixed.write_answer(evidence, declared.output),
        result=lambda shown: fixed.write_result(evidence, shown.get(OUTPUT)),
    )


def _follower(declared: Declared, follows: Follows, settings: Settings) -> ToolVersion:
    takes = fixed.follower_input(declared.span)
    if follows.role == "cancel":
        stopped = fixed.cancel_result(declared.span)
        return _tool(
            declared,
            settings,
            form=Form.CANCEL,
            takes=takes,
            arguments=None,
            answer=fixed.cancel_answer(declared.span),
            result=lambda _: stopped,
        )
    evidence = _present(declared.evidence)
    if follows.role == "status":
        form, answer, result = Form.STATUS, fixed.status_answer, fixed.status_result
    else:
        form, answer, result = Form.POLL, fixed.poll_answer, fixed.poll_result
    return _tool(
        declared,
        settings,
        form=form,
        takes=takes,
        arguments=None,
        answer=answer(evidence, declared.output),
        result=lambda shown: result(evidence, shown.get(OUTPUT)),
    )


def _tool(
    declared: Declared,
    settings: Settings,
    *,
    form: Form,
    takes: Shape,
    arguments: Shape | None,
    answer: Shape,
    result: Callable[[Table[str, Shape]], Shape],
) -> ToolVersion:
    """One tool version; ``result`` makes what an agent gets from the shown parts of a view."""
    effect = EFFECT_OF_FORM[form]
    failure = declared.failure
    items = declared.page.items if declared.page else None
    views: dict[str, Shape] = {}
    reveals: dict[str, Reveal] = {}
    for name, view in declared.views.items():
        views[name] = result(view.shapes)
        reveals[name] = fixed.reveal_for(form, view, items)
    return ToolVersion(
        ref=ToolRef(_tool_name(declared.name, form), declared.version),
        form=form,
        contract_file=declared.file,
        description=_description(declared.purpose, form),
        input=takes,
        arguments=arguments,
        answer=answer,
        views=views,
        reveals=reveals,
        limits=link_limits(
            _limits_of(declared.limits, form),
            effect,
            settings,
            largest_answer=largest_bytes(answer.schema),
        ),
        retry=(failure.preview_retry or never(failure)) if form is Form.PREVIEW else failure.retry,
    )


def _tool_name(name: str, form: Form) -> str:
    match form:
        case Form.PREVIEW:
            return preview_name(name)
        case Form.COMMIT:
            return commit_name(name)
        case Form.READ | Form.WRITE | Form.STATUS | Form.POLL | Form.CANCEL:
            return name


def _description(purpose: str, form: Form) -> str:
    sentence = _SENTENCES.get(form)
    return f"{purpose} {sentence}" if sentence else purpose


def _limits_of(node: Node, form: Form) -> Mapping:
    written = mapping(node)
    if form in (Form.PREVIEW, Form.COMMIT):
        return mapping(written.entries[form.value])
    return written


def _preview_input(declared: Declared) -> Shape:
    return fixed.preview_input(
        _present(declared.input),
        takes_expected_version=_present(declared.target).takes_expected_version,
    )


def _present(value: T | None) -> T:
    """A facet that this form always has; validation and the caller have seen to it."""
    if value is None:
        raise TypeError("a facet that validation requires is missing")
    return value
